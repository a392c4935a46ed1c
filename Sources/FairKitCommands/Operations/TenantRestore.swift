import FairKitCore
import FairKitServer
import FairKitStore
import FairKitVault
import KeyRing

/// `fairkit restore BACKUP --tenant NAME`: one tenant of a backup takes the place of the one that is there.
struct TenantRestore {
    let backup: String
    /// As it is called in the backup.
    let tenant: TenantName
    /// nil: it keeps the name that it has in the data directory, or else in the backup.
    let newName: TenantName?
    /// The file of the backup's master key; nil: one that the installation has.
    let backupKey: String?
    let evenErased: Bool
    /// What lists name that were kept apart.
    let ending: EndedAccess
    let json: Bool

    private struct Restored: Encodable {
        let tenant: String
        let rows: RowCounts
        /// Whether it took another's place.
        let replaced: Bool
        /// Those who were erased since the backup was made, and are in it again.
        let erased: [String]
        let keys: [RestoredTenant.Key]
        let accounts: [RestoredTenant.Account]
    }

    func run(_ settings: Settings) async throws {
        try ControlSocket(in: settings.data.path).checkOwner()
        let other = try backupKey.map { try MasterKey(contentsOf: $0) }
        let installation = try await settings.openStoppedInstallation()
        defer { installation.close() }
        let found = try await installation.find(tenant, inBackup: backup, otherKey: other)
        let present = found.present.flatMap { $0.state == .erased ? nil : $0 }
        var (ended, erased): (EndedAccess, [ProfileID]) = (ending, [])
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
                    "What was ended in it since the backup was made can't be read, so name lists with --ended. \(error)"
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
            "What the tenant \(name) has now is replaced by what the backup holds, and everything newer is gone: make a backup first, if it may be needed. All other tenants stay as they are. Type the tenant's name to go on: ",
            end: "")
        guard readLine() == name.text else { throw OperatorError("That is not its name. Nothing was restored.") }
    }

    private func show(_ restored: Restored) {
        if json, let line = try? jsonLine(restored) { return print(line) }
        showFacts([("tenant", restored.tenant)] + restored.rows.facts)
        print(
            "\nEverybody is signed out of it. What was ended since the backup was made stays ended, as far as it is known."
        )
        if !restored.erased.isEmpty {
            print(
                "These were erased since, and may be in it again. Erase them again with fairkit profile erase: \(restored.erased.joined(separator: ", "))"
            )
        }
        showAccess(restored.keys, restored.accounts)
    }
}
