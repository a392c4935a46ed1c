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

    package init(
        id: KitID, code: KitCode, status: KitStatus, profileID: ProfileID?, registeredAt: Timestamp?,
        sendBy: CalendarDate?, readFrom: KitSource?, needsReview: Bool
    ) {
        self.id = id
        self.code = code
        self.status = status
        self.profileID = profileID
        self.registeredAt = registeredAt
        self.sendBy = sendBy
        self.readFrom = readFrom
        self.needsReview = needsReview
    }

    /// Days between registering a kit and the last day to send its sample.
    package static let daysToSend = 7
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
