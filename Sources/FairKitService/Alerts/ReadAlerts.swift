package import FairKitCore
package import FairKitStore

/// Shows alerts: the open ones in the order of their bands, or one. Reading never leases.
package struct ReadAlerts: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    package enum Failure: Error {
        case forbidden
        case notFound
        case store(DatabaseError)
    }

    /// A page of the open ones.
    package func callAsFunction(
        after cursor: AlertCursor?, limit: Int, by caller: Caller
    ) async throws(Failure) -> Page<Alert, AlertCursor> {
        guard caller.subject.role.may(.readAlerts) else { throw .forbidden }
        let now = now()
        do {
            let page = try await store.read { (tx) throws(DatabaseError) in
                try tx.openAlerts(after: cursor, limit: limit)
            }
            try await store.write { (tx) throws(DatabaseError) in
                try tx.recordList(.alertListed, about: page.items.map(\.profileID), by: caller, at: now)
            }
            return page
        } catch { throw .store(error) }
    }

    /// One alert, in whatever state.
    package func callAsFunction(_ id: AlertID, by caller: Caller) async throws(Failure) -> Alert {
        guard caller.subject.role.may(.readAlerts) else { throw .forbidden }
        let now = now()
        let alert: Alert?
        do {
            alert = try await store.read { (tx) throws(DatabaseError) in try tx.alert(id) }
            if let alert {
                try await store.write { (tx) throws(DatabaseError) in
                    try tx.record(caller.entry(.alertRead, id, about: alert.profileID, at: now))
                }
            }
        } catch { throw .store(error) }
        guard let alert else { throw .notFound }
        return alert
    }
}
