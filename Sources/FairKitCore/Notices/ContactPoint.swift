/// A way to reach a person or a team.
package struct ContactPoint: Equatable, Sendable {
    package let id: ContactPointID
    package let owner: Owner
    package let kind: ContactKind
    /// In the form of its kind: an e-mail address, a telephone number (E.164), a device's token, a browser's
    /// subscription, or a URL. It is never logged.
    package let address: String
    package let createdAt: Timestamp
    /// nil: its owner has not proven it yet, and it is not used.
    package let verifiedAt: Timestamp?
    package let disabled: Disabled?

    package enum Owner: Hashable, Sendable {
        case account(AccountID)
        case team(TeamID)
    }

    /// The provider said that the address no longer exists.
    package struct Disabled: Equatable, Sendable {
        package let at: Timestamp
        package let reason: String

        package init(at: Timestamp, reason: String) {
            self.at = at
            self.reason = reason
        }
    }

    package init(
        id: ContactPointID, owner: Owner, kind: ContactKind, address: String, createdAt: Timestamp,
        verifiedAt: Timestamp?, disabled: Disabled? = nil
    ) {
        self.id = id
        self.owner = owner
        self.kind = kind
        self.address = address
        self.createdAt = createdAt
        self.verifiedAt = verifiedAt
        self.disabled = disabled
    }

    /// A browser's subscription that has taken no message in this time and this many attempts is disabled.
    package static let trial = Duration.seconds(86_400)
    package static let mostFailures = 20

    package var isUsed: Bool { verifiedAt != nil && disabled == nil }
}

package typealias ContactPointID = ID<ContactPoint>

/// A channel. The texts are stored and are labels of metrics; append only.
package enum ContactKind: String, Sendable, CaseIterable {
    case email
    case sms
    case voice
    case apns
    case fcm
    case webPush = "web-push"
    case slack
    case teams
    case pagerDuty = "pagerduty"
    /// The generic HTTP channel.
    case http

    /// Whether it is an app or a browser on a device, which belongs to the person who signed in on it last.
    package var isDevice: Bool { self == .apns || self == .fcm || self == .webPush }

    /// Whether the address names the host, so that who wrote the address chose it.
    package var isChosenByReceiver: Bool { self == .webPush || self == .slack || self == .teams }
}
