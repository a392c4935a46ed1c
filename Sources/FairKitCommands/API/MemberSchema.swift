package import FairKitAPI
import FoundationEssentials

/// The type of a member or parameter, as the OpenAPI document describes it: its kinds, allowed texts and members.
package struct MemberSchema: Decodable, Sendable {
    package enum Kind: String, Decodable, Sendable {
        case string, integer, number, boolean, array, object, null

        var words: String {
            switch self {
            case .string: "text"
            case .integer: "a whole number"
            case .number: "a number"
            case .boolean: "true or false"
            case .array: "a list"
            case .object: "an object"
            case .null: "null"
            }
        }
    }

    package let name: String?
    /// Empty: any JSON.
    let type: [Kind]
    let `enum`: [String]?
    package let members: [MemberSchema]?
    var required: [String]?
    /// The schema of an object's other members; nil: it has no others.
    let others: [MemberSchema]?
    /// The schema of a list's entries.
    let items: [MemberSchema]?
    /// Whether it is the content of a file.
    let file: Bool?
    package let about: String?
    let limits: String?

    /// The value of a text: other JSON where the type takes it, else the text as it is.
    package func value(of text: String) -> JSONTree {
        guard let json = try? JSONDecoder().decode(JSONTree.self, from: Data(text.utf8)) else { return .text(text) }
        if case .text = json { return .text(text) }
        return accepts(json) ? json : .text(text)
    }

    private func accepts(_ tree: JSONTree) -> Bool {
        guard !type.isEmpty else { return true }
        switch tree {
        case .null: return type.contains(.null)
        case .bool: return type.contains(.boolean)
        case .number(let number):
            return type.contains(.number) || type.contains(.integer) && Int64(number.description) != nil
        case .vast: return type.contains(.number)
        case .text: return type.contains(.string)
        case .list: return type.contains(.array)
        case .object: return type.contains(.object)
        }
    }

    /// The invalid parts of a value, each with its place: unknown and missing members, and wrong types.
    package func faults(in tree: JSONTree, at place: String = "") -> [String] {
        guard accepts(tree) else { return ["\(place): This is not \(kinds)."] }
        switch tree {
        case .object(let sent):
            let unknown = sent.sorted { $0.key < $1.key }.flatMap { name, value in
                guard let schema = member(name) ?? others?.first else {
                    return ["\(place.member(name)): There is no such member. \(choices)"]
                }
                return schema.faults(in: value, at: place.member(name))
            }
            let missing = (required ?? []).filter { sent[$0] == nil }
            return unknown + missing.map { "\(place.member($0)): This is missing." }
        case .list(let entries):
            guard let schema = items?.first else { return [] }
            return entries.enumerated().flatMap { schema.faults(in: $1, at: place.member("\($0)")) }
        case .text(let text):
            guard let texts = self.enum, !texts.contains(text) else { return [] }
            return ["\(place): This is one of \(texts.joined(separator: ", "))."]
        case .null, .bool, .number, .vast: return []
        }
    }

    func member(_ name: String) -> MemberSchema? { members?.first { $0.name == name } }

    private var choices: String {
        let names = (members ?? []).compactMap(\.name)
        return names.isEmpty ? "It takes none." : "There are \(names.joined(separator: ", "))."
    }

    /// `a whole number, at least 0, at most 720`
    var kinds: String {
        guard file != true else { return "a file, as @FILE" }
        let kinds = type.filter { $0 != .null }.map(\.words).joined(separator: " or ")
        return ([kinds.isEmpty ? "any JSON" : kinds] + [limits].compactMap(\.self)).joined(separator: ", ")
    }

    /// A line for each member, and for the members in it, as the description of an operation prints them.
    func lines(indent: String = "  ") -> [String] {
        (members ?? []).flatMap { member in
            let name = (member.name ?? "") + (required?.contains(member.name ?? "") == true ? " (required)" : "")
            let texts = member.enum.map { ": \($0.joined(separator: ", "))" } ?? ""
            let about = member.about.map { "\n\(indent)    \($0)" } ?? ""
            let inner = member.lines(indent: indent + "  ") + (member.items?.first?.lines(indent: indent + "  ") ?? [])
            return ["\(indent)\(name): \(member.kinds)\(texts)\(about)"] + inner
        }
    }
}

extension String {
    /// The place of a member in the value at this place.
    fileprivate func member(_ name: String) -> String { isEmpty ? name : "\(self).\(name)" }
}
