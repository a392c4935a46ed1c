import ArgumentParser
import FairKitAPI
import FairKitCore
import FairKitServer
package import FoundationEssentials

/// A request of `fairkit api`, checked against the OpenAPI document before it is sent.
package struct APICall: Sendable {
    package let method: String
    /// With its query.
    package private(set) var path: String
    package internal(set) var headers: [(name: String, value: String)] = []
    package private(set) var body: Data?
    let details: Operation.Details
    private var members: JSONTree?

    /// A file whose content becomes the body, and its name.
    package typealias Input = (name: String, content: Data)

    /// - Parameters:
    ///   - words: a path, or a method and a path.
    ///   - headers: `name=value`.
    package init(_ words: [String], fields: [String] = [], input: Input? = nil, headers: [String] = []) throws {
        guard let typed = words.last, words.count <= 2 else {
            throw wrongArgument("Give a path, or a method and a path: fairkit api GET test-kits")
        }
        let parts = typed.split(separator: "?", maxSplits: 1).map(String.init)
        let (path, operations) = Operation.at(parts[0])
        let fields = try Fields(fields)
        let named = words.count == 2 ? words[0].uppercased() : nil
        let operation = try APICall.choose(operations, named, fields.isEmpty && input == nil, at: typed)
        method = operation.method
        self.path = path.split(separator: "/").map { "/" + ($0.contains("%") ? String($0) : String($0).percentEncoded) }
            .joined()
        details = try operation.details()
        if parts.count > 1 { self.path += "?" + parts[1] }
        for header in headers {
            let pair = header.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2 else {
                throw wrongArgument("-H takes a header and its value: -H Accept-Language=sw")
            }
            self.headers.append((pair[0], pair[1]))
        }
        let inBody = Set((details.body?.members ?? []).compactMap(\.name))
        let known = Set((details.query?.members ?? []).compactMap(\.name)).subtracting(inBody)
        let ofQuery = details.bodies == nil ? fields : fields.having(known)
        try take(query: ofQuery)
        if details.bodies != nil { try take(body: fields.having(known, false), input) }
        if let input, details.bodies == nil { throw wrongArgument("\(method) \(typed) takes no body: \(input.name)") }
    }

    private static func choose(
        _ operations: [Operation], _ method: String?, _ isEmpty: Bool, at path: String
    ) throws(ValidationError) -> Operation {
        let wanted = method ?? (isEmpty ? "GET" : "POST")
        if let found = operations.first(where: { $0.method == wanted }) { return found }
        if method == nil, operations.count == 1 { return operations[0] }
        guard !operations.isEmpty else {
            throw wrongArgument("The API has no path \(path). fairkit api --list WORDS finds paths.")
        }
        throw wrongArgument(
            "The path takes \(operations.map(\.method).joined(separator: ", ")). Name one before the path.")
    }

    private mutating func take(query fields: Fields) throws {
        guard !fields.isEmpty else { return }
        guard let schema = details.query else {
            throw wrongArgument(
                fields.names.sorted().map { "\($0): There is no such parameter." }.joined(separator: "\n"))
        }
        let tree = fields.object(of: schema)
        try refuse(schema.faults(in: tree))
        if case .object(let members) = tree {
            add(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sent(at: "")) })
        }
    }

    /// Adds parameters to the path.
    mutating func add(_ parameters: [(String, String?)]) {
        path += path.contains("?") ? query(parameters).replacing("?", with: "&") : query(parameters)
    }

    private mutating func take(body fields: Fields, _ input: Input?) throws {
        let type = type(of: input)
        guard var schema = details.body, type.hasSuffix("json") || type == "multipart/form-data" else {
            guard fields.isEmpty else { throw wrongArgument("This takes a file: --input FILE (\(type)).") }
            guard let input else { throw wrongArgument("The body is missing: --input FILE (\(type)).") }
            set(input.content, type)
            return
        }
        // A caller on the socket needs none; a person is asked for it.
        if details.proof == true { schema.required?.removeAll { $0 == "password" } }
        if type == "multipart/form-data" {
            let file = schema.members?.compactMap(\.name).compactMap { name in fields.file(of: name).map { (name, $0) }
            }.first
            if let file {
                try refuse(schema.faults(in: fields.object(of: schema)))
                let form = Form(file: file, members: fields.having([file.0], false).object(of: schema))
                return set(form.body, "multipart/form-data; boundary=\(form.boundary)")
            }
        }
        let base = try input.map { try decode($0) } ?? .object([:])
        let tree = fields.object(of: schema, replacing: base)
        try refuse(schema.faults(in: tree))
        members = tree
        let isNeeded = method != "DELETE" || !fields.isEmpty || input != nil
        if isNeeded { set(try JSONEncoder().encode(tree), type.hasSuffix("json") ? type : "application/json") }
    }

    /// Adds a person's password and code.
    mutating func prove(by proof: [String: JSONTree]) throws {
        guard case .object(let sent) = members ?? .object([:]) else { return }
        headers.removeAll { $0.name == "Content-Type" }
        set(
            try JSONEncoder().encode(sent.merging(proof) { own, _ in own }), details.bodies?.first ?? "application/json"
        )
    }

    private mutating func set(_ content: Data, _ type: String) {
        body = content
        if !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
            headers.append(("Content-Type", type))
        }
    }

    /// The media type of the body: the one that the file's name says, or the first one.
    private func type(of input: Input?) -> String {
        let types = details.bodies ?? []
        let ending = input?.name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        let name = ["jpg": "jpeg", "ics": "calendar", "ndjson": "x-ndjson"][ending] ?? ending
        return types.first { $0.hasSuffix("/" + name) } ?? types.first ?? ""
    }

    private func refuse(_ faults: [String]) throws(ValidationError) {
        guard faults.isEmpty else { throw wrongArgument(faults.joined(separator: "\n")) }
    }

    private func decode(_ input: Input) throws(OperatorError) -> JSONTree {
        guard let tree = try? JSONDecoder().decode(JSONTree.self, from: input.content), case .object = tree else {
            throw OperatorError("\(input.name) does not hold a JSON object.")
        }
        return tree
    }
}

/// A form with a file (RFC 7578).
private struct Form {
    let boundary = "fairkit-\(UUID().uuidString)"
    let body: Data

    init(file: (name: String, content: Data), members: JSONTree) {
        var body = Data()
        func part(_ name: String, _ more: String, _ content: Data, _ boundary: String) {
            body +=
                Data("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\(more)\r\n\r\n".utf8) + content
            body += Data("\r\n".utf8)
        }
        part(file.name, "; filename=\"file\"", file.content, boundary)
        if case .object(let members) = members {
            for (name, value) in members { part(name, "", Data((value.sent(at: "") ?? "").utf8), boundary) }
        }
        self.body = body + Data("--\(boundary)--\r\n".utf8)
    }
}
