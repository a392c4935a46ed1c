package import FairKitCore
package import FairKitService
import FairKitStore
import FairKitVault

/// The backup's path, and the tenants that were and were not copied.
private struct Copied: Sendable {
    let backup: Backup
    let names: [TenantName]
    let missing: [MissingTenant]
}

extension OpenTenants {
    /// Copies everything while the server works, one tenant after the other, and records in each tenant who made the
    /// backup and where. A tenant that fails does not stop the others.
    ///
    /// - Parameter path: a new directory in an existing one.
    package func backUp(to path: String, by caller: Caller) async throws(TenantBackupFailure) -> Backup {
        guard caller.subject.may(.operateStore) else { throw .forbidden }
        let files: FileInstallation
        do { files = try installation.files(for: .backup) } catch { throw .withoutFiles(error) }
        return try await aloneWithKeys { () async throws(TenantBackupFailure) in
            try await copy(files, to: path, by: caller)
        }
    }

    private func copy(
        _ files: FileInstallation, to path: String, by caller: Caller
    ) async throws(TenantBackupFailure) -> Backup {
        do {
            try await alone { () async throws(DatabaseError) in try await load() }
        } catch { throw .control(error) }
        do { try await endRotation(by: caller) } catch { throw .key(error) }
        // Fails before anything is written if the first tenant can't be copied.
        do { _ = try await use(.standard, evenSuspended: true) } catch { throw .first(error) }
        let tenants = known.values.sorted { $0.name.text < $1.name.text }
        let copied: Copied
        do {
            copied = try await files.backUp(to: path) { [self] (location) async throws(BackupError) in
                try await copy(tenants, of: files, to: location)
            }
        } catch {
            switch error {
            case .exists: throw .exists(error)
            case .inProgress: throw .inProgress(error)
            default: throw .backup(error)
            }
        }
        try await record(copied.backup, with: copied.names, by: caller)
        guard copied.missing.isEmpty else { throw .incomplete(path: copied.backup.path, copied.missing) }
        return copied.backup
    }

    private func copy(
        _ tenants: [Tenant], of files: FileInstallation, to location: BackupFolder
    ) async throws(BackupError) -> Copied {
        var parts: [(name: TenantName, backup: Backup)] = []
        var missing: [MissingTenant] = []
        for tenant in tenants {
            do throws(MissingTenant.Reason) {
                parts.append((tenant.name, try await add(tenant.name, of: files, to: location)))
            } catch {
                if case .uncopied(let error) = error, tenant.name == .standard || error.isOfLocation { throw error }
                missing.append(MissingTenant(tenant: tenant, reason: error))
            }
        }
        try location.record(missing: missing.map { "\($0.tenant.id)" })
        let backup = Backup.sum(parts.map(\.backup), at: location.path, now: now())
        return Copied(backup: backup, names: parts.map(\.name), missing: missing)
    }

    /// Tries once more if the tenant was suspended or resumed meanwhile, which closes it.
    private func add(
        _ name: TenantName, of files: FileInstallation, to location: BackupFolder
    ) async throws(MissingTenant.Reason) -> Backup {
        do throws(MissingTenant.Reason) {
            return try await addOnce(name, of: files, to: location)
        } catch {
            guard case .uncopied(let error) = error, error.isOfClosing else { throw error }
            return try await addOnce(name, of: files, to: location)
        }
    }

    private func addOnce(
        _ name: TenantName, of files: FileInstallation, to location: BackupFolder
    ) async throws(MissingTenant.Reason) -> Backup {
        let use: Use
        do { use = try await self.use(name, evenSuspended: true) } catch { throw .unopened(error) }
        defer { withExtendedLifetime(use) {} }
        do { return try await files.add(use.store, to: location, now: now) } catch { throw .uncopied(error) }
    }

    private func record(
        _ backup: Backup, with names: [TenantName], by caller: Caller
    ) async throws(TenantBackupFailure) {
        let entry = caller.entry(.storeBackedUp, backup.path, about: nil, at: now())
        for name in names {
            do {
                let use = try await use(name, evenSuspended: true)
                defer { withExtendedLifetime(use) {} }
                try await use.store.write { (tx) throws(DatabaseError) in try tx.record(entry) }
            } catch { throw .unrecorded(path: backup.path, error) }
        }
    }
}
