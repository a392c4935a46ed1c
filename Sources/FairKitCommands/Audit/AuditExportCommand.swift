import ArgumentParser
import FairKitAPI
import FoundationEssentials

/// `fairkit audit export`
struct AuditExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the audit log to standard output, one JSON object per line.",
        discussion: """
            The first line holds the public key. Each entry follows with its MAC. Each checkpoint with its signature (Ed25519) follows \
            the last entry that it covers. The export makes a checkpoint first, and ends with the last entry that this checkpoint covers. \
            Keep exports in another place: fairkit audit verify --anchor FILE proves later that the exported entries are unchanged and \
            complete.

            Examples:
              fairkit audit export > /mnt/elsewhere/audit-2026-11-21.ndjson
              fairkit audit export --from 2026-11-01T00:00:00Z --to 2026-12-01T00:00:00Z
            """)

    @OptionGroup var options: StoreOptions

    @Option(help: ArgumentHelp("Only entries from this time on: 2026-11-01T00:00:00Z.", valueName: "time"))
    var from: String?

    @Option(help: ArgumentHelp("Only entries before this time.", valueName: "time"))
    var to: String?

    private struct Part: Decodable {
        let tenant: String
        let publicKey: String
        let entries: [JSONTree]
        let checkpoints: [JSONTree]
        let next: Int64?
        let end: Int64
    }

    func run() async throws {
        try await options.settings().withServer { [from, to] client in
            try await interruptibly(saying: "The export is incomplete: run it again.") {
                try await AuditExportCommand.export(from: from, to: to, with: client)
            }
        }
    }

    private static func export(from: String?, to: String?, with client: LocalClient) async throws {
        // No bar is drawn if the entries are written to the terminal.
        var bar = Terminal.output.width == nil ? Progress() : nil
        defer { bar?.clear() }
        var (after, end): (Int64?, Int64?) = (nil, nil)
        var count = 0
        repeat {
            let parameters = [
                ("from", from), ("to", to), ("after", after.map { "\($0)" }), ("end", end.map { "\($0)" }),
            ]
            let part = try await client.get("/local/audit/export" + query(parameters)).decode(Part.self)
            try Task.checkCancellation()
            if after == nil { try begin(part) }
            try show(part)
            count += part.entries.count
            (after, end) = (part.next, part.end)
            bar?.draw(
                part.end > 0 ? Double(part.next ?? part.end) / Double(part.end) : nil, count: count, of: "entries")
        } while after != nil
    }

    private struct First: Encodable {
        let type = "key"
        let tenant: String
        let algorithm = "Ed25519"
        let publicKey: String
    }

    private static func begin(_ part: Part) throws {
        print(try jsonLine(First(tenant: part.tenant, publicKey: part.publicKey)))
    }

    /// Entries and checkpoints in one order, each checkpoint after the last entry that it covers.
    private static func show(_ part: Part) throws {
        let lines =
            part.entries.map { ($0, type: "entry", order: 0) }
            + part.checkpoints.map { ($0, type: "checkpoint", order: 1) }
        let sorted = lines.map { (number: $0.0.number, $0.order, $0.0.adding(type: $0.type)) }
            .sorted { ($0.number, $0.1) < ($1.number, $1.1) }
        for line in sorted { print(try jsonLine(line.2)) }
    }
}

extension JSONTree {
    fileprivate var number: Decimal {
        if case .object(let members) = self, case .number(let number)? = members["number"] { number } else { 0 }
    }

    fileprivate func adding(type: String) -> JSONTree {
        guard case .object(var members) = self else { return self }
        members["type"] = .text(type)
        return .object(members)
    }
}
