package import FairKitCore

/// A text with placeholders for a message's values, such as `{to}` and `{body}`: see `Placeholder`. `{{` and `}}` stand for braces.
///
/// It is read once, and values are inserted once, so braces in a value mean nothing.
package struct MessageTemplate: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case text(String)
        case placeholder(Placeholder)
    }

    private let parts: [Part]

    package enum Placeholder: String, Sendable, CaseIterable {
        case to, title, body, link, id, event, incident
        /// A telephone number without its plus sign; any other address as it is.
        case number
        /// The tenant that sends it, for the address of its receipts.
        case tenant
    }

    package enum Malformed: Error, Hashable, Sendable {
        /// There is no such placeholder.
        case unknown(String)
        /// A brace without its partner.
        case brace
    }

    package init(_ text: String) throws(Malformed) {
        var parts: [Part] = []
        var plain = ""
        var rest = text[...]
        while let character = rest.popFirst() {
            switch character {
            case "{" where rest.first == "{", "}" where rest.first == "}":
                plain.append(character)
                rest.removeFirst()
            case "{":
                let name = rest.prefix { $0 != "}" && $0 != "{" }
                rest = rest[name.endIndex...]
                guard rest.popFirst() == "}" else { throw .brace }
                guard let placeholder = Placeholder(rawValue: String(name)) else { throw .unknown(String(name)) }
                parts += [.text(plain), .placeholder(placeholder)]
                plain = ""
            case "}":
                throw .brace
            default:
                plain.append(character)
            }
        }
        self.parts = (parts + [.text(plain)]).filter { $0 != .text("") }
    }

    /// Whether it says what a message does to an incident.
    package var namesEvent: Bool { parts.contains(.placeholder(.event)) }

    /// Whether it has places.
    package var isFixed: Bool { parts.allSatisfy { if case .placeholder = $0 { false } else { true } } }

    /// The text before the first placeholder.
    package var beginning: String { if case .text(let text)? = parts.first { text } else { "" } }

    /// The text with a message's values.
    ///
    /// - Parameter encode: makes a value safe for the text's format.
    package func filled(
        with message: OutgoingMessage, to address: String, of tenant: TenantName = .standard,
        encode: (String) -> String = { $0 }
    ) -> String {
        parts.reduce(into: "") { text, part in
            switch part {
            case .text(let plain): text += plain
            case .placeholder(.to): text += encode(address)
            case .placeholder(.number): text += encode(PhoneNumber(address)?.digits ?? address)
            case .placeholder(.tenant): text += "\(tenant)"
            case .placeholder(.title): text += encode(message.title)
            case .placeholder(.body): text += encode(message.body)
            case .placeholder(.link): text += encode(message.link ?? "")
            case .placeholder(.id): text += encode(message.id)
            case .placeholder(.event): text += message.incidentEvents.first?.event.rawValue ?? ""
            case .placeholder(.incident): text += encode(message.incidentEvents.first?.key ?? "")
            }
        }
    }
}
