import ArgumentParser
import FairKitAPI
import FairKitServer
import FairKitStore
import FairKitVault

/// `fairkit db cut-log`
struct DatabaseCutLogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cut-log",
        abstract: "Recover from a damaged log, without the commits that it lost.",
        discussion: """
            Use it if you have no backup, and FairKit refuses the data because health.db-wal is damaged, cut off or deleted. Commits after \
            the damage are lost, although they were acknowledged. The command copies the rest of the log first, so that it can be \
            examined. Afterwards, ask the laboratories to send their latest results again: repeated results are harmless. With --control, \
            the command recovers the log of control.db. Then check fairkit tenant list: the last change of a tenant may be undone.

            Example:
              fairkit db cut-log /var/backups/health.db-wal.damaged
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The file for the copy of the damaged log. It must not exist.", completion: .file())
    var copy: String

    @Flag(help: "Recover the log of control.db, which lists the tenants.")
    var control = false

    @Flag(help: "Print the result as JSON.")
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
        let installation = try await settings.openFiles(damagedControlLog: control ? cut : .refused)
        defer { installation.close() }
        let findings: [PageFinding]
        if control {
            findings = installation.controlFile.findingsAtOpening
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
        let kept = fileSize(copy) != nil ? ", and the damaged log was copied to \(copy)" : ""
        print("The log was cut before the damage\(kept). Run fairkit db check now.")
    }
}
