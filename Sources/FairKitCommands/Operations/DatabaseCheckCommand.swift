import ArgumentParser
import FairKitAPI
import FairKitServer
import FairKitStore
import FairKitVault

/// `fairkit db check`
struct DatabaseCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the store: its files, its structure, and what FairKit promises of its rows.",
        discussion: """
            While a server runs, it checks what it has open. When none does, every page of every file is authenticated first: of \
            control.db, which knows the tenants, and of each tenant's health.db with its log; then the rows of one tenant are \
            checked (--tenant). \
            No record is changed; but a sound store is opened, as by every command: one of an earlier version is brought up \
            to date, and a log that a crash left is emptied. The exit status is 1 if anything is wrong.

            Example:
              fairkit db check
            """)

    @OptionGroup var options: StoreOptions

    @Flag(help: "Answer as JSON.")
    var json = false

    private struct Finding: Encodable, Sendable {
        let code: String
        let count: Int?
        let detail: String
    }

    private struct Outcome: Encodable {
        let sound: Bool
        /// Whether the files were checked too.
        let files: Bool
        let findings: [Finding]
    }

    func run() async throws {
        let settings = try options.settings()
        let ask = { @Sendable (client: LocalClient) async throws in
            try await client.work("/local/check", counting: "rows", saying: "Nothing was found out, or changed.")
                .decode(CheckBody.self).findings.map { Finding(code: $0.code, count: $0.count, detail: $0.detail) }
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
            if pages == nil { note("A server uses the directory: the files are checked when none does.") }
        }
        if !isSound { throw ExitCode.failure }
    }

    /// What is wrong with the files; nil if a server uses them.
    private func pagesUnlessServed(_ settings: Settings) async throws -> [PageFinding]? {
        do {
            try ControlSocket(in: settings.data.path).checkOwner()
            let control = try settings.checkControl()
            // What knows the tenants isn't opened if it is damaged.
            guard !control.contains(where: \.isCertain) else { return control }
            let installation = try await settings.openInstallation()
            defer { installation.close() }
            // That there is such a tenant shows before its files are read.
            _ = try await installation.folder(of: settings.tenant)
            let folders = try await installation.foldersInUse()
            let saying = "Nothing was found out, or changed."
            return try control
                + interruptibly(saying: saying, counting: "pages") { try installation.checkFiles(of: folders) }
        } catch let error as StoreError where error.isInUse {
            return nil
        }
    }
}
