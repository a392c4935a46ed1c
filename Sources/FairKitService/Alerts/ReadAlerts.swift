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

    /// A page of the open ones. On a full disk it ends after the critical ones, and going on from there is refused: nobody takes
    /// a part for the whole.
    package func callAsFunction(
        after cursor: AlertCursor?, limit: Int, by caller: Caller
    ) async throws(Failure) -> Page<Alert, AlertCursor> {
        guard caller.subject.may(.readAlerts) else { throw .forbidden }
        let now = now()
        let scope = caller.subject.alertScope(at: now)
        do {
            let page = try await store.read { (tx) throws(DatabaseError) in
                try tx.openAlerts(in: scope, after: cursor, limit: limit)
            }
            let shown = try await store.write(in: .critical) { (tx) throws(DatabaseError) in
                let shown = tx.takesOnlyCritical ? page.critical : page
                guard let shown else { return nil as Page<Alert, AlertCursor>? }
                try tx.recordList(of: shown.items, by: caller, at: now)
                return shown
            }
            if let shown { return shown }
        } catch { throw .store(error) }
        throw .store(.noRoom)
    }

    /// One alert, in whatever state; on a full disk, if it is critical.
    package func callAsFunction(_ id: AlertID, by caller: Caller) async throws(Failure) -> Alert {
        guard caller.subject.may(.readAlerts) else { throw .forbidden }
        let (subject, now) = (caller.subject, now())
        let alert: Alert?
        var isRecorded = true
        do {
            let found = try await store.read(in: .urgent) {
                (tx) throws(DatabaseError) -> (alert: Alert, ground: Ground)? in
                guard let alert = try tx.alert(id) else { return nil }
                let decision = try tx.decision(
                    for: subject, .readAlerts, about: alert.profileID, isOpenAndCritical: alert.isOpenAndCritical,
                    at: now)
                return decision.ground.map { (alert, $0) }
            }
            alert = found?.alert
            if let (alert, ground) = found {
                let entry = caller.entry(
                    .alertRead, id, about: alert.profileID, breakGlass: ground == .breakGlass, at: now)
                isRecorded = try await store.write(in: .critical) { (tx) throws(DatabaseError) in
                    guard !tx.takesOnlyCritical || alert.band == .critical else { return false }
                    try tx.record(entry)
                    return true
                }
            }
        } catch { throw .store(error) }
        guard let alert else { throw .notFound }
        guard isRecorded else { throw .store(.noRoom) }
        return alert
    }
}

extension Page<Alert, AlertCursor> {
    /// The critical ones that it begins with, with a cursor if others follow; nil if it has others only.
    fileprivate var critical: Page? {
        let first = Array(items.prefix { $0.band == .critical })
        guard first.count < items.count else { return self }
        return first.last.map { Page(items: first, next: AlertCursor(after: $0)) }
    }
}
