package import FairKitCore
package import FairKitStore

extension OpenTenants {
    /// Destroys a tenant's key, and with it all that can be read of the tenant, here and in backups whose master key is gone; the
    /// master key changes.
    ///
    /// A crash in between leaves a tenant that is erased, and whose rest is removed at the next start.
    /// - Parameter file: where the new master key is put; nil: in the place of the old one.
    package func erase(
        _ name: TenantName, newKeyIn file: String?, by caller: Caller
    ) async throws(TenantChangeFailure) -> ErasureProof {
        try caller.mayManageTenants()
        guard name != .standard else { throw .isFirst }
        return try await alone { () async throws(TenantChangeFailure) in
            try await refresh()
            return try await erase(try tenant(named: name), newKeyIn: file, by: caller)
        }
    }

    private func erase(
        _ tenant: Tenant, newKeyIn file: String?, by caller: Caller
    ) async throws(TenantChangeFailure) -> ErasureProof {
        let installation = installation
        // First, what may fail without harm.
        let new: Installation.NewMasterKey
        do {
            new = try await apart { () throws(KeyRotationError) in try installation.prepareMasterKey(in: file) }
        } catch { throw .key(error) }
        do {
            try await change(.erased, tenant, by: caller) { (tx) throws(DatabaseError) in
                try tx.set(.erased, of: tenant.id)
                try tx.setDue(nil, of: tenant.id)
            }
        } catch {
            await apart { installation.abandon(new) }
            throw error
        }
        await closeAny(tenant.id)
        do {
            try await installation.rotate(to: new, open: opened.map(\.store))
        } catch { throw .key(error) }
        let folders: (erased: String?, others: [String])
        do {
            folders = try await installation.control.read { (tx) throws(DatabaseError) in
                (try tx.folder(of: tenant.id), try tx.folders(erased: false))
            }
        } catch { throw .control(error) }
        guard let erased = folders.erased else { throw .unknown }
        do {
            return try await apart { () throws(StoreError) in
                try installation.destroy(folder: erased, others: folders.others)
            }
        } catch { throw .store(error) }
    }
}
