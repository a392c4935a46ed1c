import ArgumentParser
import FairKitAPI
import FairKitServer
import FoundationEssentials

/// `fairkit audit verify`
struct AuditVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify that the audit log was not tampered with.",
        discussion: """
            A seal links each entry to the one before it. The command names the first entry that is missing, changed or out of order, and \
            it detects a log whose end was cut off. It can't detect that the whole data directory was replaced by an older copy: only an \
            export that is kept in another place proves that. Name the latest export with --anchor. The exit status is 1 if anything is \
            wrong.

            Examples:
              fairkit audit verify
              fairkit audit verify --anchor /mnt/elsewhere/audit-2026-11-21.ndjson
            """)

    @OptionGroup var options: StoreOptions

    @Option(
        help: ArgumentHelp("An export that was kept in another place; its last checkpoint is used.", valueName: "file"))
    var anchor: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let body = VerificationRequest(checkpoint: try anchor.map(AuditVerifyCommand.lastCheckpoint))
        let reply = try await options.settings().withServer {
            try await $0.work(
                "/local/audit/verify", json: body, counting: "entries",
                saying: "The check is incomplete. Nothing was changed.")
        }
        let verified = try reply.decode(VerificationBody.self)
        if json {
            print(reply.text)
        } else {
            for finding in verified.findings { print(finding.detail) }
            let signed = verified.checkpoint.map { "\($0.checkpoint), of entry \($0.number), at \($0.at)" }
            showFacts([
                ("sound", verified.sound ? "yes" : "no"), ("entries verified", "\(verified.entries)"),
                ("last checkpoint", signed), ("public key", verified.publicKey),
            ])
        }
        if !verified.sound { throw ExitCode.failure }
    }

    /// The checkpoint of a file that covers the most entries.
    private static func lastCheckpoint(in path: String) throws -> CheckpointBody {
        guard let file = try? Data(contentsOf: URL(filePath: path)) else {
            throw OperatorError("\(path) can't be read. Name an export of the audit log.")
        }
        let found = file.split(separator: UInt8(ascii: "\n")).compactMap {
            try? JSONDecoder().decode(CheckpointBody.self, from: Data($0))
        }
        guard let last = found.max(by: { $0.number < $1.number }) else {
            throw OperatorError("\(path) holds no checkpoint. Name an export of the audit log, or a line of one.")
        }
        return last
    }
}
