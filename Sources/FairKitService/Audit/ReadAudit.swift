package import FairKitCore
package import FairKitStore

/// Shows an administrator who did what, in ids, the newest first. That is recorded, too.
package struct ReadAudit: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    package func callAsFunction(
        _ filter: AuditFilter, before cursor: AuditCursor?, limit: Int, by caller: Caller
    ) async throws(OperationFailure) -> Page<NumberedEntry, AuditCursor> {
        guard caller.subject.may(.readAudit) else { throw .forbidden }
        let entry = caller.entry(.auditRead, nil, about: filter.patient, at: now())
        do {
            let page = try await store.read { (tx) throws(DatabaseError) in
                try tx.auditEntries(filter, before: cursor, limit: limit)
            }
            try await store.write { (tx) throws(DatabaseError) in try tx.record(entry) }
            return page
        } catch { throw .store(error) }
    }
}
