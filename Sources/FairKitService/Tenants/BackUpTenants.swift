package import FairKitCore
package import FairKitStore

/// Why there is no backup of the tenants.
package enum TenantBackupFailure: Error {
    case forbidden
    case backup(BackupError)
    case control(DatabaseError)
    /// The master key was being changed, which could not be ended: the backup would need two.
    case key(KeyRotationError)
    /// A tenant could not be opened, so that it could not be copied; nothing was left of the backup.
    case tenant(TenantName, TenantFailure)
    /// The backup is there, but could not be recorded with every tenant.
    case unrecorded(path: String, DatabaseError)
}

extension OpenTenants {
    /// Copies everything while the server works, one tenant after the other, and records with each of them who had it copied where.
    /// - Parameter path: a directory that does not exist yet, in one that does.
    package func backUp(to path: String, by caller: Caller) async throws(TenantBackupFailure) -> Backup {
        guard caller.subject.may(.operateStore) else { throw .forbidden }
        return try await alone { () async throws(TenantBackupFailure) in try await copy(to: path, by: caller) }
    }

    private func copy(to path: String, by caller: Caller) async throws(TenantBackupFailure) -> Backup {
        do { try await load() } catch { throw .control(error) }
        do { try await endRotation() } catch { throw .key(error) }
        let (uses, now) = (try await uses(of: known.values.sorted { $0.name.text < $1.name.text }), now)
        let backup: Backup
        do {
            backup = try await installation.backUp(to: path) { (place) async throws(BackupError) in
                var parts: [Backup] = []
                for use in uses { parts.append(try await installation.add(use.store, to: place, now: now)) }
                return Backup.sum(parts, at: place.path, now: now())
            }
        } catch { throw .backup(error) }
        let entry = caller.entry(.storeBackedUp, backup.path, about: nil, at: now())
        for use in uses {
            do {
                try await use.store.write { (tx) throws(DatabaseError) in try tx.record(entry) }
            } catch { throw .unrecorded(path: backup.path, error) }
        }
        return backup
    }

    /// They stay open until all are copied, so that none is erased or closed in between.
    private func uses(of tenants: [Tenant]) async throws(TenantBackupFailure) -> [Use] {
        var uses: [Use] = []
        for tenant in tenants {
            do { uses.append(try await use(tenant.name, evenSuspended: true)) } catch {
                throw .tenant(tenant.name, error)
            }
        }
        return uses
    }
}
