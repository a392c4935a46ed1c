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
    case nextStep, callToday, callTodayWhy, postSample, postSampleHow, sampleTravels, sampleAtLaboratory
    case messageFollows, readResult, readResultWhy, nextTest, nothingToDo, nothingToDoWhy, latestResult, openResult
    case yourKit, noResults, newestFirst, beingChecked, noLevel, resultOf, levelName
    case whatItMeans, aboutResult, normalRange, withinNormal, noNextTest
    // Sessions, help and keys
    case changedNotStored, born, printed, prove, proveLead, notProved, wrongOwnPassword, stillThere, stillThereWhy, stay
    case locked, lockedWhy, unlock, otherPerson, openCriticals, help, helpYourWork, helpHere, helpPatient, helpClinician
    case helpLaboratory, helpCoordinator, helpAdministrator, helpNewKit, helpResultWhen, helpResultCritical, helpWhoSees
    case helpNewPhone, helpReadBack, helpDiffers, helpTwoPeople, helpNotInCare, helpLostPhone, helpKitArrives
    case helpWrongResult, helpFewerThanTen, helpNoNames, helpInvite, helpProve, helpLocked, helpTwice, helpOtherPerson
    case helpLanguage, helpPrint, keys, key, keyDoes, keysLead, keysOpen, keyTab, keyEnter, keyEscape, keyArrows
    case keyHelp, singleKeys, singleKeysOn, singleKeysOff, switchOn, switchOff, keysSwitched
    case helpLayout, helpRejected, helpImport, helpUnmatched, helpHeldResult, helpBegin, helpSecond, helpFactorLost
    case helpKeyOnce, helpDryRun, helpBackup, helpReview, noAccountYet, noAccountYetWhy, noAccountYetThen
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
    case colleagueAway, colleagueOnCall, handedOver, takeBack, takenBack, toWhom, onCallChanges
    case stepNotComing, statusReported, teamMissing, changeShiftsHow, noColleague
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
    case scanTitle, scanLabel, scanHint, scanReady, scanHere, scanTake, scanSound, scanRefused, scanForeign
    case scanClosed, scanNothing, scanNoKit, scanLayoutWrong, scanLayoutMapped, scanLowerCase, scanArrived
    case scanUnregistered, scanBefore, scanUndone, scanUndo, scanNothingToUndo, scanNotUndone, scanCount, scanLatest
    case kitsOfStaff, kitOfStaff, whichKits, kitsAll, kitsExpected, kitsOverdue, kitsArrived, kitsRejected, findKit
    case kitNotFound, noKitsOfStage, noKitsOfStaff, noKitsOfStaffWhy, newestKits, kitSendBy, kitArrive, kitProcess
    case kitShip, kitToReview, kitReport, kitReject, kitRejectReason, kitRejectHint, kitTypeReason, kitChooseStep
    case kitStepLate, kitNotChanged, kitStepDone, kitArrivedDone, kitAssign, kitAssigned, kitChooseLaboratory
    case noLaboratory, useBy, sentOut, sentBack, kitNow, stepImplied, noSteps, labelAgain, issueKits, issueLead
    case issueCount, issueCountHint, issueUseByHint, issueSecrets, issueSecretsHint, issueTypeCount, issueTypeDay
    case issueDayOver, issueRefused, issuedTitle, issuedLead, issuedBefore, issuedCodes, secretSheet, secretSheetWhy
    case labelsTitle, labelsLead, labelsSheet, labelsSingle, labelsNone, labelsNoneWhy, turnaroundTitle
    case turnaroundMedian, turnaroundHours, turnaroundDays, turnaroundWaiting
    case scanRejected, kitTakeBackRejection, kitTakeBackArrival, kitTakeBackWhy, kitTakenBack, kitNotTakenBack
    case kitResultHeld, kitResultWithdrawn
    // One's own account
    case ownProfile, ownAccount, ownDetails, ownDetailsWhy, ownStaffDetailsWhy, ownLanguage, ownLanguageWhy, ownPrivacy
    case ownPrivacyWhy, ownSecurity, ownSecurityWhy, ownSave, ownSaved, ownNotSaved, ownChooseOne, ownPasswordNow
    case ownTypePassword, ownTypeCode, ownWrongPassword, ownPasswordShort, ownPasswordLong, ownPasswordCommon
    case ownPasswordPattern, ownPasswordPersonal, ownGivenName, ownNameShown, ownSex, ownPhone, ownPhoneHint
    case ownTypeName, ownTypePhone, ownBirthDateFar, ownConflict, ownStoredNow, ownTimeZone, ownTimeZoneHint
    case ownTypeZone, ownConsents, ownConsentsLead, ownConsentClinicians, ownConsentCliniciansText, ownConsentResearch
    case ownConsentResearchText, ownConsentPartners, ownConsentPartnersText, ownNotAgreed, ownDoYouAgree
    case ownAgree, ownDisagree, ownAccesses, ownAccessesWhy, ownAccessesLead, ownAccessesShown, ownMore, ownNoMore
    case ownInEmergency, ownWasRefused, ownYou, ownLinkReader, ownServer, ownRolePatient, ownRoleClinician
    case ownRoleLaboratory, ownRoleAdministrator, ownRoleCoordinator, ownRoleProgram, ownReadProfile, ownMadeProfile
    case ownChangedProfile, ownReadKit, ownRegisteredKit, ownChangedKit, ownReadResult, ownReportedResult, ownReadAlert
    case ownHandledAlert, ownReadMessages, ownNotesUsed, ownReadAccesses, ownTookFile, ownAskedErasure
    case ownStoppedErasure, ownUsedEmergency, ownManagedShare, ownOpenedShare, ownChangedCare, ownUsedCalendar, ownOther
    case ownErasure, ownErasureWhy, ownErasureGoes, ownErasureGoesText, ownErasureStays, ownErasureStaysText
    case ownErasureDelay, ownErasureDelayText, ownErasureConfirm, ownErasureType, ownErasureWord, ownErasureWrongWord
    case ownErasureButton, ownErasureAsked, ownErasurePending, ownErasureDue, ownErasureStop, ownErasureStopped
    case ownErasureHeld, ownChangePassword, ownPasswordSince, ownPasswordLead, ownPasswordHint, ownNewPassword
    case ownPasswordAgain, ownPasswordsDiffer, ownPasswordChanged, ownFactorLead, ownFactorSince, ownFactorOff
    case ownFactorSetUp, ownFactorMove, ownFactorCodes, ownCodesLeft, ownFactorOffNow, ownFactorAgain, ownFactorSet
    case ownFactorRemoved, ownWrongAppCode, ownWhatToDo, ownSessions, ownSessionsWhy, ownThisSession, ownOtherSessions
    case ownAllOthers, ownNoOthers, ownChooseSession, ownEndSession, ownSessionEnded, ownLastUsed, ownFromAddress
    case ownDeviceOn, ownOtherDevice, ownChangeEmail, ownEmailLead, ownNewEmail, ownOtherAddress, ownSendConfirmation
    case ownEmailAsked, ownEmailCodeLead, ownEmailChanged, ownContacts, ownContactsWhy, ownContactsLead, ownAddContact
    case ownContactKind, ownContactAddress, ownSendCode, ownContactsFull, ownCodesLimited, ownContact, ownContactUsed
    case ownContactWaits, ownContactGone, ownContactCode, ownContactCodeHint, ownConfirm, ownTypeSixDigits
    case ownWrongContactCode, ownNoContactCode, ownRemoveContact, ownContactAdded, ownContactRemoved, ownByEmail
    case ownByPush, ownBySMS, ownByVoice, ownNotices, ownNoticesWhy, ownCriticalByEmail, ownAboutCritical
    case ownAboutResults, ownAboutReminders, ownAboutArticles, ownQuietHours, ownQuietHoursHint, ownQuietFrom
    case ownQuietTo, ownTypeTime, ownTimesSame, ownMoreChoices, ownShowCritical, ownShowValues, ownAlwaysSMS
    case ownEmailInstead, ownMessages, ownMessagesWhy, ownMessagesLead, ownNoMessages, ownMarkAllRead, ownAllRead
    case ownNewMessage, ownCalendar, ownCalendarWhy, ownCalendarLead, ownCalendarRenew, ownCalendarOpen
    case ownCalendarClose, ownCalendarClosed, ownCalendarAddress, ownCalendarCopy, ownTheme, ownThemeDevice
    case ownThemeLight, ownThemeDark, ownPhoto, ownPhotoWhy, ownPhotoLead, ownPhotoNew, ownPhotoHint, ownPhotoSend
    case ownPhotoSaved, ownPhotoRemove, ownPhotoRemoved, ownPhotoMissing, ownPhotoBusy, ownPhotoNow, ownRecord
    case ownRecordWhy, ownRecordLead, ownRecordHolds, ownRecordWords, ownRecordData, ownRecordPhotos, ownRecordList
    case ownRecordTakes, ownRecordTakesText, ownRecordOpen, ownRecordButton, ownRecordProve, ownRecordLarge
    case ownNoticeNow, ownNoticeShown, ownDevices, ownDevicesWhy, ownDevicesLead, ownNoDevices, ownNoDevicesWhy
    case ownDeviceRemoved, ownDeviceApple, ownDeviceAndroid, ownDeviceBrowser, ownAccessesAllLead, ownAccessesOthers
    case ownAccessesAll, ownAccessesNone, ownAccessesNoneWhy, ownAgreedSince, ownNotAgreedSince, ownAgreedBefore
    case ownNoticeThen, ownSaveLanguage, ownSaveTheme, ownTest, ownTestWhy, ownTestLead, ownTestAsked, ownTestOf
    case ownTestMissing, ownTestRefused, ownTestLimited
    // The clinic, by its administrator
    case clinic, clinicLead
    case erasures, erasuresLead, erasuresPending, erasuresShown, erasuresNone, erasuresNoneWhy, erasureDue
    case erasureAsked, erasureByPatient, erasureHeld, erasureLate, erasureStands, erasureStop, erasureStopWhy
    case erasureStopped, holds, holdsShown, holdsNone, holdsNoneWhy, holdTitle, holdSince, holdReason, holdReasonHint
    case holdTypeReason, holdSetTitle, holdChange, holdWhy, holdButton, holdSet, holdLift, holdLiftWhy, holdLifted
    case invitationsToApprove
    case care, careLead, careNone, careNoneWhy, careShown, careClinician, careSince, careStands, careOver, careEnd
    case careFormer, careAdd, careAssign, careChoose, careAdded, careEnded, careNoClinician, careNoClinicianWhy
    case careLater
    case eraseRecord, eraseRecordWhy, eraseGoesText, eraseStaysText, eraseDelayText, eraseAsked
    case logo, logoLead, logoNow, logoNew, logoHint, logoSave, logoRemove, logoMissing, logoSaved, logoRemoved
    case settingsLanguages, languageFirst, languageFirstHint, languagesOffered, languagesOfferedHint
    case webhookTest, webhookTestWhy, webhookTested, webhookTestFailed, webhookTestOf
    // Accounts, keys and groups
    case accounts, accountsShown, accountsNone, accountsNoneWhy, accountsNoMatchWhy, removeFilters, pageBefore
    case personName, roleName, accountState, accountFind, accountFindHint, accountTypeMore, accountLastSignIn
    case accountSince, accountOne, accountIsOwn, accountRecordWhy, stateAwaited, stateInvited, stateActive
    case stateSuspended, stateNoFactor, stateNeverSignedIn, accountResume, accountResumeWhy, accountResumed
    case accountSuspend, accountSuspendWhy, accountSuspendedDone, accountEndSessions, accountEndSessionsWhy
    case accountSessionsEnded, accountRemoveFactor, accountRemoveFactorWhy, accountFactorRemoved, accountDelete
    case accountDeleteWhy, accountDeleted, accountLastAdministrator, approve, approveByOther, approverOthers
    case approverNone, inviteTitle, inviteLead, inviteSecondHint, inviteClinician, inviteOfLaboratory
    case inviteCoordinator, inviteAdministrator, inviteChooseRole, inviteNameHint, inviteLaboratory
    case inviteLaboratoryHint, inviteTypeLaboratory, inviteWrongName, inviteTaken, inviteRefused, inviteSend
    case inviteSent, inviteAwaits, inviteApproved, inviteApproveWhy, inviteAgain, inviteAgainWhy, inviteWithdraw
    case inviteWithdrawWhy, inviteWithdrawn, inviteEnds, secretCopied, secretGone, apiKeys, apiKeysLead
    case apiKeysShown, apiKeysValid, apiKeysAll, apiKeysNone, apiKeysNoneWhy, apiKeyNew, apiKeyNewLead, apiKeyName
    case apiKeyNameHint, apiKeyTypeName, apiKeyFor, apiKeyChooseRole, apiKeyOfLaboratory, apiKeyConsumer, apiKeyApp
    case apiKeyOnlyReads, apiKeyNothingToRead, apiKeyLife, apiKeyLifeHint, apiKeyNoEnd, apiKeyChooseLife, apiKeyAsk
    case apiKeyRefused, apiKeySecret, apiKeySecretLead, apiKeyOne, apiKeyValid, apiKeyEnded, apiKeyUsed
    case apiKeyUnused, apiKeyMade, apiKeyMay, apiKeyInAudit, apiKeyApproveWhy, apiKeyApproved, apiKeyRotate
    case apiKeyRotateWhy, apiKeyOverlap, apiKeyOverlapDay, apiKeyOverlapWeek, apiKeyOverlapNone, apiKeyChooseOverlap
    case apiKeyRevoke, apiKeyRevokeWhy, apiKeyRevoked, apiKeyWithdraw, apiKeyWithdrawWhy, scopeRecords, scopeKits
    case scopeAlerts, scopeNotes, scopeReads, scopeChanges, groups, groupsLead, groupsShown, groupOne, groupName
    case groupNameForm, groupNameTaken, groupNew, groupMake, groupMade, groupGets, groupChooseBands, groupPushes
    case groupClaims, groupParked, groupParkedAt, groupParkedShown, groupParkedMore, groupNothingParked
    case groupAttempts, groupLastReason, groupNoAnswer, groupPaused, groupRedrive, groupRedriveWhy, groupRedriven
    case groupChange, groupChangeWhy, groupChanged, groupToldAll, groupSave, groupPause, groupPauseWhy, groupResume
    case groupResumeWhy, groupRemove, groupRemoveWhy, groupRemoved, groupLastCritical, groupHasUnacked, webhook,
        webhookWhy, webhookNone, webhookLead, webhookURL
    case webhookURLHint, webhookWrongURL, webhookSendsLevels, auditCut, webhookRotate, webhookSave, webhookSet,
        webhookRemove, webhookRemoveWhy
    case webhookRemoved, webhookSecret, webhookSecretLead, webhookAttempts, webhookAttemptsShown, webhookNoAttempts
    case webhookAt, webhookAnswer, audit, auditLead, auditShown, auditNone, auditAt, auditWho, auditWhat, auditAbout
    case auditOutcome, auditDone, auditFailed, auditOfPerson, auditOfPersonWhy, auditOfActor, auditOfActorWhy
    case auditOneActor, auditOnlyRefused, auditHint, auditFile, chainNever, chainSound, chainBroken, chainChecked
    case emergencies, emergenciesLead, emergenciesOpen, emergenciesAll, emergenciesShown, emergenciesNone
    case emergenciesNever, emergenciesNoneWhy, emergencyReview, emergencyReviewed, emergencyReviewedBy
    case emergencyReviewedBefore
    case stateExpired, stateLocked, accountLocked, accountLockedWhy, apiKeyChooseRights, apiKeyRights, apiKeyAllRights
    case apiKeyChosenRights, auditNoneYet, emergencyNote
    // Patients of a clinician
    case patients, findPatient, findPatientHint, search, typeMore, notSearched, noMatch, noMatchWhy, matches
    case matchesMore, searchTooMany, searchIndexing, matchesIn, matchName, matchIdentifier, matchPhone, more
    case whichPatients, allPatients, inYourCare, withOpenAlerts, sharedWithYou, inEmergency, noEmergencyRecords,
        noPatients, newestPatients
    case waits, latestLevel, relation, openAlertCount, unreadByPatient, sampleOverdue, patientRecord, sharesResults
    case aboutPatient, reportedGenotype, nextTestDue, noKitsOfPatient, sendBy, resultsWithheld, noResultsOfPatient
    case timeline, looked, lookedInEmergency, eventReported, eventCorrected, eventWithdrawn
    case eventReleased, eventRaised, eventAcknowledged, eventResolved, eventRetracted, eventNotified, emergencyFind
    case emergencyLead, emergencyWhom, emergencyWhomHint, givenName, phoneNumber, emergencyReason, emergencyReasonHint
    case emergencyButton, notOpened, typeReason, typePhone, typeFamilyName, typeWhom, noOneFits, severalFit
    case notInYourCare, notInYourCareWhy, recordOpened, recordOpenedUnheard, recordClosed, emergencyOpen, emergencyUntil
    case emergencyTold, emergencyClose, held, notVerifiedYet, patientDoesNotSee, holdKitRejected, holdKitExpired
    case holdKitCancelled, holdKitReplaced, holdOtherResult, holdDateInFuture, holdDateBeforeBirth, holdDateBeforeIssue
    case holdDateBeforeRanges, holdDetailsInConflict, holdUnitSuspect, holdImplausibleJump, holdGenotypeContradicts
    case holdGenotypeDiffers, holdComparatorOpen, acutePhase, converted, verifiedOn, reportPDF, current, versionsCaption
    case changedWord, versionReplaced, verifyTitle, verifyHint, releaseHint, verifyReason, verifyButton, notVerified
    case verified, typeShorter, notes, noNotes, newNote, newNoteHint, saveNote, noteSaved, noteNotSaved, typeNote
    case noResultsOfStaff, withheldCount, resultsFrom, resultsTo, anyFlag, onlyHeld, filter, noMatchKit, noMatchBorn
    case noMatchOthers, lookAlikes, lookAlike, alreadyInCare, noNotesOfPatient, theResult, nextTestSet, nextTestRemoved
    case nextTestAdd, nextTestChange, nextTestTitle, nextTestLead, nextTestWhen, nextTestEvery, nextTestMonths
    case nextTestOn, nextTestDay, nextTestNone, nextTestSave, nextTestNotSet, choosePlan, typeMonths, typeTestDay
    case howKnown, typeHowKnown, eitherVerifies, laboratoryVerifies, onlyLaboratoryCorrects, noLaboratoryPhone
    case withdrawTitle, withdrawLead, withdrawReason, withdrawButton, typeWhyWrong, notWithdrawn, resultWithdrawn
    case checkedNotDrawn, unverifiedNotDrawn
    // Alerting, ranges and settings of a clinic
    case nothingWaitsHere, firstDay, firstDayLead, stepDone, stepMail, stepMailWhy, stepAdministrator
    case alertsReachNoOne, stepAdministratorWhy, stepClinician, stepClinicianWhy, stepLaboratory, stepLaboratoryWhy,
        stepRanges
    case stepRangesWhy, stepEscalation, stepEscalationWhy, stepBackup, stepBackupWhy, overdueKits, kitsForReview
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
    case queueAge, queueLimit, queueRemedy, diskRoom, diskHasRoom, diskFull, diskLimit, diskRemedy, lastBackup
    case noBackup, backupLimit, backupRemedy
    case effectOfAll, noticeOthers, noticePreview, noticeShow, keptHow, keptHowLead, keptRecords, keptUntilErased
    case keptForGood, keptErasure, keptMessages, keptSessions, keptInvitations, keptBackups, keptByOperator, lastDrill
    case drillLimit, drillRemedy, drillFailed, backupOfDatabase
    case teamsGone, rangesEnded
    // Programmes
    case programmes, programmesWhy, programmesLead, programmesNone, programmesNoneWhy, programmesNotYours
    case programmeNow, programmeFrom, figuresPeriod, figuresWeek, figuresMonth, figuresQuarter, figuresBefore
    case figuresYear, figuresOwn, figuresRefused, figuresWrongDays, figuresClinic, figuresUntil, figuresSentence
    case figuresBars, figuresCSV, figuresPDF, programmeNew, programmeMade, programmeName, programmeNameHint
    case programmePartner, programmePartnerHint, programmeStarts, programmeEnds, programmeEconomics
    case programmeEconomicsHint, programmeCurrency, programmeCurrencyHint, programmeSourceHint, programmeOne
    case programmePerQuarter, programmePerTest, programmeSaved, programmeSource, programmeSave, programmeChanged
    case programmeChange, programmeTypeName, programmesFull, programmeTypeEnd, programmeTypeCosts
    case programmeTypeAmount, programmeTargets, programmeTargetsLead, programmeTargetsSave, programmeTypeTarget
    case programmeQuarter, programmeCoordinators, programmeCoordinatorsLead, programmeCoordinatorsNone
    case programmeCoordinatorsSave, programmeCode, programmeCodeLead, programmeCodeHow, programmeCodeSignIn
    case programmeCodeOpen, programmeCodeType, ownProgramme, ownProgrammeWhy, ownProgrammeLead, ownProgrammeCode
    case ownProgrammeCodeHint, ownProgrammeLook, ownProgrammeUnknown, ownProgrammeOver, ownProgrammeOther
    case ownProgrammeJoin, ownProgrammeSees, ownProgrammeSeesCounts, ownProgrammeSeesFlags, ownProgrammeSeesTen
    case ownProgrammeHides, ownProgrammeHidesName, ownProgrammeHidesResults, ownProgrammeAgree, ownProgrammeTick
    case ownProgrammeJoined, ownProgrammeSince, ownProgrammeLeave, ownProgrammeLeaveWhy, ownProgrammeLeft
    case ownProgrammeConsent, helpPeriod, helpPending, helpReturn, helpFiles
    case figuresNumber, programmeEnd, programmeEndWhy, programmeEnded, programmeNoEnd, ownProgrammeOnlyOne
    case helpProgrammes
    // Results that a laboratory enters
    case newResult, newResultLead, labNumberHint, testDay, levelOrTypeHint, rangeFrom, rangeTo, rangeHint, methodWord
    case genotypeWord, phenotypeWord, interpretationWord, checkResult, checkResultLead, resultNotEntered, whatFollows
    case sendResult, changeResult, resultEntered, resultBefore, willAlert, willBeHeld, willWait, willReach, typeGenotype
    case typePhenotype, typeReference, chooseStatus, rangeNeeded, rangeRefused, referenceTaken, typeTestDate
    case testDateRefused, levelOrGenotype, verifyHintOwn, unmatchedResults, newNoteOfLaboratory, rangesOfLaboratory
    case noNotesOfLaboratory
    case enterAnother, findResult, warnTitle, warnOld, warnBeforeKit, warnNotArrived, alarmTitle, alarmCalls
    case alarmGoesOn, alarmCallsNone
    // Files of results, and results that wait
    case importTitle, importLead, importFile, importFileHint, importCheck, importRefused, importNoFile, importWorkbook
    case importTooLarge, importEmpty, importMap, importColumns, importColumnsLead, importSampleColumns, importNotUsed
    case importInAll, importChoose, importAsWritten, importDates, importDayFirst, importMonthFirst, importDecimals
    case importComma, importPoint, importAgain, importOther, importNothingYet, importGood, importBad, importBefore
    case importAlerts, importHolds, importWaits, importProblems, importLine, importColumn, importProblem,
        importWholeLine
    case importLines, importShown, importSend, importSave, importNone, importAlert, importHeld, importWaiting
    case importStoredBefore, importReaches, importStored, importNotStored, importFurther, importTwice, importRange
    case importEmptyCell, importEncoding, importTwoDates, importTwoNumbers, importDate, importNumber, importUnit
    case importSign, importStatus, importSample, importLong, importBroken, importSignWord, specimenWord, receivedWord
    case performerWord, deviceWord, crpUnitWord, orderWord, unmatchedLead, noUnmatched, unmatchedWrongCode
    case correctTitle, correctLead, correctReason, correctKind, correctWrong, correctMissing, correctFinal, correctCheck
    case correctCheckLead, correctNow, correctThen, correctStore, correctSame, correctEmpty, correctDone,
        correctNotStored
    case reviewTitle, reviewCount, reviewPhoto, reviewLate, reviewAlt, reviewAccept, reviewSkip, reviewDiffers,
        noReviews
    case reviewFirst, reviewDone, reviewNoPhoto, tileReview, correctChoose, typeWhyChanged, unmatchedAdvice,
        unmatchedShown, unmatchedWaits, unmatchedDays, unmatchedLink, tileHeld, tileUnmatched
    case unmatchedMaybe, unmatchedLate, unmatchedArrived, codeUse, codeTitle, codeLead, codeRight, codeNumberHint
    case codeReason, codeSame, codeCheckLead, codeNew, codeStore, codeDone, codeHalf, correctDepends, correctTold
    case reviewLarger, keyNextPhoto, keyFirstPhoto, keyLargerPhoto
    case importExample, importExampleWhy, importExampleFile
    // Alerts
    case acknowledged, asOf, whichAlerts, noOpenAlerts, noAcknowledgedAlerts, nameNotShown, openSince, minutesAgo
    case acknowledge, correctedWord, theAlert, state, stateOpen, stateAcknowledged, stateResolved, stateRetracted, told
    case inMinutes, thePatient, nobodyYet, notAcknowledged, readBack, readBackHint, levelWord, unit, choose
    case birthDate, birthDateHint, day, month, year, familyName, kitCode, labNumber, whomReached, reachedPatientByPhone
    case reachedPatientInPerson, reachedColleagueByPhone, reachedColleagueInPerson, reachedNoOther, note, notNow
    case typeNumber, chooseUnit, typeKitCode, typeDay, chooseReached, twoIdentifiers, readLevel, differs
    case somethingDiffers
    // Alerts: who was told, what comes next, whom to ask
    case beingTold, underWaySince, notArrivedYet, notTold, telephoneThem, nextStepWord, thenWord, toldAgain, noOther,
        noOneNext
    case notYetTold, willTell, stepEmpty, lackPatient, lackCare, lackTeam, lackOperator, seenWord, notYours
    case notYoursWhy, askedToAct, whomToAsk, noOneToAsk, ifItCannotWait, readBackAnyway, whatYouCanDo, eachAlone
    case correctedFromTo, correctedAgain, replacedAlert, inNewTab, readBackFacts, wrongThree, readBackWait
    case someSeconds, someMinutes, readBackSignIn, thenResolve
    case sendsNothing
}
