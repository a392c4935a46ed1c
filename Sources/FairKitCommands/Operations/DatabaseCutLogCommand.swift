import ArgumentParser
import FairKitAPI
import FairKitServer
import FairKitStore
import FairKitVault

/// `fairkit db cut-log`
struct DatabaseCutLogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cut-log",
        abstract: "Open a store whose log is damaged, without what followed the damage.",
        discussion: """
            The way on without a backup, when a store is refused because health.db-wal is damaged: what was committed after
            the damage is given up, though it had been answered. The log is copied first, so that nothing is lost that could
            still be looked at. Afterwards ask those who send results to send the last ones again: repeating is harmless.

            Example:
              fairkit db cut-log /var/backups/health.db-wal.damaged
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "Where the damaged log is kept: a file that does not exist yet.", completion: .file())
    var copy: String

    @Flag(help: "Answer as JSON.")
    var json = false

    private struct Cut: Encodable {
        let copy: String
        let findings: [Finding]
    }

    private struct Finding: Encodable {
        let code: String
        let frame: Int?
        let detail: String
    }

    func run() async throws {
        let settings = try options.settings()
        try ControlSocket(in: settings.data.path).checkOwner()
        let installation = try await settings.openInstallation()
        defer { installation.close() }
        let store = try installation.open(
            folder: try await installation.folder(of: settings.tenant),
            damagedLog: .cutOff(keeping: copy, at: systemTime()))
        let findings = store.findingsAtOpening
        if json {
            let shown = findings.map { Finding(code: $0.kind.rawValue, frame: $0.frame, detail: "\($0)") }
            return print(try jsonLine(Cut(copy: copy, findings: shown)))
        }
        for finding in findings { print(finding) }
        print("What followed was given up, and the log as it was is kept in \(copy). Run fairkit db check now.")
    }
}
