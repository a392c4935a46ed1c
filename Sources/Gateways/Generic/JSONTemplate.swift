package import FairKitAPI
package import FairKitCore

/// A JSON document whose texts are templates.
///
/// A value is inserted into a text of the parsed document, which is then encoded, so that no value can add a member.
package indirect enum JSONTemplate: Sendable {
    case text(MessageTemplate)
    case list([JSONTemplate])
    case object([String: JSONTemplate])
    /// A number, true, false or null.
    case fixed(JSONTree)

    package init(_ tree: JSONTree) throws(MessageTemplate.Malformed) {
        switch tree {
        case .text(let text): self = .text(try MessageTemplate(text))
        case .list(let entries):
            var list: [JSONTemplate] = []
            for entry in entries { list.append(try JSONTemplate(entry)) }
            self = .list(list)
        case .object(let members):
            var object: [String: JSONTemplate] = [:]
            for (name, member) in members { object[name] = try JSONTemplate(member) }
            self = .object(object)
        case .null, .bool, .number, .vast: self = .fixed(tree)
        }
    }

    /// Whether it says what a message does to an incident.
    package var namesEvent: Bool {
        switch self {
        case .text(let template): template.namesEvent
        case .list(let entries): entries.contains(where: \.namesEvent)
        case .object(let members): members.values.contains(where: \.namesEvent)
        case .fixed: false
        }
    }

    /// The document with a message's values.
    package func filled(
        with message: OutgoingMessage, to address: String, of tenant: TenantName = .standard
    ) -> JSONTree {
        switch self {
        case .text(let template): .text(template.filled(with: message, to: address, of: tenant))
        case .list(let entries): .list(entries.map { $0.filled(with: message, to: address, of: tenant) })
        case .object(let members): .object(members.mapValues { $0.filled(with: message, to: address, of: tenant) })
        case .fixed(let tree): tree
        }
    }
}

/// The way to a value in a JSON document: names of members and places in lists, joined by dots, such as
/// `messages.0.id`.
package struct JSONPath: Hashable, Sendable {
    private let steps: [String]

    /// nil: it has an empty step.
    package init?(_ text: String) {
        steps = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard steps.allSatisfy({ !$0.isEmpty }) else { return nil }
    }

    /// The text, number or truth at its end; nil if there is none.
    package func value(in tree: JSONTree) -> String? {
        let end = steps.reduce(tree as JSONTree?) { tree, step in
            switch tree {
            case .object(let members): members[step]
            case .list(let entries): Int(step).flatMap { entries.indices.contains($0) ? entries[$0] : nil }
            default: nil
            }
        }
        return switch end {
        case .text(let text): text
        case .number(let number): "\(number)"
        case .bool(let truth): "\(truth)"
        default: nil
        }
    }
}
