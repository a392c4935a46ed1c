package import FairKitCore

/// The texts of pages, in `screens` of the catalogue.
package enum PageText: String, Sendable, CaseIterable {
    // Frame
    case skip, error, home, results, openAlerts, menu, mainMenu, accountMenu, languages, signOut, goOn, loading
    case noAnswer, older
    // Refused
    case wasStored, whatToDo, nothingSent, nothingStored, maybeStored, forOperator, notSent, otherSite, foreignForm
    case openAgain, notSignedIn, sessionEnded, signInThenBack, signInExpired, signInAgain, signInLocked
    case resetOrWait, accountSuspended, askAdministrator, notAllowed, roleForbids, notHere, wrongAddress
    case checkAddress, changedMeanwhile, someoneChanged, tooLarge, sentTooMuch, sendLess, tooMany, tooOften
    case waitAMinute, busy, serverBusy, failed, serverFailed, tellOperator, notUnderstood, requestBroken
    // Signing in
    case signIn, signedOut, endedUnsent, emailAddress, password, wrongPassword, notSignedInYet, forgotten, forgottenLead
    case sendLink, wrongAddressForm, checkMail, mailed, oneMoreStep, code, codeHint, wrongCode, factor, factorLead
    case setUpFactor, factorScan, factorSecret, factorOpenApp, backupCodes, backupLead, signInAnew
    // Home and results
    case nothingForRole, nextStep, callToday, callTodayWhy, postSample, postSampleHow, sampleTravels
    case sampleAtLaboratory, messageFollows, readResult, readResultWhy, nextTest, nothingToDo, nothingToDoWhy
    case latestResult, openResult, yourKit, noResults, newestFirst, beingChecked, noLevel, resultOf, levelName
    case levelInRange, usualRange, whatItMeans, aboutResult
    // Sessions, help and keys
    case changedNotStored, born, printed, prove, proveLead, notProved, wrongOwnPassword
    case stillThere, stillThereWhy, stay, locked, lockedWhy, unlock, otherPerson, openCriticals
    case help, helpYourWork, helpHere, helpPatient, helpClinician, helpLaboratory, helpCoordinator, helpAdministrator
    case helpNewKit, helpResultWhen, helpResultCritical, helpWhoSees, helpNewPhone, helpReadBack, helpDiffers
    case helpTwoPeople, helpNotInCare, helpLostPhone, helpKitArrives, helpWrongResult, helpFewerThanTen, helpNoNames
    case helpInvite, helpProve, helpLocked, helpTwice, helpOtherPerson, helpLanguage, helpPrint
    case keys, key, keyDoes, keysLead, keysOpen, keyTab, keyEnter, keyEscape, keyArrows, keyHelp, singleKeys
    case singleKeysOn, singleKeysOff, switchOn, switchOff, keysSwitched
    // Alerts: work and time
    case notLiveSince, reload, acknowledgedAlerts, resolvedAlerts, allAlerts, openNumber, acknowledgedNumber
    case resolvedNumber, allWord, noResolvedAlerts, noAlerts, showAllAlerts, urgentFirst, onThisPage, alertsShown
    case alertNumber, bornOn, aTeam, theOperator, noFurther, whyCriticalHigh, whySevereLow, whyJump, whyGenotype
    case whyCorrected, whyWithdrawn, sameResult, toVerify, acknowledgedBy, resolvedBy, alertsNew, alertsChanged
    case alertsGone, openNow, firstWas, endedMeanwhile, lateStored, lateNote, whoWasTold, stepSkipped, stepCancelled
    case sendWaiting, sendSent, sendDelivered, sendFailed, sendCancelled, wrongReadBacks, earlierLevel
    case correctionReason, whatCameOfIt, resolveAlert, notResolved, resolved, chooseOutcome, acknowledgeFirst
    case noteTooLong, outcomeReached, outcomeTreated, outcomeRepeat, outcomeFalseAlarm, outcomeUnreachable
    case outcomeDied, outcomeOther, onCall, noTeams, myShifts, noOwnShift, zoneUnknown, zoneOf, periodWord, nowWord
    case fromTime, untilTime, allTheTime, noOneOnCall, atOnce, tileOpen, tileAcknowledged, mostUrgent, heldResults
    case nothingWaits, onCallNow, onCallNext
    case chooseMember, typeUntil, typeFrom, untilTooEarly, overrideRefused, overrideAdded, overrideRemoved
    case takenOver, allOnShift, insteadOf, endOverride, putOnCall, zoneNote, whoTakesOver, insteadOfWhom, fromDay
    case fromClock, untilDay, untilClock, changeOnCall
    // Test kits and results of a patient
    case testKit, registerKit, registerLead, kitPhoto, kitPhotoHint, orWord, kitCodeHint, kitSecret
    case kitSecretLabel, kitSecretHint, notRegistered, adviceNothing, adviceCodeAlone, adviceNoBars
    case adviceCutOff, adviceSmall, adviceBlurred, adviceUnclear, adviceSeveral, adviceDisagrees
    case adviceForeign, advicePhotoCheck, adviceDamaged, adviceLarge, adviceKind, adviceBusy, advicePrefix
    case adviceLength, adviceDigits, adviceChecksum, adviceLetter, adviceDigit, adviceOwn, adviceOther
    case adviceClosed, adviceUnknown, adviceSecret, adviceTooMany, adviceWait, checkKit, checkKitLead
    case readFromPhoto, readFromTyping, kitFor, changeName, changeCode, postBy, registerNow, kitRegistered
    case kitPosted, kitsCount, noKits, noKitsWhy, openKit, kitHistory, byDay, iPosted, kitCompared
    case kitOverdue, kitOverdueWhy, kitConfirm, kitConfirmWhy, kitReady, kitRejected, kitNew, kitExpired
    case kitCancelled, kitReplaced, kitReplacedWhy, kitUnregistered, hello, heldTitle, heldWhy, heldSince
    case trend, shares, waysToSee, newWord, sharedBy, partial, replacedBecause, openPDF, criticalSince
    case criticalOpen, criticalKnown, criticalClosed, noTrend, noTrendWhy, trendOf, trendSentence
    case trendUnits, trendLegend, change, courseFirst, courseRisen, courseFallen, courseSteady, courseOpen
    case lessThan, atMost, atLeast, moreThan, shareTitle, shareLead, shareUntil, daysLong, chooseDays
    case sharePIN, sharePINHint, typePIN, shareMake, shareMade, shareMadeLead, shareLink, notShared
    case sharesGiven, noShares, shareByLink, shareWithAccount, shareEnds, shareEnded, sharePINsWrong
    case shareOpened, shareNever, endShare, shareStopped
    // One's own account
    case ownProfile, ownAccount, ownDetails, ownDetailsWhy, ownStaffDetailsWhy, ownLanguage, ownLanguageWhy
    case ownPrivacy, ownPrivacyWhy, ownSecurity, ownSecurityWhy, ownSave, ownSaved, ownNotSaved, ownChooseOne
    case ownPasswordNow, ownTypePassword, ownTypeCode, ownWrongPassword, ownPasswordShort, ownPasswordLong
    case ownPasswordCommon, ownPasswordPattern, ownPasswordPersonal, ownGivenName, ownNameShown, ownSex, ownPhone
    case ownPhoneHint, ownTypeName, ownTypePhone, ownBirthDateFar, ownConflict, ownStoredNow, ownTimeZone
    case ownTimeZoneHint, ownTypeZone, ownConsents, ownConsentsLead, ownConsentClinicians, ownConsentCliniciansText
    case ownConsentResearch, ownConsentResearchText, ownConsentPartners, ownConsentPartnersText, ownAgreed
    case ownNotAgreed, ownDoYouAgree, ownAgree, ownDisagree, ownAccesses, ownAccessesWhy, ownAccessesLead
    case ownAccessesShown, ownMore, ownNoMore, ownInEmergency, ownWasRefused, ownYou
    case ownLinkReader, ownServer, ownRolePatient, ownRoleClinician, ownRoleLaboratory, ownRoleAdministrator
    case ownRoleCoordinator, ownRoleProgram, ownReadProfile, ownMadeProfile, ownChangedProfile, ownReadKit
    case ownRegisteredKit, ownChangedKit, ownReadResult, ownReportedResult, ownReadAlert, ownHandledAlert
    case ownReadMessages, ownNotesUsed, ownReadAccesses, ownTookFile, ownAskedErasure, ownStoppedErasure
    case ownUsedEmergency, ownManagedShare, ownOpenedShare, ownChangedCare, ownUsedCalendar, ownOther, ownErasure
    case ownErasureWhy, ownErasureGoes, ownErasureGoesText, ownErasureStays, ownErasureStaysText, ownErasureDelay
    case ownErasureDelayText, ownErasureConfirm, ownErasureType, ownErasureWord, ownErasureWrongWord
    case ownErasureButton, ownErasureAsked, ownErasurePending, ownErasureDue, ownErasureStop, ownErasureStopped
    case ownErasureHeld
    case ownChangePassword, ownPasswordSince, ownPasswordLead, ownPasswordHint, ownNewPassword, ownPasswordAgain
    case ownPasswordsDiffer, ownPasswordChanged, ownFactorLead, ownFactorSince, ownFactorOff, ownFactorSetUp
    case ownFactorMove, ownFactorCodes, ownCodesLeft, ownFactorOffNow, ownFactorAgain, ownFactorSet
    case ownFactorRemoved, ownWrongAppCode, ownWhatToDo, ownSessions, ownSessionsWhy, ownThisSession
    case ownOtherSessions, ownAllOthers, ownNoOthers, ownChooseSession, ownEndSession, ownSessionEnded, ownLastUsed
    case ownFromAddress, ownDeviceOn, ownOtherDevice, ownChangeEmail, ownEmailLead, ownNewEmail, ownOtherAddress
    case ownSendConfirmation, ownEmailAsked
    case ownContacts, ownContactsWhy, ownContactsLead, ownAddContact, ownContactKind, ownContactAddress, ownSendCode
    case ownContactsFull, ownCodesLimited, ownContact, ownContactUsed, ownContactWaits, ownContactGone
    case ownContactCode, ownContactCodeHint, ownConfirm, ownTypeSixDigits, ownWrongContactCode, ownNoContactCode
    case ownRemoveContact, ownContactAdded, ownContactRemoved, ownByEmail, ownByPush, ownBySMS, ownByVoice
    case ownNotices, ownNoticesWhy, ownCriticalByEmail, ownAboutCritical, ownAboutResults, ownAboutReminders
    case ownAboutArticles, ownQuietHours, ownQuietHoursHint, ownQuietFrom, ownQuietTo, ownTypeTime, ownTimesSame
    case ownMoreChoices, ownShowCritical, ownShowValues, ownAlwaysSMS, ownEmailInstead, ownMessages, ownMessagesWhy
    case ownMessagesLead, ownNoMessages, ownMarkAllRead, ownAllRead, ownNewMessage, ownCalendar, ownCalendarWhy
    case ownCalendarLead, ownCalendarRenew, ownCalendarOpen, ownCalendarClose, ownCalendarClosed, ownCalendarAddress
    case ownCalendarCopy
    // Patients of a clinician
    case patients, findPatient, findPatientHint, search, typeMore, notSearched, noMatch, noMatchWhy, matches
    case matchesMore, searchTooMany, searchIndexing, matchesIn, matchName, matchIdentifier, matchPhone, more
    case whichPatients, allPatients, inYourCare, withOpenAlerts, sharedWithYou, inEmergency, noPatients
    case newestPatients, waits, latestLevel, relation, openAlertCount, unreadByPatient, sampleOverdue
    case patientRecord, sharesResults, aboutPatient, reportedGenotype, nextTestDue, noKitsOfPatient, sendBy
    case resultsWithheld, noResultsOfPatient, levelToVerify, timeline, looked, lookedInEmergency, eventReported
    case eventCorrected, eventWithdrawn, eventReleased, eventRaised, eventAcknowledged, eventResolved
    case eventRetracted, eventNotified, emergencyFind, emergencyLead, emergencyWhom, emergencyWhomHint, givenName
    case phoneNumber, emergencyReason, emergencyReasonHint, emergencyButton, notOpened, typeReason, typePhone
    case typeFamilyName, typeWhom, noOneFits, severalFit, notInYourCare, notInYourCareWhy, recordOpened
    case recordOpenedUnheard, recordClosed, emergencyOpen, emergencyUntil, emergencyTold, emergencyClose, held
    case notVerifiedYet, patientDoesNotSee, holdKitRejected, holdKitExpired, holdKitCancelled, holdKitReplaced
    case holdOtherResult, holdDateInFuture, holdDateBeforeBirth, holdDateBeforeIssue, holdDateBeforeRanges
    case holdDetailsInConflict, holdUnitSuspect, holdImplausibleJump, holdGenotypeContradicts, holdGenotypeDiffers
    case holdComparatorOpen, acutePhase, converted, verifiedOn, reportPDF, current, versionsCaption, changedWord
    case versionReplaced, verifyTitle, verifyHint, releaseHint, verifyReason, verifyButton, notVerified, verified
    case typeShorter, notes, noNotes, newNote, newNoteHint, saveNote, noteSaved, noteNotSaved, typeNote
    case noResultsOfStaff, withheldCount, resultsFrom, resultsTo, anyFlag, onlyHeld, filter
    // Alerts
    case acknowledged, asOf, whichAlerts, noOpenAlerts, noAcknowledgedAlerts, nameNotShown, openSince, minutesAgo
    case acknowledge, correctedWord, theAlert, state, stateOpen, stateAcknowledged, stateResolved, stateRetracted
    case told, nextWord, inMinutes, thePatient, nobodyYet, notAcknowledged, readBack, readBackHint, levelWord, unit
    case choose, birthDate, birthDateHint, day, month, year, familyName, kitCode, labNumber, whomReached
    case reachedPatientByPhone, reachedPatientInPerson, reachedColleagueByPhone, reachedColleagueInPerson
    case reachedNoOther, note, notNow, typeNumber, chooseUnit, typeKitCode, typeDay, chooseReached, twoIdentifiers
    case readLevel, differs, somethingDiffers
}

extension PageText {
    /// Reads all texts and files of pages. A fault in one ends the process now, and not when a page is shown.
    package static func readAll() {
        for language in Language.allCases { for text in allCases { _ = text.template(in: language) } }
        _ = (Assets.style, Assets.script)
    }

    /// The text in a language: a `TextTemplate`. A text that is missing, or that no case names, stops the tests.
    package func template(in language: Language) -> String {
        guard let text = language.screens[rawValue] else { fatalError("\(language) has no text \(rawValue)") }
        return text
    }
}

extension Language {
    /// A text of a page, with its values.
    func page(_ text: PageText, _ values: [String: TextTemplate.Value]) -> String {
        let template = text.template(in: self)
        return TextTemplate.ofCatalogue(template).text(in: self) { values[$0] } ?? template
    }
}
