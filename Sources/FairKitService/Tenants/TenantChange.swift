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

    /// Changes `control.db`, and notes in which request.
    /// - Parameters:
    ///   - name: what the tenant is to be called; somebody else may have taken the name meanwhile.
    func change(
        _ kind: TenantEventKind, _ tenant: Tenant, named name: TenantName? = nil, by caller: Caller,
        _ body: @escaping @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> Void
    ) async throws(TenantChangeFailure) {
        let now = now()
        let isDone: Bool
        do {
            isDone = try await installation.control.write { (tx) throws(DatabaseError) in
                if let name, try tx.isTaken(name) { return false }
                try body(tx)
                try tx.note(kind, of: tenant.id, at: now, in: caller.requestID)
                return true
            }
        } catch { throw .control(error) }
        guard isDone else { throw .nameTaken }
        try await refresh()
    }
}

extension Caller {
    func mayManageTenants() throws(TenantChangeFailure) {
        guard subject.may(.manageTenants) else { throw .forbidden }
    }
}
