package import FairKitCore

/// A URL with places for a message's values in its query. Values are percent-encoded.
package struct URLTemplate: Hashable, Sendable {
    private let template: MessageTemplate
    /// Without the query.
    package let base: WebhookURL

    package enum Malformed: Error, Hashable, Sendable {
        case template(MessageTemplate.Malformed)
        /// A placeholder before the question mark: a value could choose another host or path.
        case placeholder
        case url(Invalid)
    }

    /// - Parameter allowsPrivate: as of `WebhookURL`.
    package init(_ text: String, allowsPrivate: Bool) throws(Malformed) {
        do { template = try MessageTemplate(text) } catch { throw .template(error) }
        guard template.isFixed || template.beginning.contains("?") else { throw .placeholder }
        let base = String(text.prefix { $0 != "?" })
        do { self.base = try WebhookURL(base, allowsPrivate: allowsPrivate) } catch { throw .url(error) }
        // The rest is checked with harmless values.
        let sample = OutgoingMessage(
            id: "a", title: "a", body: "a", link: nil, lane: .others, badge: nil, collapseID: nil, data: nil,
            expiresAt: Timestamp(milliseconds: 0))
        let filled = template.filled(with: sample, to: "a")
        do { _ = try WebhookURL(filled, allowsPrivate: allowsPrivate) } catch { throw .url(error) }
    }

    /// Whether it says what a message does to an incident.
    package var namesEvent: Bool { template.namesEvent }

    /// nil: with the values it is too long.
    package func filled(
        with message: OutgoingMessage, to address: String, of tenant: TenantName = .standard
    ) -> WebhookURL? {
        WebhookURL(stored: template.filled(with: message, to: address, of: tenant, encode: \.percentEncoded))
    }
}
