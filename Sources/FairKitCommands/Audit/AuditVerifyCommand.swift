import ArgumentParser
import FairKitAPI
import FairKitServer
import FoundationEssentials

/// `fairkit audit verify`
struct AuditVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Look whether the audit is what was written, from its first entry to its last.",
        discussion: """
            Each entry is sealed together with the one before; the first that is missing, changed or out of its order is named, \
            and so is an end that was cut off. A whole data directory that was put back as it once was looks sound: only a \
            checkpoint that was kept elsewhere shows that. So keep exports in another place, and name the last one here. \
            The exit status is 1 if anything is wrong.

            Examples:
              fairkit audit verify
              fairkit audit verify --anchor /mnt/elsewhere/audit-2026-11-21.ndjson
            """)

    @OptionGroup var options: StoreOptions

    @Option(help: ArgumentHelp("An export that was kept elsewhere; its last checkpoint counts.", valueName: "file"))
    var anchor: String?

    @Flag(help: "Answer as JSON.")
    var json = false

    func run() async throws {
        let body = VerificationRequest(checkpoint: try anchor.map(AuditVerifyCommand.lastCheckpoint))
        let reply = try await options.settings().withServer {
            try await $0.work(
                "/local/audit/verify", json: body, counting: "entries", saying: "Nothing was found out, or changed.")
        }
        let verified = try reply.decode(VerificationBody.self)
        if json {
            print(reply.text)
        } else {
            for finding in verified.findings { print(finding.detail) }
            let signed = verified.checkpoint.map { "\($0.checkpoint), of entry \($0.number), at \($0.at)" }
            showFacts([
                ("sound", verified.sound ? "yes" : "no"), ("entries that hold", "\(verified.entries)"),
                ("last checkpoint", signed), ("public key", verified.publicKey),
            ])
        }
        if !verified.sound { throw ExitCode.failure }
    }

    /// The checkpoint that covers most of what a file has.
    private static func lastCheckpoint(in path: String) throws -> CheckpointBody {
        guard let file = try? Data(contentsOf: URL(filePath: path)) else {
            throw OperatorError("\(path) can't be read. Name an export of the audit.")
        }
        let found = file.split(separator: UInt8(ascii: "\n")).compactMap {
            try? JSONDecoder().decode(CheckpointBody.self, from: Data($0))
        }
        guard let last = found.max(by: { $0.number < $1.number }) else {
            throw OperatorError("\(path) holds no checkpoint. Name an export of the audit, or a line of one.")
        }
        return last
    }
}
