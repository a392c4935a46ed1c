import Coordination
package import FairKitCore
package import FairKitService
import FairKitStore
import FairKitVault
import KeyRing
import Logging

extension OpenTenants {
    /// Makes a tenant of an archive. It keeps its id, and exists from one commit on: until then nothing can open it, and
    /// what an interruption leaves of it is removed.
    ///
    /// The tenant of an archive that was made while it was suspended is active. That of a copy is suspended, since the
    /// tenant may still be active elsewhere.
    /// - Parameters:
    ///   - path: the archive.
    ///   - keyFile: the file of the key that opens it.
    ///   - name: its name from now on; nil: its own. Under the first tenant's name it takes that one's place, which must
    ///     hold no data.
    package func importTenant(
        from path: String, keyFile: String, as name: TenantName?, by caller: Caller
    ) async throws(TenantMoveFailure) -> ImportedTenant {
        guard caller.subject.may(.manageTenants) else { throw .forbidden }
        return try await aloneWithKeys { () async throws(TenantMoveFailure) in
            let key: MasterKey
            do throws(KeyError) {
                key = try await onBlockingThread { () throws(KeyError) in try MasterKey(contentsOf: keyFile) }
            } catch { throw .key(error) }
            let moved: Tenant?
            do throws(ArchiveError) {
                moved = try await onBlockingThread { () throws(ArchiveError) in
                    try ArchiveReader(path, key: key).header.moved
                }
            } catch { throw .archive(error) }
            guard let moved else { throw .archive(.foreign(path: path)) }
            let tenant = moved.named(name ?? moved.name).due(at: now())
            let folder = installation.newFolder(for: tenant)
            try await refuse(tenant)
            let entry = caller.entry(.tenantImported, tenant.id, about: nil, at: now())
            let received: ReceivedTenant
            do throws(ArchiveError) {
                received = try await installation.receive(path, key: key, folder: folder, recordedAs: entry)
            } catch { throw .archive(error) }
            try await alone { () async throws(TenantMoveFailure) in
                do throws(TenantMoveFailure) {
                    do throws(DatabaseError) { try await load() } catch { throw .control(error) }
                    try await refuse(tenant)
                    try await admit(tenant, in: folder, by: caller)
                } catch {
                    await installation.abandonReceived()
                    throw error
                }
            }
            return (tenant, received.counts)
        }
    }

    /// Refuses a tenant that is here already, or whose name another one has.
    private func refuse(_ tenant: Tenant) async throws(TenantMoveFailure) {
        let all: [Tenant]
        do throws(DatabaseError) { all = try await list() } catch { throw .control(error) }
        let first = all.first { $0.name == .standard && $0.state != .erased }
        if tenant.name == .standard, try await !isUnused() { throw .firstInUse }
        // An interrupted import may have given the first tenant this id.
        if let present = all.first(where: { $0.id == tenant.id }), present.id != first?.id || tenant.name != .standard {
            throw present.state == .erased ? .erased : .present(present.name)
        }
        guard tenant.name == .standard || !all.contains(where: { $0.name == tenant.name && $0.state != .erased })
        else { throw .nameTaken(tenant.name) }
    }

    private func isUnused() async throws(TenantMoveFailure) -> Bool {
        do throws(TenantFailure) {
            let first = try await use(.standard, evenSuspended: true)
            defer { withExtendedLifetime(first) {} }
            do throws(DatabaseError) {
                return try await first.store.read { (tx) throws(DatabaseError) in try tx.isUnused() }
            } catch { throw .control(error) }
        } catch { throw .tenant(error) }
    }

    private func admit(_ tenant: Tenant, in folder: String, by caller: Caller) async throws(TenantMoveFailure) {
        let installation = installation
        guard tenant.name == .standard else {
            do throws(StoreError) {
                try await onBlockingThread { () throws(StoreError) in try installation.admit(folder: folder) }
            } catch { throw .archive(.file(error)) }
            do throws(TenantChangeFailure) {
                try await change(.imported, tenant, to: tenant, by: caller) { (tx) throws(DatabaseError) in
                    try tx.insertTenant(tenant, folder: folder)
                }
            } catch {
                if case .unclear = error {
                    logger.error(
                        "only the next start shows whether a tenant was imported; its folder is kept",
                        metadata: ["tenant": "\(tenant.id)"])
                } else {
                    await onBlockingThread { installation.remove(folder: folder) }
                }
                throw .change(error)
            }
            return
        }
        try await admitInsteadOfFirst(tenant, in: folder, by: caller)
    }

    /// Requests that name no tenant are refused meanwhile, for some milliseconds.
    private func admitInsteadOfFirst(
        _ tenant: Tenant, in folder: String, by caller: Caller
    ) async throws(TenantMoveFailure) {
        let installation = installation
        guard let first = known[.standard] else { throw .unknown }
        let now = now()
        let entry = caller.entry(.tenantImported, tenant.id, about: nil, at: now)
        if first.id != tenant.id {
            do {
                try await installation.control.write { (tx) throws(DatabaseError) in
                    try tx.releaseFolder(of: first.id)
                    try tx.insertTenant(tenant, folder: folder)
                    try tx.recordTenantEvent(.imported, of: tenant.id, at: now, in: entry.requestID)
                }
            } catch { throw .control(error) }
        }
        known[.standard] = nil
        await closeAny(first.id)
        let outcome: Result<Void, StoreError> = await onBlockingThread {
            Result { () throws(StoreError) in try installation.admitInsteadOf(first) }
        }
        do throws(DatabaseError) { try await load() } catch { throw .control(error) }
        do throws(StoreError) { try outcome.get() } catch { throw .archive(.file(error)) }
    }
}
