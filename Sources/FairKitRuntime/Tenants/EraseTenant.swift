import Coordination
package import FairKitCore
package import FairKitService
package import FairKitStore
import FairKitVault
import Logging

extension OpenTenants {
    /// Destroys a tenant's key, and so all its data, here and in backups whose master key is gone. The master key is
    /// replaced.
    ///
    /// Once the tenant is erased, a failed or interrupted call is finished by repeating it, or at the next start.
    ///
    /// - Parameter file: where the new master key is written; nil: it replaces the old one.
    package func erase(
        _ name: TenantName, newKeyIn file: String?, by caller: Caller
    ) async throws(TenantChangeFailure) -> ErasedTenant {
        try caller.mayManageTenants()
        guard name != .standard else { throw .isFirst }
        return try await aloneWithKeys { () async throws(TenantChangeFailure) in
            try await alone { () async throws(TenantChangeFailure) in
                try await refresh()
                switch (known[name], try await unfinished(name)) {
                case (nil, nil): throw .unknown
                case (nil, let begun?): return try await finish(begun, by: caller)
                case (let tenant?, nil):
                    try await begin(tenant, newKeyIn: file, by: caller)
                    return try await finish(tenant, by: caller)
                // The name does not say which of the two is meant.
                case (_?, _?): throw .twoOfThatName
                }
            }
        }
    }

    /// From here on the tenant is erased, and the master key has to be replaced.
    private func begin(
        _ tenant: Tenant, newKeyIn file: String?, by caller: Caller
    ) async throws(TenantChangeFailure) {
        // A key of an unfinished change may be the only one that opens a tenant, so there are never three.
        do { try await endRotation(by: caller) } catch { throw .unended(error) }
        let installation = installation
        let new: NewMasterKey
        do {
            new = try await onBlockingThread { () throws(KeyRotationError) in
                try installation.prepareMasterKey(in: file, mayTake: false, keepingOld: false)
            }
        } catch { throw .key(error) }
        do {
            try await change(.erased, tenant, to: tenant.becoming(.erased), by: caller) { (tx) throws(DatabaseError) in
                try tx.setTenantState(.erased, of: tenant.id)
                try tx.setDue(nil, of: tenant.id)
            }
        } catch {
            // If the tenant is erased after all, the next start needs the new key; if not, wrapping all keys again does
            // no harm.
            if case .unclear = error {
                logger.error(
                    "only the next start shows whether a tenant was erased; the new master key is kept",
                    metadata: ["tenant": "\(tenant.id)"])
            } else {
                await onBlockingThread { installation.abandon(new) }
            }
            throw error
        }
        installation.beginRotation(to: new)
        await closeAny(tenant.id)
    }

    private func finish(_ tenant: Tenant, by caller: Caller) async throws(TenantChangeFailure) -> ErasedTenant {
        let installation = installation
        let folders: (erased: String?, others: [String])
        do {
            folders = try await installation.control.read { (tx) throws(DatabaseError) in
                (try tx.folder(of: tenant.id), try tx.folders(erased: false))
            }
        } catch { throw .control(error) }
        guard let erased = folders.erased else { throw .unknown }
        do {
            try await onBlockingThread { () throws(StoreError) in try installation.destroyKey(folder: erased) }
        } catch { throw .unfinished(error.description) }
        let oldKey: String?
        do { oldKey = try await endRotation(by: caller) } catch { throw .unfinished(error.description) }
        do {
            let proof = try await onBlockingThread { () throws(StoreError) in
                try installation.removeErased(folder: erased, others: folders.others)
            }
            return (proof, oldKey)
        } catch { throw .unfinished(error.description) }
    }

    /// Erased tenants that have left files on the disk.
    package func unfinishedErasures() async throws(DatabaseError) -> Set<TenantID> {
        let erased = try await list().filter { $0.state == .erased }.map(\.id)
        let left = try await installation.control.read { [installation] (tx) throws(DatabaseError) in
            var left: Set<TenantID> = []
            for tenant in erased {
                if let folder = try tx.folder(of: tenant), installation.isThere(folder: folder) { left.insert(tenant) }
            }
            return left
        }
        return left
    }

    /// The erased tenant with this name that has left files because erasing failed. The name is free again once that is
    /// finished.
    func unfinished(_ name: TenantName) async throws(TenantChangeFailure) -> Tenant? {
        do {
            let left = try await unfinishedErasures()
            return try await list().first { $0.name == name && left.contains($0.id) }
        } catch { throw .control(error) }
    }

    /// Finishes a change of the master key.
    @discardableResult
    func endRotation(by caller: Caller) async throws(KeyRotationError) -> String? {
        let now = now()
        let kept = try await installation.endRotation { caller.entry(.masterKeyChanged, $0, about: nil, at: now) }
        await recordChanges()
        if let kept {
            logger.warning(
                "the old master key is kept: the operator asked for it, or a tenant's key could not be read",
                metadata: ["file": "\(kept)"])
        }
        return kept
    }
}
