package import FairKitCore
package import FairKitStore
package import FairKitVault

/// Why an operator's change to the tenants was not made.
package enum TenantChangeFailure: Error {
    case forbidden
    case unknown
    /// A tenant has that name.
    case nameTaken
    /// One that is in use has the name, and one whose erasure has not ended.
    case twoOfThatName
    /// The first tenant keeps its name, and is not erased: requests mean it that name none.
    case isFirst
    /// It has that state already.
    case unchanged(TenantState)
    case key(KeyRotationError)
    /// An earlier change of the master key has to be ended first, and can't be. Nothing was done.
    case unended(KeyRotationError)
    /// The tenant is erased for all, but what is left of it could not be removed, or the master key not be changed; why.
    case unfinished(String)
    /// The master key is being changed, and not all is done.
    case rotationUnfinished(from: String, to: String, file: String, KeyRotationError)
    case store(StoreError)
    /// The change was not made.
    case control(DatabaseError)
    /// The disk failed at the change, and again when it was asked: whether it was made shows at the next start. What belongs to it, if it
    /// was, is still there.
    case unclear(DatabaseError)
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

    /// Whether a tenant is in `control.db` as it was to be, though the disk failed at the commit; nil: it fails still.
    ///
    /// Such a commit may stand in the log and come to light after a crash. It is gone once something else was written in its place: so only
    /// what is seen after that is true.
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
