package import FairKitCore
package import FairKitVault
package import KeyRing
import Relational
import SQLCipher
import Synchronization

/// Why one tenant was not restored. Nothing was changed.
package enum TenantRestoreError: Error, CustomStringConvertible {
    /// The backup has no tenant of this name.
    case unknown(TenantName)
    /// The backup lacks it: it could not be copied.
    case lacking(TenantName)
    /// It was erased since the backup, and the operator did not ask for it to come back.
    case erased(TenantName)
    /// Another tenant has the name.
    case nameTaken(TenantName)
    case backup(BackupError)
    case store(StoreError)
    case control(DatabaseError)

    package var description: String {
        switch self {
        case .unknown(let name):
            "The backup has no tenant \(name). Use the name that the tenant had when the backup was made."
        case .lacking(let name):
            "This backup lacks the tenant \(name), which could not be copied. Restore it from another backup."
        case .erased(let name):
            "The tenant \(name) was erased after the backup was made, so nothing was restored. To restore an erased tenant, add --even-erased."
        case .nameTaken(let name):
            "Another tenant is called \(name) now. Choose a name for the restored one with --as."
        case .backup(let error): error.description
        case .store(let error): error.description
        case .control(let error): "control.db can't be used: \(error)"
        }
    }
}

/// A tenant of a backup.
package struct TenantInBackup: Sendable {
    package let tenant: Tenant
    package let folder: String
    /// The same tenant in this installation; nil: unknown here.
    package let present: Tenant?
}

/// The changes in a tenant since a backup that must not be undone.
package struct SinceBackup: Sendable {
    package let ended: RevokedAccess
    /// The erased people, by id.
    package let erased: [ProfileID]
}

extension FileInstallation {
    /// Finds a tenant in a backup, and in this installation.
    /// - Parameter other: the backup's master key, if this installation does not have it.
    package func find(
        _ name: TenantName, inBackup backup: String, otherKey other: MasterKey?
    ) async throws(TenantRestoreError) -> TenantInBackup {
        let keys = masterKeys.withLock(\.self)
        let found: (tenant: Tenant, folder: String)??
        do throws(BackupError) {
            let masterKey = { (path: String, label: String) throws(KeyError) -> MasterKey in
                if let other { return other }
                return try keys.opening(path, of: label)
            }
            found = try DataDirectory.readControl(ofBackup: backup, masterKey: masterKey) {
                (tx) throws(DatabaseError) in
                guard let tenant = try tx.tenants().first(where: { $0.name == name && $0.state != .erased }),
                    let folder = try tx.folder(of: tenant.id)
                else { return nil }
                return (tenant, folder)
            }
        } catch { throw .backup(error) }
        let known: [(tenant: Tenant, folder: String?)]
        do {
            known = try await control.read { (tx) throws(DatabaseError) in
                var known: [(tenant: Tenant, folder: String?)] = []
                for tenant in try tx.tenants() { known.append((tenant, try tx.folder(of: tenant.id))) }
                return known
            }
        } catch { throw .control(error) }
        // A backup of a version with a single tenant, which is the first one now.
        let isOld = if case .some = found { false } else { true }
        let first = known.first { $0.folder == DataDirectory.defaultTenant }?.tenant
        let ofOld = isOld && name == .standard ? first.map { (tenant: $0, folder: DataDirectory.defaultTenant) } : nil
        guard let (tenant, folder) = (found ?? nil) ?? ofOld else { throw .unknown(name) }
        do throws(StoreError) {
            guard try !DataDirectory.missing(inBackup: backup).contains(folder) else { throw .noStore(path: folder) }
        } catch {
            if case .noStore = error { throw .lacking(name) }
            throw .store(error)
        }
        return TenantInBackup(
            tenant: tenant, folder: folder, present: known.first { $0.folder == folder }?.tenant)
    }

    /// The changes in the present tenant since the backup that must not be undone.
    package func sinceBackup(_ found: TenantInBackup) async throws(StoreError) -> SinceBackup {
        let store = try open(folder: found.folder)
        defer { close(store) }
        do {
            return try await store.read { (tx) throws(DatabaseError) in
                SinceBackup(
                    ended: try tx.endedAccess(), erased: try tx.erasedProfiles(limit: 1_000_000).map(\.id))
            }
        } catch {
            throw .opening(.database(path: DataDirectory.database(in: held.directory.tenant(found.folder)), error))
        }
    }

    /// Replaces a tenant with that of a backup, while nothing else uses the installation; all others stay as they are.
    /// A crash at any step leaves either the present tenant or the restored one.
    /// - Parameters:
    ///   - name: its name from now on.
    ///   - evenErased: whether an erased tenant may come back.
    ///   - ended: access to end as well.
    ///   - entry: the audit entry.
    package func restore(
        _ found: TenantInBackup, from backup: String, as name: TenantName, evenErased: Bool,
        ending ended: RevokedAccess,
        otherKey other: MasterKey?, at now: Timestamp, recordedAs entry: AuditEntry
    ) async throws(TenantRestoreError) -> RestoredTenant {
        let tenant = found.tenant
        guard evenErased || found.present?.state != .erased else { throw .erased(tenant.name) }
        let taken: Bool
        do {
            taken = try await control.read { (tx) throws(DatabaseError) in
                try tx.tenants().contains { $0.name == name && $0.state != .erased && $0.id != tenant.id }
            }
        } catch { throw .control(error) }
        guard !taken else { throw .nameTaken(name) }
        let keys = masterKeys.withLock(\.self)
        let (directory, folder) = (held.directory, found.folder)
        let state: RestoredTenant
        do throws(BackupError) {
            state = try directory.makeReplacement(
                of: folder, from: backup, asking: Store.restoredTables(ending: ended, at: now),
                masterKey: { (path) throws(KeyError) -> MasterKey in
                    if let other { return other }
                    return try keys.opening(path, of: folder)
                },
                wrappedBy: keys.current)
        } catch { throw .backup(error) }
        do throws(StoreError) { try directory.putReplacement(of: folder) } catch { throw .store(error) }
        do {
            try await control.write { (tx) throws(DatabaseError) in
                if found.present == nil {
                    try tx.insertTenant(tenant.named(name).due(at: now), folder: folder)
                } else {
                    try tx.rename(tenant.id, to: name)
                    if found.present?.state == .erased { try tx.setTenantState(tenant.state, of: tenant.id) }
                    try tx.setDue(now, of: tenant.id)
                }
                try tx.recordTenantEvent(.restored, of: tenant.id, at: now, in: entry.requestID)
                try tx.logUnrecorded(entry)
            }
        } catch { throw .control(error) }
        do throws(StoreError) { try directory.settleReplacements() } catch { throw .store(error) }
        return state.labelled(folder)
    }
}
