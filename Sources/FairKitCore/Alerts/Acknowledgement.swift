/// A person has read an alert back, and the values were right. It is of one alert, and ends its escalation for good.
package struct Acknowledgement: Equatable, Sendable {
    package let account: AccountID
    package let at: Timestamp
    package let reached: ReadBack.Reached
    /// Which identifiers were read back, never their values.
    package let identifiers: [ReadBack.Identifier]
    package let note: String?

    /// So many wrong read-backs make the next step of the escalation due at once.
    package static let mostFailures = 3

    package init(
        account: AccountID, at: Timestamp, reached: ReadBack.Reached, identifiers: [ReadBack.Identifier], note: String?
    ) {
        self.account = account
        self.at = at
        self.reached = reached
        self.identifiers = identifiers
        self.note = note
    }
}

/// The recorded outcome of an acknowledged alert.
package struct AlertResolution: Equatable, Sendable {
    package let account: AccountID
    package let at: Timestamp
    package let outcome: Outcome
    package let note: String?

    /// The texts are stored; append only.
    package enum Outcome: String, Sendable, CaseIterable {
        case patientReached = "patient-reached"
        case patientTreated = "patient-treated"
        case repeatOrdered = "repeat-ordered"
        case falseAlarm = "false-alarm"
        case patientUnreachable = "patient-unreachable"
        case patientDied = "patient-died"
        case other
    }

    package init(account: AccountID, at: Timestamp, outcome: Outcome, note: String?) {
        self.account = account
        self.at = at
        self.outcome = outcome
        self.note = note
    }
}

/// The clinicians' answers to an alert.
package struct AlertLoop: Equatable, Sendable {
    package let acknowledgement: Acknowledgement?
    package let resolution: AlertResolution?
    /// How many read-backs were wrong.
    package let failures: Int

    package init(acknowledgement: Acknowledgement?, resolution: AlertResolution?, failures: Int) {
        self.acknowledgement = acknowledgement
        self.resolution = resolution
        self.failures = failures
    }
}
