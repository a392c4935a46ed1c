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
        abstract: "Encrypt a tenant's file with a new key, while the server is stopped.",
        discussion: """
            Use it if the key of the tenant's file may have leaked, or the master key with a copy of the file; then run fairkit \
            master-key rotate, too. FairKit makes and verifies a copy with the new key, and replaces the file with it, so the disk needs \
            space for another file of that size. Stop the server first. A crash at any moment loses no data.

            API keys, sessions, links and the seal of the audit log stay valid. Older backups keep the old key, and can still be \
            restored.

            Example:
              fairkit tenant rekey kisumu-clinic
            """)

    @OptionGroup var options: DirectoryOptions

    @Argument(help: "The tenant.")
    var name: String

    @Flag(help: "Print the result as JSON.")
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
        let installation = try await settings.openStoppedFiles()
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
            "\(tenant) has a new key: its file of \(size(rekeyed.bytes)) was encrypted with it and verified, and the old file was removed. Make a backup now: older backups have the old key."
        )
    }
}
