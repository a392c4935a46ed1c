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
    // Alerts
    case acknowledged, asOf, whichAlerts, noOpenAlerts, noAcknowledgedAlerts, nameNotShown, openSince, minutesAgo
    case acknowledge, correctedWord, theAlert, state, stateOpen, stateAcknowledged, stateResolved, stateRetracted
    case told, nextWord, inMinutes, thePatient, nobodyYet, notAcknowledged, readBack, readBackHint, levelWord, unit
    case choose, birthDate, birthDateHint, day, month, year, familyName, kitCode, labNumber, whomReached
    case reachedPatientByPhone, reachedPatientInPerson, reachedColleagueByPhone, reachedColleagueInPerson
    case reachedNoOther, note, notNow, typeNumber, chooseUnit, typeKitCode, typeDay, chooseReached, twoIdentifiers
    case readLevel, differs, somethingDiffers
}

extension Language {
    /// A text of a page, with its values.
    package func page(_ text: PageText, _ values: [String: TextTemplate.Value]) -> String {
        let template = screens[text]
        return TextTemplate.ofCatalogue(template).text(in: self) { values[$0] } ?? template
    }
}
