package import FairKitCore
package import FairKitStore

/// Why an operator's change to the tenants was not made.
package enum TenantChangeFailure: Error {
    case forbidden
    case unknown
    /// A tenant has that name.
    case nameTaken
    /// The first tenant keeps its name, and is not erased: requests mean it that name none.
    case isFirst
    /// It has that state already.
    case unchanged(TenantState)
    case key(KeyRotationError)
    /// An earlier change of the master key has to be ended first, and can't be. Nothing was done.
    case unended(KeyRotationError)
    /// The tenant is erased for all, but what is left of it could not be removed, or the master key not be changed; why.
    case unfinished(String)
    case store(StoreError)
    case control(DatabaseError)
}

extension OpenTenants {
    /// A tenant by its name; one that was erased has none.
    func tenant(named name: TenantName) throws(TenantChangeFailure) -> Tenant {
        guard let tenant = known[name] else { throw .unknown }
        return tenant
    }

    /// Reads what is known anew.
    func refresh() async throws(TenantChangeFailure) {
        do { try await load() } catch { throw .control(error) }
    }

    /// Changes `control.db`, and notes in which request. Once that is done nothing here fails: what is known is changed alike.
    /// - Parameters:
    ///   - changed: what becomes of the tenant.
    func change(
        _ kind: TenantEventKind, _ tenant: Tenant, to changed: Tenant, by caller: Caller,
        _ body: @escaping @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> Void
    ) async throws(TenantChangeFailure) {
        let now = now()
        let entry = caller.entry(kind.action, tenant.id, about: nil, at: now)
        let takesName = kind == .created || changed.name != tenant.name
        let isDone: Bool
        do {
            isDone = try await installation.control.write { (tx) throws(DatabaseError) in
                if takesName, try tx.isTaken(changed.name) { return false }
                try body(tx)
                try tx.note(kind, of: tenant.id, at: now, in: caller.requestID)
                try tx.noteUnrecorded(entry)
                return true
            }
        } catch { throw .control(error) }
        guard isDone else { throw .nameTaken }
        know(changed, insteadOf: tenant.name)
        await recordChanges()
    }
}

extension Caller {
    func mayManageTenants() throws(TenantChangeFailure) {
        guard subject.may(.manageTenants) else { throw .forbidden }
    }
}
