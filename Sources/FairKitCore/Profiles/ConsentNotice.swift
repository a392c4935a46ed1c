/// The notice that a tenant shows people who register, before they consent: a text, and where its privacy notice stands. A
/// new text has a new id. See decision 0053.
package struct ConsentNotice: Equatable, Sendable {
    package let id: ConsentNoticeID
    package let text: String?
    package let url: String?

    package init(id: ConsentNoticeID, text: String?, url: String?) {
        self.id = id
        self.text = text
        self.url = url
    }

    /// Whether people read the same.
    package func says(_ other: ConsentNotice?) -> Bool { (text, url) == (other?.text, other?.url) }

    /// Records every invalid part.
    package static func check(
        text: String?, url: String?, at pointer: String = "/consentNotice", _ faults: inout Faults
    ) {
        faults.require(
            text?.isLongText(4000) ?? true, "\(pointer)/text",
            "1 to 4000 characters, with line feeds and no other control characters")
        faults.require(
            url.map { WebhookURL(stored: $0)?.isSecure == true } ?? true, "\(pointer)/url",
            "an address that begins with https://")
    }
}

extension ConsentNotice {
    /// Id, address and text, each on a line of its own; the text may have more.
    package var stored: String { "\(id)\n\(url ?? "")\n\(text ?? "")" }

    init?(stored: String) {
        let parts = stored.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let id = ConsentNoticeID(parts[0]) else { return nil }
        self.init(id: id, text: parts[2].isEmpty ? nil : parts[2], url: parts[1].isEmpty ? nil : parts[1])
    }
}

package typealias ConsentNoticeID = ID<ConsentNotice>
