/// The name by which people know a tenant: mails and account pages show it.
package struct DisplayName: Equatable, Sendable, CustomStringConvertible {
    package let text: String

    /// The most characters that a display name has.
    package static let longest = 60

    /// - Parameter text: one line of 1 to 60 characters, not only spaces; nil for anything else.
    package init?(_ text: String) {
        // Some mail clients take the separators of lines and paragraphs for the end of a header.
        guard text.isText(1...DisplayName.longest),
            !text.unicodeScalars.contains(where: { ["\u{2028}", "\u{2029}"].contains($0) })
        else { return nil }
        self.text = text
    }

    /// The name of a tenant that has not set one: the name that requests use, or the product's for the tenant `default`.
    package init(of tenant: TenantName) { text = tenant == .standard ? "FairKit" : tenant.text }

    package var description: String { text }
}
