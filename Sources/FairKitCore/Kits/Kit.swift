/// A test kit that FairKit has heard of.
package struct Kit: Hashable, Sendable {
    package let id: KitID
    package let code: KitCode
    package var status: KitStatus
    /// Whose it is, from its registration on.
    package var profileID: ProfileID?
    package var registeredAt: Timestamp?
    /// The last day to send the sample, in the patient's time zone.
    package var sendBy: CalendarDate?
    package var readFrom: KitSource?
    /// The photo could not be read, and a laboratory has yet to compare it with the typed code.
    package var needsReview: Bool
    /// The sample or results came before it was registered: its results wait for that review. Then they are given to the patient.
    package var resultsCameFirst: Bool

    /// Whose its results are; nil: nobody's yet.
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
    /// So many kits a patient may have registered whose sample no laboratory has received: a code alone says little, and whoever registers
    /// many is not their owner.
    package static let mostOpen = 5
    /// So many codes of a patient are refused in a day before others are not looked at.
    package static let mostRefusedCodes = 20
}

/// Where a registered code came from.
package enum KitSource: String, Sendable {
    case photo
    case typed
}

/// One step in a kit's life.
package struct KitEvent: Hashable, Sendable {
    package let status: KitStatus
    package let at: Timestamp
    package let actor: ActorID
    /// Nobody reported this step; a later one shows that it happened.
    package let implied: Bool
    /// Why, in the words of whoever reported it.
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
