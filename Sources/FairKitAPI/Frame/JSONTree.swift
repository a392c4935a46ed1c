package import FoundationEssentials

/// JSON of unknown shape: a merge patch, the input of `fields`, or a response that a command prints as it is.
package enum JSONTree: Codable, Hashable, JSONWritable {
    case null
    case bool(Bool)
    case number(Decimal)
    /// A number too large for a decimal (1e300), which is valid JSON.
    case vast(Double)
    case text(String)
    case list([JSONTree])
    case object([String: JSONTree])

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Decimal.self) {
            self = .number(value)
        } else if let value = try? container.decode(Double.self) {
            self = .vast(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSONTree].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: JSONTree].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .vast(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    package func write(to json: inout JSONWriter) {
        switch self {
        case .null: json.writeNull()
        case .bool(let value): json.write(value)
        case .number(let value): value.write(to: &json)
        case .vast(let value): value.write(to: &json)
        case .text(let value): json.write(value)
        case .list(let value): value.write(to: &json)
        case .object(let value): value.write(to: &json)
        }
    }

    /// The JSON of a value.
    package init(of value: some JSONWritable) throws {
        self = try JSONDecoder().decode(JSONTree.self, from: Data(JSONWriter.bytes(ofAll: value)))
    }

    /// The canonical form of a JSON text: members in order, no white space, numbers without trailing zeros. The text as
    /// it is, if it is not JSON.
    ///
    /// - Parameter names: the members of the object that are left out.
    package static func canonical(_ json: [UInt8], without names: Set<String> = []) -> [UInt8] {
        guard var tree = try? JSONDecoder().decode(JSONTree.self, from: Data(json)) else { return json }
        if !names.isEmpty, case .object(let members) = tree {
            tree = .object(members.filter { !names.contains($0.key) })
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(tree)).map { Array($0) } ?? json
    }

    /// The text at a JSON pointer as it was sent, or other JSON there; nil: there is nothing.
    package func sent(at pointer: String) -> String? {
        var tree = self
        for name in pointer.split(separator: "/") {
            switch tree {
            case .object(let members):
                guard let member = members[String(name.replacing("~1", with: "/").replacing("~0", with: "~"))] else {
                    return nil
                }
                tree = member
            default: return nil
            }
        }
        switch tree {
        case .null: return nil
        case .text(let text): return text
        case .bool, .number, .vast, .list, .object:
            return (try? JSONEncoder().encode(tree)).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// This document with a text at a JSON pointer; nil takes out what is there.
    package func setting(_ text: String?, at pointer: String) -> JSONTree {
        let patch = pointer.split(separator: "/").reversed().reduce(text.map { JSONTree.text($0) } ?? .null) {
            .object([String($1): $0])
        }
        return merged(with: patch)
    }

    /// This document after a merge patch (RFC 7396, section 2).
    package func merged(with patch: JSONTree) -> JSONTree {
        guard case .object(let changes) = patch else { return patch }
        var members: [String: JSONTree] = if case .object(let members) = self { members } else { [:] }
        for (name, change) in changes {
            members[name] = change == .null ? nil : (members[name] ?? .null).merged(with: change)
        }
        return .object(members)
    }

    /// The members with these dotted names; of a list, those of each entry. nil for a value without members.
    package func choosing(_ names: [[Substring]]) -> JSONTree? {
        switch self {
        case .object(let members):
            var chosen: [String: JSONTree] = [:]
            for (first, paths) in Dictionary(grouping: names, by: \.first) {
                guard let first, let member = members[String(first)] else { continue }
                let rest = paths.map { Array($0.dropFirst()) }
                chosen[String(first)] = rest.contains([]) ? member : member.choosing(rest)
            }
            return .object(chosen)
        case .list(let entries): return .list(entries.compactMap { $0.choosing(names) })
        case .null, .bool, .number, .vast, .text: return nil
        }
    }
}
