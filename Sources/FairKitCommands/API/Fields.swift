package import ArgumentParser
package import FairKitAPI
import FoundationEssentials

/// The members that the options `-f name=value` give: dots lead to members of members, and a repeated name makes a list.
package struct Fields: Sendable {
    private let pairs: [(path: [String], text: String)]

    package init(_ options: [String]) throws(ValidationError) {
        var pairs: [(path: [String], text: String)] = []
        for option in options {
            guard let sign = option.firstIndex(of: "="), sign != option.startIndex else {
                throw ValidationError("-f takes a member and its value, such as -f name.given=Ada.")
            }
            let path = option[..<sign].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            pairs.append((path, String(option[option.index(after: sign)...])))
        }
        self.pairs = pairs
    }

    package var isEmpty: Bool { pairs.isEmpty }
    var names: Set<String> { Set(pairs.compactMap(\.path.first)) }

    /// The fields whose first member has one of these names, or none of them.
    func having(_ names: Set<String>, _ has: Bool = true) -> Fields {
        Fields(pairs: pairs.filter { names.contains($0.path[0]) == has })
    }

    private init(pairs: [(path: [String], text: String)]) { self.pairs = pairs }

    /// An object with the fields, each of the type that a schema gives it. They replace the members of a base.
    package func object(of schema: MemberSchema, replacing base: JSONTree = .object([:])) -> JSONTree {
        var fields = JSONTree.object([:])
        for (path, text) in pairs { fields = fields.adding(text, at: path[...], of: schema) }
        return base.overlaid(with: fields)
    }

    /// The files that members of a form name by `@`.
    func file(of name: String) -> String? {
        pairs.first { $0.path == [name] && $0.text.hasPrefix("@") }.map { String($0.text.dropFirst()) }
    }
}

extension JSONTree {
    /// - Parameter schema: nil: the document does not know the member.
    fileprivate func adding(_ text: String, at path: ArraySlice<String>, of schema: MemberSchema?) -> JSONTree {
        guard let name = path.first else { return value(text, of: schema) }
        var members: [String: JSONTree] = if case .object(let members) = self { members } else { [:] }
        let inner = schema?.member(name) ?? schema?.others?.first
        members[name] = (members[name] ?? .null).adding(text, at: path.dropFirst(), of: inner)
        return .object(members)
    }

    private func value(_ text: String, of schema: MemberSchema?) -> JSONTree {
        guard let schema else { return .text(text) }
        let value = schema.value(of: text)
        guard let entry = schema.items?.first, case .text = value else { return value }
        let earlier: [JSONTree] = if case .list(let entries) = self { entries } else { [] }
        return .list(earlier + [entry.value(of: text)])
    }

    /// This object with the members of another one, which win.
    fileprivate func overlaid(with other: JSONTree) -> JSONTree {
        guard case .object(let below) = self, case .object(let above) = other else { return other }
        return .object(below.merging(above) { $0.overlaid(with: $1) })
    }
}
