import ArgumentParser
import FairKitAPI
import FairKitServer
import FairKitStore
import FairKitVault

/// `fairkit db cut-log`
struct DatabaseCutLogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cut-log",
        abstract: "Open a store whose log is damaged or was cut off, without what is lost.",
        discussion: """
            The way on without a backup, when a store is refused because health.db-wal is damaged, was cut off or deleted: what \
            was committed after the damage is given up, though it had been answered. What is left of the log is copied first, so \
            that nothing is lost that could still be looked at. Afterwards ask those who send results to send the last ones again: \
            repeating is harmless. With --control it is the log of control.db: then look at fairkit tenant list, since tenants \
            may be as they were before their last change.

            Example:
              fairkit db cut-log /var/backups/health.db-wal.damaged
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "Where the damaged log is kept: a file that does not exist yet.", completion: .file())
    var copy: String

    @Flag(help: "Give up what is damaged in the log of control.db, which knows the tenants.")
    var control = false

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
        let cut = Store.DamagedLog.cutOff(keeping: copy, at: systemTime())
        let installation = try await settings.openInstallation(damagedControlLog: control ? cut : .refused)
        defer { installation.close() }
        let findings: [PageFinding]
        if control {
            findings = installation.control.findingsAtOpening
            try await installation.recordControlCut(at: systemTime())
        } else {
            let folder = try await installation.folder(of: settings.tenant)
            findings = try installation.open(folder: folder, damagedLog: cut).findingsAtOpening
        }
        if json {
            let shown = findings.map { Finding(code: $0.kind.rawValue, frame: $0.frame, detail: "\($0)") }
            return print(try jsonLine(Cut(copy: copy, findings: shown)))
        }
        for finding in findings { print(finding) }
        let kept = fileSize(copy) != nil ? ", and the log as it was is kept in \(copy)" : ""
        print("What is lost was given up\(kept). Run fairkit db check now.")
    }
}
