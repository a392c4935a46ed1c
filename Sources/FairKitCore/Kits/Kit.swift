/// A test kit known to FairKit.
package struct Kit: Equatable, Sendable {
    package let id: KitID
    package let code: KitCode
    package var status: KitStatus
    /// The patient, once the kit is registered.
    package var profileID: ProfileID?
    package var registeredAt: Timestamp?
    /// The last day to send the sample, in the patient's time zone.
    package var sendBy: CalendarDate?
    package var readFrom: KitSource?
    /// The photo could not be read, and a laboratory still has to compare it with the typed code.
    package var needsReview: Bool
    /// The sample or results arrived before registration. The results go to the patient after that review.
    package var resultsCameFirst: Bool

    /// The patient who gets its results; nil: none yet.
    package var patient: ProfileID? { resultsCameFirst ? nil : profileID }

    package init(
        id: KitID, code: KitCode, status: KitStatus, profileID: ProfileID?, registeredAt: Timestamp?,
        sendBy: CalendarDate?, readFrom: KitSource?, needsReview: Bool,
        resultsCameFirst: Bool = false
    ) {
        self.id = id
        self.code = code
        self.status = status
        self.profileID = profileID
        self.registeredAt = registeredAt
        self.sendBy = sendBy
        self.readFrom = readFrom
        self.needsReview = needsReview
        self.resultsCameFirst = resultsCameFirst
    }

    /// Days between registering a kit and the last day to send its sample.
    package static let daysToSend = 7
    /// How many registered kits a patient may have whose sample has not reached a laboratory. A code alone proves
    /// little, and a person who registers many kits does not own them.
    package static let maxOpen = 5
    /// After this many refused codes in a day, a patient's further codes are not checked.
    package static let maxRefusedCodes = 20
}

/// How a registered code was entered.
package enum KitSource: String, Sendable {
    case photo
    case typed
}

/// One step in a kit's life.
package struct KitEvent: Equatable, Sendable {
    package let status: KitStatus
    package let at: Timestamp
    package let actor: ActorID
    /// The step was not reported; a later one shows that it happened.
    package let implied: Bool
    /// Why, in the words of the reporter.
    package let reason: String?

    package init(status: KitStatus, at: Timestamp, actor: ActorID, implied: Bool, reason: String? = nil) {
        self.status = status
        self.at = at
        self.actor = actor
        self.implied = implied
        self.reason = reason
    }
}

package typealias KitID = ID<Kit>
