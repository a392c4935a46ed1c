import FairKitCore
import FairKitServer
import FairKitStore
import FairKitVault
import KeyRing

/// `fairkit restore BACKUP --tenant NAME`: one tenant of a backup replaces the current one.
struct TenantRestore {
    let backup: String
    /// Its name in the backup.
    let tenant: TenantName
    /// nil: it keeps its name from the data directory, or else from the backup.
    let newName: TenantName?
    /// The file of the backup's master key; nil: a master key of the installation.
    let backupKey: String?
    let evenErased: Bool
    /// The access that lists name.
    let ending: RevokedAccess
    let json: Bool

    private struct Restored: Encodable {
        let tenant: String
        let rows: RowCounts
        /// Whether it replaced a tenant.
        let replaced: Bool
        /// People who were erased after the backup, and are in the data again.
        let erased: [String]
        let keys: [RestoredTenant.Key]
        let accounts: [RestoredTenant.Account]
    }

    func run(_ settings: Settings) async throws {
        try ControlSocket(in: settings.data.path).checkOwner()
        let other = try backupKey.map { try MasterKey(contentsOf: $0) }
        let installation = try await settings.openStoppedFiles()
        defer { installation.close() }
        let found = try await installation.find(tenant, inBackup: backup, otherKey: other)
        let present = found.present.flatMap { $0.state == .erased ? nil : $0 }
        var (ended, erased): (RevokedAccess, [ProfileID]) = (ending, [])
        if present != nil {
            do throws(StoreError) {
                let since = try await installation.sinceBackup(found)
                ended.keys += since.ended.keys
                ended.accounts += since.ended.accounts
                ended.care += since.ended.care
                ended.signIns += since.ended.signIns
                erased = since.erased
            } catch {
                note(
                    "The access that was ended after the backup can't be read. Name your lists with --ended. \(error)"
                )
            }
        }
        let name = newName ?? present?.name ?? found.tenant.name
        if let present { try confirm(present.name) }
        let entry = AuditEntry(
            at: systemTime(), actor: AuditActor(key: .machine, role: .administrator), action: .tenantRestored,
            object: "\(found.tenant.id)", profileID: nil, requestID: "command")
        let restored = try await installation.restore(
            found, from: backup, as: name, evenErased: evenErased, ending: ended, otherKey: other, at: systemTime(),
            recordedAs: entry)
        show(
            Restored(
                tenant: name.text, rows: restored.counts, replaced: present != nil, erased: erased.map { "\($0)" },
                keys: restored.shownKeys, accounts: restored.shownAccounts))
    }

    private func confirm(_ name: TenantName) throws(OperatorError) {
        note(
            "The backup replaces the current data of the tenant \(name), and everything newer is lost: make a backup first, if you may need it. All other tenants stay as they are. Type the tenant's name to go on: ",
            end: "")
        guard readLine() == name.text else { throw OperatorError("The name does not match. Nothing was restored.") }
    }

    private func show(_ restored: Restored) {
        if json, let line = try? jsonLine(restored) { return print(line) }
        showFacts([("tenant", restored.tenant)] + restored.rows.facts)
        print(
            "\nAll its users are signed out. Access that was ended after the backup stays ended, as far as it is known."
        )
        if !restored.erased.isEmpty {
            print(
                "These people were erased after the backup, and may be in the data again. Erase them again with fairkit profile erase: \(restored.erased.joined(separator: ", "))"
            )
        }
        showAccess(restored.keys, restored.accounts)
    }
}
