/// A message to one contact point, ready to be sent.
package struct OutgoingMessage: Hashable, Sendable {
    /// Stays the same over all attempts, so that a receiver recognises a repetition.
    package let id: String
    /// The name of the tenant that writes, as people know it; a mail comes from it. Empty: from the address alone.
    package let sender: String
    package let title: String
    package let body: String
    /// The page that it opens; nil: none.
    package let link: String?
    /// Whether it breaks through silence and quiet hours.
    package let isCritical: Bool
    /// The number on the app's icon; nil: unchanged.
    package let badge: Int?
    /// Messages with the same text replace each other on a device; nil: none.
    package let collapseID: String?
    /// The JSON object that an app receives beside the text, such as the payload of requirement R3.2; nil: none.
    package let data: [UInt8]?
    /// It is of no use afterwards.
    package let expiresAt: Timestamp

    package init(
        id: String, sender: String = "", title: String, body: String, link: String?, isCritical: Bool, badge: Int?,
        collapseID: String?, data: [UInt8]?, expiresAt: Timestamp
    ) {
        self.id = id
        self.sender = sender
        self.title = title
        self.body = body
        self.link = link
        self.isCritical = isCritical
        self.badge = badge
        self.collapseID = collapseID
        self.data = data
        self.expiresAt = expiresAt
    }
}
