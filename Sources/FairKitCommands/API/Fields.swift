import ArgumentParser
package import FairKitAPI
import FairKitCore
import FoundationEssentials

/// The members that the options `-f name=value` give: dots lead to members of members, a repeated name makes a list, and
/// `@FILE` is the content of a file.
package struct Fields: Sendable {
    private typealias Pair = (path: [String], text: String, file: Data?)
    private let pairs: [Pair]

    package init(_ options: [String]) throws {
        var pairs: [Pair] = []
        for option in options {
            guard let sign = option.firstIndex(of: "="), sign != option.startIndex else {
                throw wrongArgument("-f takes a member and its value, such as -f name.given=Ada.")
            }
            let path = option[..<sign].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            let text = String(option[option.index(after: sign)...])
            let file = text.hasPrefix("@") ? try wholeFile(String(text.dropFirst())) : nil
            pairs.append((path, file.map { String(decoding: $0, as: UTF8.self).trimmed } ?? text, file))
        }
        self.pairs = pairs
    }

    package var isEmpty: Bool { pairs.isEmpty }
    var names: Set<String> { Set(pairs.compactMap(\.path.first)) }

    /// The fields whose first member has one of these names, or none of them.
    func having(_ names: Set<String>, _ has: Bool = true) -> Fields {
        Fields(pairs: pairs.filter { names.contains($0.path[0]) == has })
    }

    private init(pairs: [Pair]) { self.pairs = pairs }

    /// An object with the fields, each of the type that a schema gives it. They replace the members of a base.
    package func object(of schema: MemberSchema, replacing base: JSONTree = .object([:])) -> JSONTree {
        var fields = JSONTree.object([:])
        for (path, text, _) in pairs { fields = fields.adding(text, at: path[...], of: schema) }
        return base.overlaid(with: fields)
    }

    /// The content of the file that a member of a form names.
    func file(of name: String) -> Data? { pairs.first { $0.path == [name] }?.file }
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

/// A mistake on the command line, repeated in characters that no terminal obeys.
func wrongArgument(_ text: String) -> ValidationError {
    ValidationError(text.split(separator: "\n").map { String($0).printable }.joined(separator: "\n"))
}
