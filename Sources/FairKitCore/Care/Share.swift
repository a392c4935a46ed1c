/// That a person lets somebody else see their results for a time.
package struct Share: Hashable, Sendable {
    package let id: ShareID
    package let profile: ProfileID
    package let recipient: Recipient
    package let createdAt: Timestamp
    package let createdBy: ActorID
    package let expiresAt: Timestamp
    /// Why and when it ended before its time.
    package let end: End?

    /// With whom.
    package enum Recipient: Hashable, Sendable {
        case account(AccountID)
        /// Whoever signs in with this address, in small letters. Whether somebody does is not told.
        case email(MailAddress)
        /// Whoever has the link and its PIN.
        case link
    }

    package struct End: Hashable, Sendable {
        package let at: Timestamp
        package let reason: Reason

        /// The texts are stored for ever.
        package enum Reason: String, Sendable, CaseIterable {
            case revoked
            /// Too many wrong PINs came.
            case wrongPins = "wrong-pins"
        }

        package init(at time: Timestamp, reason: Reason) {
            at = time
            self.reason = reason
        }
    }

    /// How long one lasts if nothing is said, and at most.
    package static let usualLength = Duration.seconds(7 * 86_400)
    package static let longest = Duration.seconds(366 * 86_400)
    /// So many wrong PINs end a link, however many right ones came between them.
    package static let mostWrongPins = 5

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

    /// Whether it opens anything at a time.
    package func holds(at now: Timestamp) -> Bool { end == nil && now < expiresAt }
}

package typealias ShareID = ID<Share>

/// Six to twelve digits that go to the recipient by another way than the link.
package struct SharePIN: Sendable {
    package let digits: [UInt8]

    package init?(_ text: String) {
        digits = Array(text.utf8)
        guard (6...12).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
    }
}
