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
    case signIn, signedOut, emailAddress, password, wrongPassword, notSignedInYet, forgotten, forgottenLead
    case sendLink, wrongAddressForm, checkMail, mailed, oneMoreStep, code, codeHint, wrongCode, factor, factorLead
    case setUpFactor, factorScan, factorSecret, factorOpenApp, backupCodes, backupLead, signInAnew
    // Home and results
    case nothingForRole, nextStep, callToday, callTodayWhy, postSample, postSampleHow, sampleTravels
    case sampleAtLaboratory, messageFollows, readResult, readResultWhy, nextTest, nothingToDo, nothingToDoWhy
    case latestResult, openResult, yourKit, noResults, newestFirst, beingChecked, noLevel, resultOf, levelName
    case levelInRange, usualRange, whatItMeans, aboutResult
    // Sessions, help and keys
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
    // One's own account
    // Patients of a clinician
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
