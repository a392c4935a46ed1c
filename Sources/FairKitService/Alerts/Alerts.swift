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
    /// A page of alerts in the filter's order, with the names of their patients. On a full disk it ends after the
    /// critical ones. Going on from there fails, so that a client never takes the part for the whole.
    ///
    /// - Parameter counting: whether to count the alerts of all pages.
    package func list(
        _ filter: AlertFilter = AlertFilter(), after cursor: AlertCursor?, limit: Int, counting: Bool = false,
        by caller: Caller
    ) async throws(Refusal<Never>) -> AlertPage {
        try await tenant.readCritical(.readAlerts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<AlertPage, Never> in
            let scope = grant.subject.alertScope(at: grant.now)
            let page = try tx.alerts(filter, in: scope, after: cursor, limit: limit)
            return .success(
                AlertPage(
                    items: try Alerts.named(page.items, for: grant, in: tx), next: page.next,
                    total: counting ? try tx.alertTotal(filter, in: scope) : nil))
        } showing: { (tx, page, grant) throws(DatabaseError) in
            guard let shown = tx.takesOnlyCritical ? page.critical(in: filter.order) : page else { return nil }
            try grant.logList(of: shown.items.map(\.alert), narrowedTo: filter.profileID, in: tx)
            return shown
        }
    }

    /// How many critical alerts are open for the caller; on a full disk, too.
    package func openCriticals(by caller: Caller) async throws(Refusal<Never>) -> Total {
        try await tenant.readCritical(.readAlerts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Total, Never> in
            .success(try tx.alertTotal(AlertFilter(band: .critical), in: grant.subject.alertScope(at: grant.now)))
        } showing: { (_, total, _) throws(DatabaseError) in
            total
        }
    }

    /// One alert in any state; on a full disk only if it is critical.
    package func show(_ id: AlertID, by caller: Caller) async throws(Refusal<Never>) -> NamedAlert {
        try await tenant.readCritical(.readAlerts, as: caller, on: .alert(id), lane: .urgent) {
            (tx, grant) throws(DatabaseError) -> Outcome<NamedAlert, Never> in
            guard let alert = try tx.alert(id), let named = try Alerts.named([alert], for: grant, in: tx).first else {
                return .failure(.notFound)
            }
            // An earlier level may have been held from its patient.
            let correction = grant.subject.role == .clinician ? try Escalation.correction(of: alert, in: tx) : nil
            return .success(NamedAlert(alert: alert, patientName: named.patientName, correction: correction))
        } showing: { (tx, alert, grant) throws(DatabaseError) in
            guard !tx.takesOnlyCritical || alert.band == .critical else { return nil }
            grant.log(.alertRead, id, about: alert.profileID)
            return alert
        }
    }
}

/// An alert, with its patient's name if the caller may read the patient's profile.
@dynamicMemberLookup package struct NamedAlert: Sendable {
    package let alert: Alert
    package let patientName: String?
    /// Of an alert that is shown alone.
    package var correction: AlertCorrection?

    package subscript<Member>(dynamicMember path: KeyPath<Alert, Member>) -> Member { alert[keyPath: path] }
}

extension Alerts {
    /// The same alerts with the names of those patients whose profile the caller may read.
    static func named<Access>(_ alerts: [Alert], for grant: Grant, in tx: borrowing Connection<Access>)
        throws(DatabaseError) -> [NamedAlert]
    {
        let names = try tx.names(of: Set(alerts.compactMap(\.profileID)), to: grant.subject, at: grant.now)
        return alerts.map { NamedAlert(alert: $0, patientName: $0.profileID.flatMap { names[$0] }) }
    }
}

/// A page of alerts.
package struct AlertPage: Sendable {
    package let items: [NamedAlert]
    package let next: AlertCursor?
    /// nil: it was not requested.
    package let total: Total?

    /// The critical alerts at the start of the page, with a cursor if others follow; nil if there are none but others.
    fileprivate func critical(in order: AlertOrder) -> AlertPage? {
        let first = Array(items.prefix { $0.band == .critical })
        guard first.count < items.count else { return self }
        return first.last.map {
            AlertPage(items: first, next: AlertCursor(after: $0.alert, in: order), total: total)
        }
    }
}
