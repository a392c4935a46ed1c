import ArgumentParser
import FairKitAPI
import FairKitServer
import FoundationEssentials
import NIOHTTP1

/// `fairkit api`
struct APICommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "api",
        abstract: "Send a request to the API, checked against its OpenAPI document first.",
        discussion: """
            The path can be given without /api/v1. Without a method, the command sends a GET, or a POST if it has a body. A member has \
            the type that the document says: -f suspectHoldHours=0 is a number, null is null, and [1,2] is a list where a list is \
            expected. Dots lead to members of members, and a repeated member makes a list. For GET, -f sets parameters.

            On the socket of a data directory, the caller is an administrator, or has the role of --as. Over the network, it is the API \
            key of FAIRKIT_API_KEY or a person.

            Examples:
              fairkit api --list oncall
              fairkit api test-kits --describe
              fairkit api test-kits --all --table kitCode,status,issuedAt
              fairkit api POST profiles -f name.given=Ada -f name.family=Okello
              fairkit api results --as clinician -f levelTo=50
              fairkit api PUT profiles/0193…/photo --input face.jpg
              fairkit api profiles/0193…/report.pdf --output report.pdf
              fairkit api alerts --server https://fairkit.example
            """)

    @OptionGroup var caller: CallerOptions

    @Argument(
        help: ArgumentHelp("A path, a method and a path, or the words of --list.", valueName: "path"),
        completion: .custom { _, _, _ in
            Set(Operation.all.map(\.method) + Operation.all.map(\.shortPath)).sorted()
        })
    var words: [String] = []

    @Option(
        name: [.customShort("f"), .long],
        help: ArgumentHelp(
            "A member of the body or a parameter; @FILE is the content of a file.", valueName: "member=value"))
    var field: [String] = []

    @Option(help: ArgumentHelp("A file that is the body; - is standard input.", valueName: "file"), completion: .file())
    var input: String?

    @Option(name: [.customShort("H"), .long], help: ArgumentHelp("A header.", valueName: "name=value"))
    var header: [String] = []

    @Option(
        help: ArgumentHelp(
            "The version to change, or *. Where one is required, the command reads the current one by default.",
            valueName: "version"))
    var ifMatch: String?

    @Flag(help: "Follow a list to its end.")
    var all = false

    @Option(help: ArgumentHelp("Print a table of these members, separated by commas.", valueName: "columns"))
    var table: String?

    @Option(help: ArgumentHelp("Write the response to a new file.", valueName: "file"), completion: .file())
    var output: String?

    @Flag(help: "List the operations that have all the words.")
    var list = false

    @Flag(help: "Describe the operation, or all operations of a path, and send nothing.")
    var describe = false

    func run() async throws {
        if list {
            return Table(
                ["METHOD", "PATH", "SUMMARY"], Operation.having(words).map { [$0.method, $0.shortPath, $0.summary] }
            ).show()
        }
        if describe { return try show(Operation.at(words.last ?? "").operations) }
        var call = try APICall(words, fields: field, input: input.map { ($0, try wholeFile($0)) }, headers: header)
        try call.complete(version: ifMatch)
        guard call.details.answers?.contains("text/event-stream") != true else {
            throw wrongArgument("This path streams events. fairkit alert watch follows alerts.")
        }
        if all { return try show(items: await everything(call)) }
        let reply = try await caller.send(call)
        guard output == nil, let columns = table, let tree = try? reply.decode(JSONTree.self) else {
            return try write(reply)
        }
        show(tree.items ?? [tree], columns: columns)
    }

    private func show(_ operations: [Operation]) throws {
        let chosen = operations.filter { words.count < 2 || $0.method == words[0].uppercased() }
        guard !chosen.isEmpty else {
            throw wrongArgument("The API has no such path. fairkit api --list WORDS finds paths.")
        }
        print(try chosen.map { try $0.text() }.joined(separator: "\n\n"))
    }

    /// All pages of a list.
    private func everything(_ call: APICall) async throws -> [JSONTree] {
        guard call.details.query?.member("cursor") != nil else {
            throw wrongArgument("\(call.path) is no list of pages: leave out --all.")
        }
        return try await caller.perform { caller in
            var (items, cursor): ([JSONTree], String?) = ([], nil)
            repeat {
                var page = call
                page.add([("limit", call.path.contains("limit=") ? nil : "100"), ("cursor", cursor)])
                let tree = try await caller.send(page).decode(JSONTree.self)
                items += tree.items ?? []
                cursor = tree.sent(at: "/nextCursor")
            } while cursor != nil
            return items
        }
    }

    private func show(items: [JSONTree]) throws {
        if let table { return show(items, columns: table) }
        print(try jsonText(.object(["items": .list(items)])))
    }

    private func show(_ items: [JSONTree], columns: String) {
        let names = columns.split(separator: ",").map(String.init)
        Table(names.map { $0.uppercased() }, items.map { item in names.map { item.cell(at: $0) } }).show()
    }

    private func write(_ reply: Reply) throws {
        if let output { return try writePrivately(reply.body, to: output, replacing: false) }
        let type = reply.headers.first(name: "Content-Type") ?? ""
        if type.contains("json"), !type.contains("ndjson") {
            let tree = Terminal.output.width == nil ? nil : try? reply.decode(JSONTree.self)
            return print(try tree.map { try jsonText($0) } ?? reply.text)
        }
        guard Terminal.output.width == nil || type.hasPrefix("text/") || reply.body.isEmpty else {
            throw OperatorError("The response is \(type), which a terminal can't show. Name a file: --output FILE")
        }
        try writeToOutput(reply.body)
    }
}

/// JSON for a person at a terminal, or for a program.
private func jsonText(_ tree: JSONTree) throws -> String {
    guard Terminal.output.width != nil else { return try jsonLine(tree) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(tree), as: UTF8.self)
}

extension JSONTree {
    /// The entries of a list, as the API returns one.
    fileprivate var items: [JSONTree]? {
        guard case .object(let members) = self, case .list(let items)? = members["items"] else { return nil }
        return items
    }

    /// The text of the member at a dotted name.
    fileprivate func cell(at name: String) -> String {
        let value = name.split(separator: ".").reduce(self) { tree, name in
            if case .object(let members) = tree { members[String(name)] ?? .null } else { .null }
        }
        guard case .list(let entries) = value else { return value.sent(at: "") ?? "" }
        return entries.map { $0.sent(at: "") ?? "" }.joined(separator: ", ")
    }
}
