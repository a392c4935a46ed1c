import ArgumentParser
import FairKitCore
import FairKitServer
import FairKitStore
import FairKitVault
import Synchronization

/// `fairkit tenant rekey`
struct TenantRekeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rekey",
        abstract: "Encrypt a tenant's file with a new key, while no server runs.",
        discussion: """
            For when somebody may have the key of the tenant's file, or a copy of the file and the master key: change the master key, too, with \
            fairkit master-key rotate. A copy with the new key is made, verified, and put in the file's place, so there must be room for \
            another file of that size. Stop the server first. A crash at any moment leaves the tenant with all its data.

            API keys, sessions, links and the audit's seal stay as they are. Backups made before keep the old key, and can be \
            restored.

            Example:
              fairkit tenant rekey kisumu-clinic
            """)

    @OptionGroup var options: DirectoryOptions

    @Argument(help: "The tenant.")
    var name: String

    @Flag(help: "Answer as JSON.")
    var json = false

    private struct Outcome: Encodable {
        let tenant: String
        let bytes: Int
        let pages: Int
    }

    func run() async throws {
        let settings = try options.settings()
        let tenant = try tenantName(name)
        try ControlSocket(in: settings.data.path).checkOwner()
        let installation = try await settings.openStoppedInstallation()
        defer { installation.close() }
        let found = try await installation.tenant(tenant)
        let progress = Mutex(Progress())
        let entry = AuditEntry(
            at: systemTime(), actor: AuditActor(key: .machine, role: .administrator), action: .tenantRekeyed,
            object: "\(found.tenant.id)", profileID: nil, requestID: "command")
        let rekeyed = try await interruptibly(saying: "The tenant's file keeps its key.") {
            try await installation.rekey(folder: found.folder, recordedAs: entry) { copied, total in
                progress.withLock { $0.draw(Double(copied) / Double(max(total, 1)), count: copied, of: "pages") }
            }
        }
        progress.withLock { $0.clear() }
        if json {
            return print(try jsonLine(Outcome(tenant: tenant.text, bytes: rekeyed.bytes, pages: rekeyed.pages)))
        }
        print(
            "\(tenant) has a new key: its file of \(size(rekeyed.bytes)) was encrypted with it and verified, and the old file is removed. Make a backup now: those of before have the old key."
        )
    }
}
