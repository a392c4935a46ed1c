package import FairKitCore
import FairKitStore

/// Alerts and their history. Reading never leases.
///
/// On a full disk only critical alerts are shown, because the audit log has room only for those.
package struct Alerts: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var alerts: Alerts { Alerts(tenant: self) }
}

extension Alerts {
    /// A page of the open alerts, in the order of their bands. On a full disk it ends after the critical ones. Going on
    /// from there fails, so that a client never takes the part for the whole.
    package func list(
        after cursor: AlertCursor?, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<Alert, AlertCursor> {
        try await tenant.readCritical(.readAlerts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<Alert, AlertCursor>, Never> in
            .success(try tx.openAlerts(in: grant.subject.alertScope(at: grant.now), after: cursor, limit: limit))
        } showing: { (tx, page, grant) throws(DatabaseError) in
            guard let shown = tx.takesOnlyCritical ? page.critical : page else { return nil }
            try grant.noteList(of: shown.items, in: tx)
            return shown
        }
    }

    /// One alert in any state; on a full disk only if it is critical.
    package func show(_ id: AlertID, by caller: Caller) async throws(Refusal<Never>) -> Alert {
        try await tenant.readCritical(.readAlerts, as: caller, on: .alert(id), lane: .urgent) {
            (tx, grant) throws(DatabaseError) -> Outcome<Alert, Never> in
            try tx.alert(id).map { .success($0) } ?? .failure(.notFound)
        } showing: { (tx, alert, grant) throws(DatabaseError) in
            guard !tx.takesOnlyCritical || alert.band == .critical else { return nil }
            grant.note(.alertRead, id, about: alert.profileID)
            return alert
        }
    }
}

extension Page<Alert, AlertCursor> {
    /// The critical alerts at the start of the page, with a cursor if others follow; nil if there are none but others.
    fileprivate var critical: Page? {
        let first = Array(items.prefix { $0.band == .critical })
        guard first.count < items.count else { return self }
        return first.last.map { Page(items: first, next: AlertCursor(after: $0)) }
    }
}
