import FairKitCore
import FairKitService
import FairKitStore

extension OpenTenants {
    /// A tenant by its name; erased tenants have none.
    func tenant(named name: TenantName) throws(TenantChangeFailure) -> Tenant {
        guard let tenant = known[name] else { throw .unknown }
        return tenant
    }

    /// Reloads the list of tenants.
    func refresh() async throws(TenantChangeFailure) {
        do { try await load() } catch { throw .control(error) }
    }

    /// Changes `control.db`, and records the request with it. After the commit nothing here fails: the list in memory
    /// changes with it.
    ///
    /// - Parameters:
    ///   - changed: the changed tenant.
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
                try tx.recordTenantEvent(kind, of: tenant.id, at: now, in: caller.requestID)
                try tx.logUnrecorded(entry)
                return true
            }
        } catch {
            guard error.mayBeDurable else { throw .control(error) }
            switch await isMade(changed) {
            case true?: isDone = true
            case false?: throw .control(error)
            case nil: throw .unclear(error)
            }
        }
        guard isDone else { throw .nameTaken }
        know(changed, insteadOf: tenant.name)
        await recordChanges()
    }

    /// Whether `control.db` has the change, although the disk failed at the commit; nil: the disk still fails.
    ///
    /// Such a commit may be in the log and appear after a crash. Another write in its place removes it, so only what is
    /// read after that is true.
    private func isMade(_ changed: Tenant) async -> Bool? {
        try? await installation.control.write { (tx) throws(DatabaseError) in
            try tx.writeOver()
            return try tx.tenants().contains {
                $0.id == changed.id && $0.name == changed.name && $0.state == changed.state
            }
        }
    }
}

extension Caller {
    func mayManageTenants() throws(TenantChangeFailure) {
        guard subject.may(.manageTenants) else { throw .forbidden }
    }
}
