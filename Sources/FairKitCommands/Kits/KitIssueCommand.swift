import ArgumentParser
import FairKitAPI
import FairKitServer
import FoundationEssentials

/// `fairkit kit issue`
struct KitIssueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "issue",
        abstract: "Issue kits whose codes are already printed, or mark them as shipped.",
        discussion: """
            The command is idempotent. The exit status is 1 if any code was refused.

            Examples:
              fairkit kit issue FU-KIT-2025110701-X
              fairkit kit issue --file codes.txt --shipped
              fairkit kit issue --file handed-out.txt --issued-on 2026-09-01
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The codes, as printed on the kits.")
    var codes: [String] = []

    @Option(help: "A file of codes, one per line.", completion: .file())
    var file: String?

    @Flag(help: "The kits are already shipped.")
    var shipped = false

    @Flag(
        help:
            "Give each new kit an activation secret, which is shown only once. The kit can't be registered without it.")
    var withSecrets = false

    @OptionGroup var destination: KitDestination

    @Option(
        help: ArgumentHelp(
            "The day on which the kits were handed out, if it was earlier than today: results since then are taken.",
            valueName: "date"))
    var issuedOn: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        guard codes.isEmpty != (file == nil) else {
            throw ValidationError("Name codes, or a file of codes with --file.")
        }
    }

    func run() async throws {
        let codes = try file.map(codesIn) ?? codes
        let status = shipped ? "shipped" : "issued"
        let batches = stride(from: 0, to: codes.count, by: KitBatchRequest.largest).map {
            KitBatchRequest(
                codes: Array(codes[$0..<min($0 + KitBatchRequest.largest, codes.count)]), status: status,
                secrets: withSecrets, laboratory: destination.laboratory, useBy: destination.useBy,
                issuedOn: issuedOn)
        }
        let outcomes = try await options.settings().withServer { client in
            var all = KitBatchBody(items: [])
            try await client.issue(batches) { all.items += $0.items }
            return all
        }
        if json {
            print(try jsonLine(outcomes))
        } else {
            Table(
                ["CODE", "OUTCOME", "STATUS", withSecrets ? "SECRET" : ""],
                outcomes.items.map { [$0.kitCode, $0.outcome, orDash($0.status), $0.secret ?? $0.detail ?? ""] }
            ).show()
        }
        if outcomes.items.contains(where: { $0.outcome == "refused" }) { throw ExitCode.failure }
    }

    private func codesIn(_ file: String) throws(OperatorError) -> [String] {
        let chunks = try FileChunks(path: file)
        var bytes: [UInt8] = []
        while case let more = try chunks.next(), !more.isEmpty { bytes += more }
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        let codes = lines.map { String($0).trimmingSpaces }.filter { !$0.isEmpty }
        guard !codes.isEmpty else { throw OperatorError("\(file) holds no codes.") }
        return codes
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        let start = drop { $0.isWhitespace }
        return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
    }
}
