/// What a tenant shows people who register, before they consent: a text, and where its privacy notice stands. A new text
/// has a new id. See decision 0053.
package struct ConsentNotice: Equatable, Sendable {
    package let id: ConsentNoticeID
    package let text: String?
    package let url: String?

    package init(id: ConsentNoticeID, text: String?, url: String?) {
        self.id = id
        self.text = text
        self.url = url
    }

    /// Notes every invalid part.
    package static func check(text: String?, url: String?, _ faults: inout Faults) {
        faults.require(
            text?.isLongText(4000) ?? true, "/consentNotice/text",
            "1 to 4000 characters, with line feeds and no other control characters")
        faults.require(
            url.map { WebhookURL(stored: $0)?.isSecure == true } ?? true, "/consentNotice/url",
            "an address that begins with https://")
    }
}

package typealias ConsentNoticeID = ID<ConsentNotice>
