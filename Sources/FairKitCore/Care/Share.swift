/// A patient lets another person see their results for a time.
package struct Share: Equatable, Sendable {
    package let id: ShareID
    package let profile: ProfileID
    package let recipient: Recipient
    package let createdAt: Timestamp
    package let createdBy: ActorID
    package let expiresAt: Timestamp
    /// Why and when it ended early.
    package let end: End?

    /// The recipient.
    package enum Recipient: Equatable, Sendable {
        case account(AccountID)
        /// The account with this address, in lower case. The patient does not learn whether it exists.
        case email(MailAddress)
        /// Any person with the link and its PIN.
        case link
    }

    package struct End: Equatable, Sendable {
        package let at: Timestamp
        package let reason: Reason

        /// Stored texts; they never change.
        package enum Reason: String, Sendable, CaseIterable {
            case revoked
            /// Too many wrong PINs were sent.
            case wrongPins = "wrong-pins"
        }

        package init(at time: Timestamp, reason: Reason) {
            at = time
            self.reason = reason
        }
    }

    /// The default and the longest duration.
    package static let usualLength = Duration.seconds(7 * 86_400)
    package static let longest = Duration.seconds(366 * 86_400)
    /// This many wrong PINs end a link, even with correct ones in between.
    package static let maxWrongPINs = 5

    package init(
        id: ShareID, profile: ProfileID, recipient: Recipient, createdAt: Timestamp, createdBy: ActorID,
        expiresAt: Timestamp, end: End? = nil
    ) {
        self.id = id
        self.profile = profile
        self.recipient = recipient
        self.createdAt = createdAt
        self.createdBy = createdBy
        self.expiresAt = expiresAt
        self.end = end
    }

    /// Whether it gives access at a time.
    package func holds(at now: Timestamp) -> Bool { end == nil && now < expiresAt }
}

package typealias ShareID = ID<Share>

/// Six to twelve digits, which the recipient gets by another channel than the link.
package struct SharePIN: Sendable {
    package let digits: [UInt8]

    package init?(_ text: String) {
        digits = Array(text.utf8)
        guard (6...12).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
    }
}
