package import FairKitServer
import FoundationEssentials
import Schemas

/// An operation of the API, as the OpenAPI document describes it.
package struct Operation: Sendable {
    package let method: String
    /// With names in braces for its values: `/api/v1/profiles/{id}`.
    package let path: String
    package let summary: String
    private let json: String

    /// All operations, in the document's order.
    package static let all = String(decoding: Documents.operations, as: UTF8.self).split(separator: "\n")
        .compactMap { Operation($0) }

    private init?(_ line: Substring) {
        let parts = line.split(separator: "\t", maxSplits: 3).map(String.init)
        guard parts.count == 4 else { return nil }
        (method, path, summary, json) = (parts[0], parts[1], parts[2], parts[3])
    }

    /// The path without `/api/v1`, as a person types it.
    package var shortPath: String { path.hasPrefix(Operation.prefix) ? String(path.dropFirst(8)) : path }

    private static let prefix = "/api/v1/"

    /// The operations at a path, with or without `/api/v1`. A path without values wins over one with values.
    package static func at(_ typed: String) -> (path: String, operations: [Operation]) {
        let path = typed.hasPrefix("/") ? typed : "/" + typed
        let found = [prefix.dropLast() + path, path].lazy.map { full in
            let parts = full.split(separator: "/")
            let fitting = all.filter { $0.fits(parts) }
            let fewest = fitting.map(\.places).min()
            return (String(full), fitting.filter { $0.places == fewest })
        }
        return found.first { !$0.1.isEmpty } ?? (path, [])
    }

    private var places: Int { path.count { $0 == "{" } }

    private func fits(_ parts: [Substring]) -> Bool {
        let own = path.split(separator: "/")
        return own.count == parts.count && zip(own, parts).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
    }

    /// The operations in whose line all words stand.
    static func having(_ words: [String]) -> [Operation] {
        all.filter { each in
            let line = "\(each.method) \(each.path) \(each.summary)".lowercased()
            return words.allSatisfy { line.contains($0.lowercased()) }
        }
    }

    package struct Details: Decodable, Sendable {
        let query: MemberSchema?
        let headers: MemberSchema?
        /// The media types of the body.
        let bodies: [String]?
        package let body: MemberSchema?
        let answers: [String]?
        let about: String?
        let roles: [String]?
        let scope: String?
        let example: String?
        /// Whether a person has to prove that it is them, by their password and a code.
        let proof: Bool?
    }

    package func details() throws(OperatorError) -> Details { try decodeAnswer(Details.self, from: Data(json.utf8)) }

    /// The text of `--describe`.
    func text() throws(OperatorError) -> String {
        let details = try details()
        var lines = ["\(method) \(path)", summary + "."]
        if let about = details.about { lines += ["", about] }
        if let roles = details.roles {
            lines += ["", "Roles: \(roles.joined(separator: ", "))" + (details.scope.map { "; scope \($0)" } ?? "")]
        }
        for (title, schema) in [("Parameters", details.query), ("Headers", details.headers), ("Members", details.body)]
        {
            if let schema { lines += ["", "\(title):"] + schema.lines() }
        }
        if let bodies = details.bodies, details.body == nil {
            lines += ["", "Body: \(bodies.joined(separator: ", "))"]
        }
        if let example = details.example { lines += ["", "Example:", "  \(example)"] }
        return lines.joined(separator: "\n")
    }
}
