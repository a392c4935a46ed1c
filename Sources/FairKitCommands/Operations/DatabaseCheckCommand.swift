import ArgumentParser
import FairKitAPI
import FairKitServer
import FairKitStore
import FairKitVault

/// `fairkit db check`
struct DatabaseCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the data: its files, its structure, and the consistency of its rows.",
        discussion: """
            If the server runs, it checks the rows of the tenant (--tenant). If it is stopped, the command first authenticates every page \
            of every file: of control.db, which lists the tenants, and of each tenant's health.db with its log. No record is changed. But \
            like every command, it upgrades the data of an earlier version, and completes the log after a crash. The exit status is 1 if \
            anything is wrong.

            Example:
              fairkit db check
            """)

    @OptionGroup var options: StoreOptions

    @Flag(help: "Print the result as JSON.")
    var json = false

    private struct Finding: Encodable, Sendable {
        let code: String
        let count: Int?
        let detail: String
    }

    private struct Outcome: Encodable {
        let sound: Bool
        /// Whether the files were checked, too.
        let files: Bool
        let findings: [Finding]
    }

    func run() async throws {
        let settings = try options.settings()
        let ask = { @Sendable (client: LocalClient) async throws in
            let body = try await client.work(
                "/local/check", counting: "rows", saying: "The check is incomplete. Nothing was changed."
            )
            .decode(CheckBody.self)
            for warning in body.warnings { note(warning) }
            return body.findings.map { Finding(code: $0.code, count: $0.count, detail: $0.detail) }
        }
        var pages: [PageFinding]?
        var findings: [Finding] = []
        var isDamaged = false
        do {
            findings = try await settings.withRunningServer(ask)
        } catch is NoServer {
            pages = try await pagesUnlessServed(settings)
            findings = (pages ?? []).map { Finding(code: $0.kind.rawValue, count: nil, detail: "\($0)") }
            isDamaged = pages?.contains(where: \.isCertain) ?? false
            // A store with damaged files isn't opened.
            if !isDamaged { findings += try await settings.withServer(ask) }
        }
        let isSound = !isDamaged && findings.allSatisfy { $0.count == nil }
        if json {
            print(try jsonLine(Outcome(sound: isSound, files: pages != nil, findings: findings)))
        } else {
            if !findings.isEmpty {
                Table(
                    ["FOUND", "TIMES", "WHAT IT MEANS"],
                    findings.map { [$0.code, $0.count.map(String.init) ?? "1", $0.detail] }
                ).show()
            }
            if isSound { print(pages == nil ? "The store is sound." : "The store and its files are sound.") }
            if settings.isInDatabase {
                note("The pages of the database are checked by PostgreSQL: see data_checksums and pg_amcheck.")
            } else if pages == nil {
                note("The files were not checked, because a server uses them. To check them, stop the server.")
            }
        }
        if !isSound { throw ExitCode.failure }
    }

    /// The findings in the files; nil if a server uses them, or if there are none.
    private func pagesUnlessServed(_ settings: Settings) async throws -> [PageFinding]? {
        guard !settings.isInDatabase else { return nil }
        do {
            try ControlSocket(in: settings.data.path).checkOwner()
            let control = try settings.checkControl()
            // A damaged control.db is not opened.
            guard !control.contains(where: \.isCertain) else { return control }
            let installation = try await settings.openFiles()
            defer { installation.close() }
            // An unknown tenant is refused before files are read.
            _ = try await installation.folder(of: settings.tenant)
            let folders = try await installation.foldersInUse()
            let saying = "The check is incomplete. Nothing was changed."
            return try control
                + interruptibly(saying: saying, counting: "pages") { try installation.checkFiles(of: folders) }
        } catch let error as StoreError where error.isInUse {
            return nil
        }
    }
}
