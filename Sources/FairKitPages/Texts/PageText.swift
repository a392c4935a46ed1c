/// The texts of pages, in `screens` of the catalogue.
package enum PageText: String, Sendable, CaseIterable {
    // Frame
    case skip, error, home, results, openAlerts, menu, mainMenu, accountMenu, languages, signOut, goOn, loading
    case noAnswer, older
    // Refused
    case wasStored, whatToDo, nothingSent, nothingStored, maybeStored, forOperator, notSent, otherSite, foreignForm
    case openAgain, notSignedIn, sessionEnded, signInThenBack, signInExpired, signInAgain, signInLocked, resetOrWait
    case accountSuspended, askAdministrator, notAllowed, roleForbids, notHere, wrongAddress, checkAddress
    case changedMeanwhile, someoneChanged, tooLarge, sentTooMuch, sendLess, tooMany, tooOften, waitAMinute, busy
    case serverBusy, failed, serverFailed, tellOperator, notUnderstood, requestBroken
    case serverFull, serverFullWhy, serverFullRemedy
    // Signing in
    case signIn, signedOut, endedUnsent, emailAddress, password, wrongPassword, notSignedInYet, forgotten, forgottenLead
    case sendLink, wrongAddressForm, checkMail, mailed, oneMoreStep, code, codeHint, wrongCode, factor, factorLead
    case setUpFactor, factorScan, factorSecret, factorOpenApp, backupCodes, backupLead, signInAnew, keptLead, keptTitle
    case keptAsk, keptSend, newAccount, newAccountLead, byInvitation, mailLimit, typeMailedCode, mailedCodeLead
    case mailedCodeHint, wrongMailedCode, anotherCode, sendCode, registrationOver, notMadeYet, aboutYou, addressProven
    case privacyNotice, choosePassword, makeAccount, accountMade, invitation, invitationLead, invitedBy, invitedRole
    case acceptInvitation, chooseNewPassword, newPasswordLead, setPassword, passwordChosen, mailedLink, mailedLinkHint
    case deadInvitation, deadReset
    // Home and results
    case nextStep, callToday, callTodayWhy, postSample, postSampleHow, sampleTravels, sampleAtLaboratory, messageFollows
    case readResult, readResultWhy, nextTest, nothingToDo, nothingToDoWhy, latestResult, openResult, yourKit, noResults
    case newestFirst, beingChecked, noLevel, resultOf, levelName, whatItMeans, aboutResult, normalRange, withinNormal
    case noNextTest, newestResults, wholeList
    // Sessions, help and keys
    case changedNotStored, born, printed, prove, proveLead, notProved, wrongOwnPassword, stillThere, stillThereWhy, stay
    case locked, lockedWhy, unlock, otherPerson, openCriticals, help, helpYourWork, helpHere, helpPatient, helpClinician
    case helpLaboratory, helpCoordinator, helpAdministrator, helpNewKit, helpResultWhen, helpResultCritical, helpWhoSees
    case helpNewPhone, helpReadBack, helpDiffers, helpTwoPeople, helpNotInCare, helpLostPhone, helpKitArrives
    case helpWrongResult, helpFewerThanTen, helpNoNames, helpInvite, helpProve, helpLocked, helpTwice, helpOtherPerson
    case helpLanguage, helpPrint, keys, key, keyDoes, keysLead, keysOpen, keyTab, keyEnter, keyEscape, keyArrows
    case keyHelp, singleKeys, singleKeysOn, singleKeysOff, switchOn, switchOff, keysSwitched, helpLayout, helpRejected
    case helpImport, helpUnmatched, helpHeldResult, helpBegin, helpSecond, helpFactorLost, helpKeyOnce, helpDryRun
    case helpBackup, helpReview, noAccountYet, noAccountYetWhy, noAccountYetThen, typeInvitation, getStarted
    // Alerts: work and time
    case notLiveSince, reload, acknowledgedAlerts, resolvedAlerts, allAlerts, openNumber, acknowledgedNumber
    case resolvedNumber, allWord, noResolvedAlerts, noAlerts, showAllAlerts, urgentFirst, onThisPage, alertsShown
    case alertNumber, bornOn, aTeam, theOperator, noFurther, whyCriticalHigh, whySevereLow, whyJump, whyGenotype
    case whyCorrected, whyWithdrawn, sameResult, toVerify, acknowledgedBy, resolvedBy, alertsNew, alertsChanged
    case alertsGone, openNow, firstWas, endedMeanwhile, lateStored, lateNote, whoWasTold, stepSkipped, stepCancelled
    case sendWaiting, sendSent, sendDelivered, sendFailed, sendCancelled, wrongReadBacks, earlierLevel, correctionReason
    case whatCameOfIt, resolveAlert, notResolved, resolved, chooseOutcome, acknowledgeFirst, noteTooLong, outcomeReached
    case outcomeTreated, outcomeRepeat, outcomeFalseAlarm, outcomeUnreachable, outcomeDied, outcomeOther, onCall
    case noTeams, myShifts, noOwnShift, zoneUnknown, zoneOf, periodWord, nowWord, fromTime, untilTime, allTheTime
    case noOneOnCall, atOnce, tileOpen, tileAcknowledged, mostUrgent, heldResults, nothingWaits, onCallNow, onCallNext
    case chooseMember, typeUntil, typeFrom, untilTooEarly, overrideRefused, overrideAdded, overrideRemoved, takenOver
    case allOnShift, insteadOf, endOverride, putOnCall, zoneNote, whoTakesOver, insteadOfWhom, fromDay, fromClock
    case untilDay, untilClock, changeOnCall, handOver, handOverLead, whichShift, chooseShift, shiftFault, notYourShift
    case colleagueAway, colleagueOnCall, handedOver, takeBack, takenBack, toWhom, onCallChanges, stepNotComing
    case statusReported, teamMissing, changeShiftsHow, noColleague
    // Test kits and results of a patient
    case testKit, registerKit, registerLead, kitPhoto, kitPhotoHint, orWord, kitCodeHint, kitSecret, kitSecretLabel
    case kitSecretHint, notRegistered, adviceNothing, adviceCodeAlone, adviceNoBars, adviceCutOff, adviceSmall
    case adviceBlurred, adviceUnclear, adviceSeveral, adviceDisagrees, adviceForeign, advicePhotoCheck, adviceDamaged
    case adviceLarge, adviceKind, adviceBusy, advicePrefix, adviceLength, adviceDigits, adviceChecksum, adviceLetter
    case adviceDigit, adviceOwn, adviceOther, adviceClosed, adviceUnknown, adviceSecret, adviceTooMany, adviceWait
    case checkKit, checkKitLead, readFromPhoto, readFromTyping, kitFor, changeName, changeCode, postBy, registerNow
    case kitRegistered, kitPosted, kitsCount, noKits, noKitsWhy, openKit, kitHistory, byDay, iPosted, kitCompared
    case kitOverdue, kitOverdueWhy, kitConfirm, kitConfirmWhy, kitReady, kitRejected, kitNew, kitExpired, kitCancelled
    case kitReplaced, kitReplacedWhy, kitUnregistered, hello, heldTitle, heldWhy, heldSince, trend, shares, waysToSee
    case newWord, sharedBy, partial, replacedBecause, openPDF, criticalSince, criticalOpen, criticalKnown
    case criticalClosed, noTrend, noTrendWhy, trendOf, trendSentence, trendUnits, trendLegend, change, courseFirst
    case courseRisen, courseFallen, courseSteady, courseOpen, trendIn, lessThan, atMost, atLeast, moreThan, shareTitle
    case shareLead, shareUntil, daysLong, chooseDays, sharePIN, sharePINHint, typePIN, shareMake, shareMade
    case shareMadeLead, shareLink, notShared, sharedWith, sharesGiven, noShares, shareByLink, shareWithAccount
    case shareEnds, shareEnded, sharePINsWrong, shareOpened, shareNever, endShare, shareStopped, kitRefused
    case kitOwnBefore, photoAgain, photoRead, askWhom, askCall, askNoNumber, shareSecret, shareSecretHint, shareEnd
    case shareBack, copy, copied, kitWithdrawn, kitWithdrawnWhy
    // Kits of a laboratory
    case scanTitle, scanLabel, scanHint, scanReady, scanHere, scanTake, scanSound, scanRefused, scanForeign, scanClosed
    case scanNothing, scanNoKit, scanLayoutWrong, scanLayoutMapped, scanLowerCase, scanArrived, scanUnregistered
    case scanBefore, scanUndone, scanUndo, scanNothingToUndo, scanNotUndone, scanCount, scanLatest, kitsOfStaff
    case findNothing, findLayoutWrong, findNoKit
    case scanNotRecorded, scanLeftOut, scanWasLayout, scanWasNoCode, scanWasForeign, scanWasClosed, scanWasRejected
    case kitOfStaff, whichKits, kitsAll, kitsExpected, kitsOverdue, kitsArrived, kitsRejected, findKit, kitNotFound
    case noKitsOfStage, noKitsOfStaff, noKitsOfStaffWhy, newestKits, kitSendBy, kitArrive, kitProcess, kitShip
    case kitToReview, kitReport, kitReject, kitRejectReason, kitRejectHint, kitTypeReason, kitChooseStep, kitStepLate
    case kitNotChanged, kitStepDone, kitArrivedDone, kitAssign, kitAssigned, kitChooseLaboratory, noLaboratory, useBy
    case sentOut, sentBack, kitNow, stepImplied, noSteps, labelAgain, issueKits, issueLead, issueCount, issueCountHint
    case issueUseByHint, issueSecrets, issueSecretsHint, issueTypeCount, issueTypeDay, issueDayOver, issueRefused
    case issuedTitle, issuedLead, issuedBefore, issuedCodes, secretSheet, secretSheetWhy, labelsTitle, labelsLead
    case labelsSheet, labelsSingle, labelsNone, labelsNoneWhy, turnaroundTitle, turnaroundMedian, turnaroundHours
    case turnaroundDays, turnaroundWaiting, scanRejected, kitTakeBackRejection, kitTakeBackArrival, kitTakeBackWhy
    case kitTakenBack, kitNotTakenBack, kitResultHeld, kitResultWithdrawn, kitsOfTotal
    // One's own account
    case ownProfile, ownAccount, ownDetails, ownDetailsWhy, ownStaffDetailsWhy, ownLanguage, ownLanguageWhy, ownPrivacy
    case ownPrivacyWhy, ownSecurity, ownSecurityWhy, ownSave, ownSaved, ownNotSaved, ownChooseOne, ownPasswordNow
    case ownTypePassword, ownTypeCode, ownWrongPassword, ownPasswordShort, ownPasswordLong, ownPasswordCommon
    case ownPasswordPattern, ownPasswordPersonal, ownGivenName, ownNameShown, ownSex, ownPhone, ownPhoneHint
    case ownTypeName, ownTypePhone, ownBirthDateFar, ownConflict, ownStoredNow, ownTimeZone, ownTimeZoneHint
    case ownTypeZone, ownConsents, ownConsentsLead, ownConsentClinicians, ownConsentCliniciansText, ownConsentResearch
    case ownConsentResearchText, ownConsentPartners, ownConsentPartnersText, ownNotAgreed, ownDoYouAgree, ownAgree
    case ownDisagree, ownAccesses, ownAccessesWhy, ownAccessesLead, ownAccessesShown, ownMore, ownNoMore, ownInEmergency
    case ownWasRefused, ownYou, ownLinkReader, ownServer, ownRolePatient, ownRoleClinician, ownRoleLaboratory
    case ownRoleAdministrator, ownRoleCoordinator, ownRoleProgram, ownReadProfile, ownMadeProfile, ownChangedProfile
    case ownReadKit, ownRegisteredKit, ownChangedKit, ownReadResult, ownReportedResult, ownReadAlert, ownHandledAlert
    case ownReadMessages, ownNotesUsed, ownReadAccesses, ownTookFile, ownAskedErasure, ownStoppedErasure
    case ownUsedEmergency, ownManagedShare, ownOpenedShare, ownChangedCare, ownUsedCalendar, ownOther, ownErasure
    case ownErasureWhy, ownErasureGoes, ownErasureGoesText, ownErasureStays, ownErasureStaysText, ownErasureDelay
    case ownErasureDelayText, ownErasureConfirm, ownErasureType, ownErasureWord, ownErasureWrongWord, ownErasureButton
    case ownErasureAsked, ownErasurePending, ownErasureDue, ownErasureStop, ownErasureStopped, ownErasureHeld
    case ownChangePassword, ownPasswordSince, ownPasswordLead, ownPasswordHint, ownNewPassword, ownPasswordAgain
    case ownPasswordsDiffer, ownPasswordChanged, ownFactorLead, ownFactorSince, ownFactorOff, ownFactorSetUp
    case ownFactorMove, ownFactorCodes, ownCodesLeft, ownFactorOffNow, ownFactorAgain, ownFactorSet, ownFactorRemoved
    case ownWrongAppCode, ownWhatToDo, ownSessions, ownSessionsWhy, ownThisSession, ownOtherSessions, ownAllOthers
    case ownNoOthers, ownChooseSession, ownEndSession, ownSessionEnded, ownLastUsed, ownFromAddress, ownDeviceOn
    case ownOtherDevice, ownChangeEmail, ownEmailLead, ownNewEmail, ownOtherAddress, ownSendConfirmation, ownEmailAsked
    case ownEmailCodeLead, ownEmailChanged, ownContacts, ownContactsWhy, ownContactsLead, ownAddContact, ownContactKind
    case ownContactAddress, ownSendCode, ownContactsFull, ownCodesLimited, ownContact, ownContactUsed, ownContactWaits
    case ownContactGone, ownContactCode, ownContactCodeHint, ownConfirm, ownTypeSixDigits, ownWrongContactCode
    case ownNoContactCode, ownRemoveContact, ownContactAdded, ownContactRemoved, ownByEmail, ownByPush, ownBySMS
    case ownByVoice, ownNotices, ownNoticesWhy, ownCriticalByEmail, ownAboutCritical, ownAboutResults, ownAboutReminders
    case ownAboutArticles, ownQuietHours, ownQuietHoursHint, ownQuietFrom, ownQuietTo, ownTypeTime, ownTimesSame
    case ownMoreChoices, ownShowCritical, ownShowValues, ownAlwaysSMS, ownEmailInstead, ownMessages, ownMessagesWhy
    case ownMessagesLead, ownNoMessages, ownMarkAllRead, ownAllRead, ownNewMessage, ownCalendar, ownCalendarWhy
    case ownCalendarLead, ownCalendarRenew, ownCalendarOpen, ownCalendarClose, ownCalendarClosed, ownCalendarAddress
    case ownCalendarCopy, ownTheme, ownThemeDevice, ownThemeLight, ownThemeDark, ownPhoto, ownPhotoWhy, ownPhotoLead
    case ownPhotoNew, ownPhotoHint, ownPhotoSend, ownPhotoSaved, ownPhotoRemove, ownPhotoRemoved, ownPhotoMissing
    case ownPhotoBusy, ownPhotoNow, ownRecord, ownRecordWhy, ownRecordLead, ownRecordHolds, ownRecordWords
    case ownRecordData, ownRecordPhotos, ownRecordList, ownRecordTakes, ownRecordTakesText, ownRecordOpen
    case ownRecordButton, ownRecordProve, ownRecordLarge, ownNoticeNow, ownNoticeShown, ownDevices, ownDevicesWhy
    case ownDevicesLead, ownNoDevices, ownNoDevicesWhy, ownDeviceRemoved, ownDeviceApple, ownDeviceAndroid
    case ownDeviceBrowser, ownAccessesAllLead, ownAccessesOthers, ownAccessesAll, ownAccessesNone, ownAccessesNoneWhy
    case ownAgreedSince, ownNotAgreedSince, ownAgreedBefore, ownNoticeThen, ownSaveLanguage, ownSaveTheme, ownTest
    case ownTestWhy, ownTestLead, ownTestAsked, ownTestOf, ownTestMissing, ownTestRefused, ownTestLimited
    // The clinic, by its administrator
    case clinic, clinicLead, erasures, erasuresLead, erasuresPending, erasuresShown, erasuresNone, erasuresNoneWhy
    case erasureDue, erasureAsked, erasureByPatient, erasureHeld, erasureLate, erasureStands, erasureStop
    case erasureStopWhy, erasureStopped, holds, holdsShown, holdsNone, holdsNoneWhy, holdTitle, holdSince, holdReason
    case holdReasonHint, holdTypeReason, holdSetTitle, holdChange, holdWhy, holdButton, holdSet, holdLift, holdLiftWhy
    case holdLifted, invitationsToApprove, care, careLead, careNone, careNoneWhy, careShown, careClinician, careSince
    case careStands, careOver, careEnd, careFormer, careAdd, careAssign, careChoose, careAdded, careEnded
    case careNoClinician, careNoClinicianWhy, careLater, eraseRecord, eraseRecordWhy, eraseGoesText, eraseStaysText
    case eraseDelayText, eraseAsked, logo, logoLead, logoNow, logoNew, logoHint, logoSave, logoRemove, logoMissing
    case logoSaved, logoRemoved, settingsLanguages, languageFirst, languageFirstHint, languagesOffered
    case languagesOfferedHint, webhookTest, webhookTestWhy, webhookTested, webhookTestFailed, webhookTestOf
    // Accounts, keys and groups
    case accounts, accountsShown, accountsNone, accountsNoneWhy, accountsNoMatchWhy, removeFilters, pageBefore
    case personName, roleName, accountState, accountFind, accountFindHint, accountTypeMore, accountLastSignIn
    case accountSince, accountOne, accountIsOwn, accountRecordWhy, stateAwaited, stateInvited, stateActive
    case stateSuspended, stateNoFactor, stateNeverSignedIn, accountResume, accountResumeWhy, accountResumed
    case accountSuspend, accountSuspendWhy, accountSuspendedDone, accountEndSessions, accountEndSessionsWhy
    case accountSessionsEnded, accountRemoveFactor, accountRemoveFactorWhy, accountFactorRemoved, accountDelete
    case accountDeleteWhy, accountDeleted, accountLastAdministrator, approve, approveByOther, approverOthers
    case approverNone, inviteTitle, inviteLead, inviteSecondHint, inviteClinician, inviteOfLaboratory, inviteCoordinator
    case inviteAdministrator, inviteChooseRole, inviteNameHint, inviteLaboratory, inviteLaboratoryHint
    case inviteTypeLaboratory, inviteWrongName, inviteTaken, inviteRefused, inviteSend, inviteSent, inviteAwaits
    case inviteApproved, inviteApproveWhy, inviteAgain, inviteAgainWhy, inviteWithdraw, inviteWithdrawWhy
    case inviteWithdrawn, inviteEnds, secretCopied, secretGone, apiKeys, apiKeysLead, apiKeysShown, apiKeysValid
    case apiKeysAll, apiKeysNone, apiKeysNoneWhy, apiKeyNew, apiKeyNewLead, apiKeyName, apiKeyNameHint, apiKeyTypeName
    case apiKeyFor, apiKeyChooseRole, apiKeyOfLaboratory, apiKeyConsumer, apiKeyApp, apiKeyOnlyReads
    case apiKeyNothingToRead, apiKeyLife, apiKeyLifeHint, apiKeyNoEnd, apiKeyChooseLife, apiKeyAsk, apiKeyRefused
    case apiKeySecret, apiKeySecretLead, apiKeyOne, apiKeyValid, apiKeyEnded, apiKeyUsed, apiKeyUnused, apiKeyMade
    case apiKeyMay, apiKeyInAudit, apiKeyApproveWhy, apiKeyApproved, apiKeyRotate, apiKeyRotateWhy, apiKeyOverlap
    case apiKeyOverlapDay, apiKeyOverlapWeek, apiKeyOverlapNone, apiKeyChooseOverlap, apiKeyRevoke, apiKeyRevokeWhy
    case apiKeyRevoked, apiKeyWithdraw, apiKeyWithdrawWhy, scopeRecords, scopeKits, scopeAlerts, scopeNotes, scopeReads
    case scopeChanges, groups, groupsLead, groupsShown, groupOne, groupName, groupNameForm, groupNameTaken, groupNew
    case groupMake, groupMade, groupGets, groupChooseBands, groupPushes, groupClaims, groupParked, groupParkedAt
    case groupParkedShown, groupParkedMore, groupNothingParked, groupAttempts, groupLastReason, groupNoAnswer
    case groupPaused, groupRedrive, groupRedriveWhy, groupRedriven, groupChange, groupChangeWhy, groupChanged
    case groupToldAll, groupSave, groupPause, groupPauseWhy, groupResume, groupResumeWhy, groupRemove, groupRemoveWhy
    case groupRemoved, groupLastCritical, groupHasUnacked, webhook, webhookWhy, webhookNone, webhookLead, webhookURL
    case webhookURLHint, webhookWrongURL, webhookSendsLevels, auditCut, webhookRotate, webhookSave, webhookSet
    case webhookRemove, webhookRemoveWhy, webhookRemoved, webhookSecret, webhookSecretLead, webhookAttempts
    case webhookAttemptsShown, webhookNoAttempts, webhookAt, webhookAnswer, audit, auditLead, auditShown, auditNone
    case auditAt, auditWho, auditWhat, auditAbout, auditOutcome, auditDone, auditFailed, auditOfPerson, auditOfPersonWhy
    case auditOfActor, auditOfActorWhy, auditOneActor, auditOnlyRefused, auditHint, auditFile, chainNever, chainSound
    case chainBroken, chainChecked, emergencies, emergenciesLead, emergenciesOpen, emergenciesAll, emergenciesShown
    case emergenciesNone, emergenciesNever, emergenciesNoneWhy, emergencyReview, emergencyReviewed, emergencyReviewedBy
    case emergencyReviewedBefore, stateExpired, stateLocked, accountLocked, accountLockedWhy, apiKeyChooseRights
    case apiKeyRights, apiKeyAllRights, apiKeyChosenRights, auditNoneYet, emergencyNote, auditWithServer
    case auditWithoutServer
    // Patients of a clinician
    case patients, findPatient, findPatientHint, search, typeMore, notSearched, noMatch, noMatchWhy, matches
    case matchesMore, searchTooMany, searchIndexing, matchesIn, matchName, matchIdentifier, matchPhone, more
    case whichPatients, allPatients, inYourCare, withOpenAlerts, sharedWithYou, inEmergency, noEmergencyRecords
    case noPatients, newestPatients, waits, latestLevel, relation, openAlertCount, unreadByPatient, sampleOverdue
    case noPatientsYet
    case patientRecord, sharesResults, aboutPatient, reportedGenotype, nextTestDue, noKitsOfPatient, sendBy
    case resultsWithheld, noResultsOfPatient, timeline, looked, lookedInEmergency, eventReported, eventCorrected
    case eventWithdrawn, eventReleased, eventRaised, eventAcknowledged, eventResolved, eventRetracted, eventNotified
    case emergencyFind, emergencyLead, emergencyWhom, emergencyWhomHint, givenName, phoneNumber, emergencyReason
    case emergencyReasonHint, emergencyButton, notOpened, typeReason, typePhone, typeFamilyName, typeWhom, noOneFits
    case severalFit, notInYourCare, notInYourCareWhy, recordOpened, recordOpenedUnheard, recordClosed, emergencyOpen
    case emergencyUntil, emergencyTold, emergencyClose, held, notVerifiedYet, patientDoesNotSee, holdKitRejected
    case holdKitExpired, holdKitCancelled, holdKitReplaced, holdOtherResult, holdDateInFuture, holdDateBeforeBirth
    case holdDateBeforeIssue, holdDateBeforeRanges, holdDetailsInConflict, holdUnitSuspect, holdImplausibleJump
    case holdGenotypeContradicts, holdGenotypeDiffers, holdComparatorOpen, acutePhase, converted, verifiedOn, reportPDF
    case current, versionsCaption, changedWord, versionReplaced, verifyTitle, verifyHint, releaseHint, verifyReason
    case verifyButton, notVerified, verified, typeShorter, notes, noNotes, newNote, newNoteHint, saveNote, noteSaved
    case noteNotSaved, typeNote, noResultsOfStaff, withheldCount, resultsFrom, resultsTo, anyFlag, onlyHeld, filter
    case noMatchKit, noMatchBorn, noMatchOthers, lookAlikes, lookAlike, alreadyInCare, noNotesOfPatient, theResult
    case nextTestSet, nextTestRemoved, nextTestAdd, nextTestChange, nextTestTitle, nextTestLead, nextTestWhen
    case nextTestEvery, nextTestMonths, nextTestOn, nextTestDay, nextTestNone, nextTestSave, nextTestNotSet, choosePlan
    case typeMonths, typeTestDay, howKnown, typeHowKnown, eitherVerifies, laboratoryVerifies, onlyLaboratoryCorrects
    case noLaboratoryPhone, withdrawTitle, withdrawLead, withdrawReason, withdrawButton, typeWhyWrong, notWithdrawn
    case resultWithdrawn, checkedNotDrawn, unverifiedNotDrawn, patientNew, patientNewLead, patientNotRegistered
    case patientEmailHint, patientConsent, patientConsentHint, patientAlike, patientAnyway
    case patientRegistered, patientKit, patientKitWhy, patientKitSecret, patientKitTaken, patientKitClosed
    case patientKitUnknown, patientInvite, patientInviteLead, patientInviteHint
    // Alerting, ranges and settings of a clinic
    case nothingWaitsHere, firstDay, firstDayLead, stepDone, stepMail, stepMailWhy, stepAdministrator, alertsReachNoOne
    case stepAdministratorWhy, stepClinician, stepClinicianWhy, stepLaboratory, stepLaboratoryWhy, stepRanges
    case stepRangesWhy, stepEscalation, stepEscalationWhy, stepBackup, stepBackupWhy, overdueKits, kitsForReview
    case stepName, stepNameWhy, deskTitle, deskKeys, deskEmergencies, deskErasures, deskBackup, deskAlone
    case settingNotSet, escalation, escalationWhy, escalationLead, escalationNow, escalationNone, escalationStandard
    case escalationSet, changeSteps, repeatsEvery, reachesNoOne, bandCritical, bandUrgent, bandResult, bandInformation
    case tellCare, tellOffice, tellTeam, policyLead, stepNumber, minutesAfter, repeatMinutes, typeMinutes, typePause
    case minutesRefused, pauseRefused, tellRefused, saveSteps, standardSteps, standardWhy, alertRules, alertRulesWhy
    case alertRulesLead, ruleOn, ruleOff, ruleFromNow, teams, teamsWhy, teamWord, noTeamsYet, noGaps, gapCount
    case memberCount, newTeam, makeTeam, teamName, teamNameHint, teamNameTaken, teamsFull, teamPurpose, teamZone
    case teamZoneHint, typeZone, shortenText, teamMade, teamChanged, teamRemoved, teamTested, teamMembers, noMembers
    case changeMembers, onCallGaps, noGapsWhy, gapsWhy, openEnd, teamShifts, noShifts, newShift, newShiftHint
    case whoseShift, shiftDays, shiftStart, shiftEnd, shiftFrom, shiftUntil, shiftWeeks, addShift, removeShift
    case shiftAdded, shiftRemoved, shiftRefused, chooseWeekdays, typeADate, typeWeeks, everyWeeks, monday, tuesday
    case wednesday, thursday, friday, saturday, sunday, teamContacts, teamContactsWhy, teamSendTest, byGateway
    case teamPeopleLead, memberEmail, memberHint, memberRefused, addMember, teamTakeAway, teamAddressRefused, teamUsed
    case saveTeam, deleteTeam, deleteTeamWhy, ranges, rangesWhy, rangesLead, rangesCaption, rangeWord, criticalFrom
    case rangeFor, rangeForHint, rangeValid, changeIt, everyLaboratory, rangeEveryone, rangeSex, rangeLaboratory
    case ageFrom, ageBelow, agesOf, newRange, newRangeLead, criticalMultiple, criticalMultipleHint, severeLimit
    case severeLimitHint, rangeBegins, rangeEndDay, seeEffect, effectTitle, effectResults, effectNone, effectFlag
    case effectRaised, effectLapsed, effectWithheld, effectPartial, effectNow, addRange, changeRange, rangeAdded
    case endRange, endRangeLead, endRefused, rangeEnded, typeAmount, chooseAUnit, typeAge, toAgeRefused, lowRefused
    case highRefused, multipleRefused, severeRefused, laboratoryUnknown, settings, settingsWhy, settingsLead
    case settingsClinic, settingsPatients, settingsResults, settingsSecurity, saveSettings, setName, setNameHint
    case setContact, setContactHint, setOperator, setOperatorHint, setHosts, setHostsHint, setRegistration, setOpen
    case setClosed, setIssued, setIssuedAlways, setIssuedSelf, setIssuedNever, setNotice, setNoticeHint, noticeRefused
    case noticeURL, noticeURLHint, setHold, setHoldHint, setMass, setMass52, setMass54, setJump, setJumpHint, setLock
    case setLockHint, setValues, setValuesShown, setValuesHidden, health, healthWhy, healthLead, isWell, notWell
    case queueAge, queueLimit, queueRemedy, diskRoom, diskHasRoom, diskFull, diskLimit, diskRemedy, lastBackup, noBackup
    case backupLimit, backupRemedy, effectOfAll, noticeOthers, noticePreview, noticeShow, keptHow, keptHowLead
    case keptRecords, keptUntilErased, keptForGood, keptErasure, keptMessages, keptSessions, keptInvitations
    case keptBackups, keptByOperator, lastDrill, drillLimit, drillRemedy, drillFailed, backupOfDatabase, teamsGone
    case rangesEnded
    // Programmes
    case programmes, programmesWhy, programmesLead, programmesNone, programmesNoneWhy, programmesNotYours, programmeNow
    case programmeFrom, figuresPeriod, figuresWeek, figuresMonth, figuresQuarter, figuresBefore, figuresYear
    case figuresBackwards, figuresNotOver, figuresCounted
    case figuresRefused, figuresWrongDays, figuresClinic, figuresUntil, figuresSentence, figuresBars, figuresCSV
    case figuresPDF, programmeNew, programmeMade, programmeName, programmeNameHint, programmePartner
    case programmePartnerHint, programmeStarts, programmeEnds, programmeEconomics, programmeEconomicsHint
    case programmeCurrency, programmeCurrencyHint, programmeSourceHint, programmeOne, programmePerQuarter
    case programmePerTest, programmeSaved, programmeSource, programmeSave, programmeChanged, programmeChange
    case programmeTypeName, programmesFull, programmeTypeEnd, programmeTypeCosts, programmeTypeAmount, programmeTargets
    case programmeTargetsLead, programmeTargetsSave, programmeTypeTarget, programmeQuarter, programmeCoordinators
    case programmeCoordinatorsLead, programmeCoordinatorsNone, programmeCoordinatorsSave, programmeCode
    case programmeCodeLead, programmeCodeHow, programmeCodeSignIn, programmeCodeOpen, programmeCodeType, ownProgramme
    case ownProgrammeWhy, ownProgrammeLead, ownProgrammeCode, ownProgrammeCodeHint, ownProgrammeLook
    case ownProgrammeUnknown, ownProgrammeOver, ownProgrammeOther, ownProgrammeJoin, ownProgrammeSees
    case ownProgrammeSeesCounts, ownProgrammeSeesFlags, ownProgrammeSeesTen, ownProgrammeHides, ownProgrammeHidesName
    case ownProgrammeHidesResults, ownProgrammeAgree, ownProgrammeTick, ownProgrammeJoined, ownProgrammeSince
    case ownProgrammeLeave, ownProgrammeLeaveWhy, ownProgrammeLeft, ownProgrammeConsent, helpPeriod, helpPending
    case helpReturn, helpFiles, figuresNumber, programmeEnd, programmeEndWhy, programmeEnded, programmeNoEnd
    case ownProgrammeOnlyOne, helpProgrammes, programmeCodeReplace, programmeCodeReplaceWhy, programmeCodeReplaced
    // Results that a laboratory enters
    case newResult, newResultLead, labNumberHint, testDay, levelOrTypeHint, rangeFrom, rangeTo, rangeHint, methodWord
    case genotypeWord, phenotypeWord, interpretationWord, checkResult, checkResultLead, resultNotEntered, whatFollows
    case sendResult, changeResult, resultEntered, resultBefore, willAlert, willBeHeld, willWait, willReach, typeGenotype
    case typePhenotype, typeReference, chooseStatus, rangeNeeded, rangeRefused, referenceTaken, typeTestDate
    case testDateRefused, levelOrGenotype, verifyHintOwn, unmatchedResults, newNoteOfLaboratory, rangesOfLaboratory
    case noNotesOfLaboratory, enterAnother, findResult, warnTitle, warnOld, warnBeforeKit, warnNotArrived, alarmTitle
    case alarmCalls, alarmGoesOn, alarmCallsNone, alarmThen, alarmCorrectedTitle, alarmCorrected, alarmWithdrawnTitle
    case alarmWithdrawn, willAlertOnly, importAlertsOnly, warnFar, belowZero, importUnused
    // Files of results, and results that wait
    case importTitle, importLead, importFile, importFileHint, importCheck, importRefused, importNoFile, importWorkbook
    case importTooLarge, importEmpty, importMap, importColumns, importColumnsLead, importSampleColumns, importNotUsed
    case importInAll, importChoose, importAsWritten, importDates, importDayFirst, importMonthFirst, importDecimals
    case importComma, importPoint, importAgain, importOther, importNothingYet, importGood, importBad, importBefore
    case importAlerts, importHolds, importWaits, importProblems, importLine, importColumn, importProblem
    case importWholeLine, importLines, importShown, importSend, importSave, importNone, importAlert, importHeld
    case importWaiting, importStoredBefore, importReaches, importStored, importNotStored, importFurther, importTwice
    case importRange, importEmptyCell, importEncoding, importTwoDates, importTwoNumbers, importDate, importNumber
    case importNoRoom, importUnit, importSign, importStatus, importSample, importLong, importBroken, importSignWord
    case specimenWord
    case receivedWord, performerWord, deviceWord, crpUnitWord, orderWord, unmatchedLead, noUnmatched, unmatchedWrongCode
    case correctTitle, correctLead, correctReason, correctKind, correctWrong, correctMissing, correctFinal, correctCheck
    case correctCheckLead, correctNow, correctThen, correctStore, correctSame, correctEmpty, correctDone
    case correctNotStored, reviewTitle, reviewCount, reviewPhoto, reviewLate, reviewAlt, reviewAccept, reviewSkip
    case reviewDiffers, noReviews, reviewFirst, reviewDone, reviewNoPhoto, tileReview, correctChoose, typeWhyChanged
    case unmatchedAdvice, unmatchedShown, unmatchedWaits, unmatchedDays, unmatchedLink, tileHeld, tileUnmatched
    case unmatchedMaybe, unmatchedLate, unmatchedArrived, codeUse, codeTitle, codeLead, codeRight, codeNumberHint
    case codeReason, codeSame, codeCheckLead, codeNew, codeStore, codeDone, codeHalf, correctDepends
    case reviewLarger, keyNextPhoto, keyFirstPhoto, keyLargerPhoto, importExample, importExampleWhy, importExampleFile
    // Alerts
    case acknowledged, asOf, whichAlerts, noOpenAlerts, noAcknowledgedAlerts, nameNotShown, openSince, minutesAgo
    case acknowledge, correctedWord, theAlert, state, stateOpen, stateAcknowledged, stateResolved, stateRetracted, told
    case inMinutes, thePatient, nobodyYet, notAcknowledged, readBack, readBackHint, levelWord, unit, choose, birthDate
    case birthDateHint, day, month, year, familyName, kitCode, labNumber, whomReached, reachedPatientByPhone
    case reachedPatientInPerson, reachedColleagueByPhone, reachedColleagueInPerson, reachedNoOther, note, notNow
    case typeNumber, chooseUnit, typeKitCode, typeDay, chooseReached, twoIdentifiers, readLevel, differs
    case somethingDiffers
    // Alerts: who was told, what comes next, whom to ask
    case beingTold, underWaySince, notArrivedYet, notTold, telephoneThem, nextStepWord, thenWord, toldAgain, noOther
    case noOneNext, notYetTold, willTell, stepEmpty, lackPatient, lackCare, lackTeam, lackOperator, seenWord, notYours
    case notYoursWhy, askedToAct, whomToAsk, noOneToAsk, ifItCannotWait, readBackAnyway, whatYouCanDo, eachAlone
    case correctedFromTo, correctedAgain, replacedAlert, inNewTab, readBackFacts, wrongThree, readBackWait, someSeconds
    case someMinutes, readBackSignIn, thenResolve, sendsNothing
}
