package import FairKitCore
import FairKitStore

/// An alert on a clinician's worklist: the patient's facts by which two people are told apart, who was told, and who is
/// told next.
@dynamicMemberLookup package struct WorkItem: Sendable {
    package let named: NamedAlert
    /// nil: the caller may not read the patient's profile.
    package let identity: PatientIdentity?
    /// In the order in which messages to them began, each receiver once.
    package let tellings: [Telling]
    /// The steps that wait.
    package let coming: [ComingStep]
    /// The result's other alerts that stand.
    package let twins: [Alert]
    package let loop: AlertLoop
    package let contacts: AlertContacts

    package subscript<Member>(dynamicMember path: KeyPath<Alert, Member>) -> Member { named.alert[keyPath: path] }
}

/// The facts of a patient and their result by which two people of one name are told apart.
package struct PatientIdentity: Equatable, Sendable {
    package let birthDate: CalendarDate?
    package let kitCode: KitCode
}

/// A page of the worklist.
package struct Worklist: Sendable {
    package let items: [WorkItem]
    package let next: AlertCursor?
    /// How many alerts the filter finds on all pages.
    package let total: Total
    package let now: WorklistNow
}

/// The number of alerts that are open for a caller, and the last event of alerts that it includes.
package struct WorklistNow: Sendable {
    package let open: Total
    package let event: Int64
}

extension Alerts {
    /// A page of alerts with all that a clinician needs to act. On a full disk it shows critical alerts only.
    package func worklist(
        _ filter: AlertFilter = AlertFilter(), after cursor: AlertCursor? = nil, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Worklist {
        try await tenant.readCritical(.readEscalation, as: caller, lane: .urgent) {
            [zones = tenant.zones] (tx, grant) throws(DatabaseError) -> Outcome<Worklist, Never> in
            let scope = grant.subject.alertScope(at: grant.now)
            let now = try Alerts.now(in: scope, tx)
            let page = try tx.alerts(filter, in: scope, after: cursor, limit: limit)
            var (items, found): ([WorkItem], FoundReceivers) = ([], FoundReceivers())
            for named in try Alerts.named(page.items, for: grant, in: tx) {
                items.append(try Alerts.item(named, &found, zones: zones, at: grant.now, in: tx))
            }
            var all = filter
            all.ids = nil
            let total = all == AlertFilter() ? now.open : try tx.alertTotal(all, in: scope, most: Dashboard.mostCounted)
            return .success(Worklist(items: items, next: page.next, total: total, now: now))
        } showing: { (tx, found, grant) throws(DatabaseError) in
            var shown = found
            if tx.takesOnlyCritical {
                let critical = found.items.filter { $0.band == .critical }
                guard !critical.isEmpty || found.items.isEmpty else { return nil }
                shown = Worklist(items: critical, next: found.next, total: found.total, now: found.now)
            }
            try grant.logList(of: shown.items.map(\.named.alert), narrowedTo: filter.profileID, in: tx)
            return shown
        }
    }

    /// The number of alerts that are open for the caller. It names no one, so the audit log does not record it.
    package func now(by caller: Caller) async throws(Refusal<Never>) -> WorklistNow {
        try await tenant.read(.readEscalation, as: caller, lane: .urgent) {
            (tx, grant) throws(DatabaseError) -> Outcome<WorklistNow, Never> in
            .success(try Alerts.now(in: grant.subject.alertScope(at: grant.now), tx))
        }
    }

    private static func now<Access>(
        in scope: AlertScope, _ tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> WorklistNow {
        WorklistNow(
            open: try tx.alertTotal(AlertFilter(), in: scope, most: Dashboard.mostCounted),
            event: try tx.lastAlertEvent())
    }

    /// - Parameter found: the receivers that rows before it have found.
    private static func item(
        _ named: NamedAlert, _ found: inout FoundReceivers, zones: TimeZones, at now: Timestamp,
        in tx: borrowing ReadTransaction
    ) throws(DatabaseError) -> WorkItem {
        var alert = named
        let sends = Dictionary(grouping: try tx.sends(about: alert.id), by: \.notice)
        let tellings = Telling.all(try tx.notices(about: alert.id).map { ($0, sends[$0.id] ?? []) })
        var steps: [(step: AlertStep, receivers: [Notice.Receiver])] = []
        let waiting = alert.state == .open ? try tx.steps(of: alert.id).filter { $0.state == .waiting } : []
        for step in waiting {
            var receivers: [Notice.Receiver] = []
            for target in step.targets {
                receivers += try found.receivers(of: target, about: alert.alert, at: now, zones: zones, in: tx)
            }
            steps.append((step, receivers))
        }
        let (coming, loop) = (ComingStep.all(steps), try tx.loop(of: alert.id))
        alert.correction = try Escalation.correction(of: alert.alert, in: tx)
        return WorkItem(
            named: alert, identity: try identity(of: alert, in: tx), tellings: tellings, coming: coming,
            twins: try tx.standingAlerts(about: alert.resultID).filter { $0.id != alert.id }, loop: loop,
            contacts: try Escalation.contacts(
                of: tellings.map(\.receiver) + coming.flatMap(\.receivers), about: alert, loop, in: tx))
    }

    /// The facts of an alert's patient, if the caller may read their name.
    static func identity<Access>(of alert: NamedAlert, in tx: borrowing Connection<Access>) throws(DatabaseError)
        -> PatientIdentity?
    {
        guard alert.patientName != nil, let record = try tx.readBackRecord(of: alert.id) else { return nil }
        return PatientIdentity(birthDate: record.birthDate, kitCode: record.kitCode)
    }
}
