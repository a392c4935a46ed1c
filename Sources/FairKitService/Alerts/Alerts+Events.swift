package import FairKitCore
import FairKitStore

extension Alerts {
    /// The events of all alerts after a number, without gaps; 0: from the first. They hold only ids, so the audit log
    /// does not record it.
    package func events(
        after number: Int64, limit: Int, by caller: Caller
    ) async throws(Refusal<FollowFailure>) -> [AlertEvent] {
        try await tenant.read(.readAlertEvents, as: caller, lane: .urgent) {
            (tx, _) throws(DatabaseError) -> Outcome<[AlertEvent], FollowFailure> in
            guard try tx.isAlertEvent(number) else { return .own(.notYet) }
            return .success(try tx.alertEvents(after: number, limit: limit))
        }
    }

    /// A page of the events of one alert, with what consumers wrote about it. The caller sees an alert of their own
    /// patients, or an open critical one. The audit log records it, because the text may be about the person. On a full
    /// disk only critical alerts are shown.
    package func events(
        of id: AlertID, after number: Int64, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<AlertEvent, Int64> {
        let (_, events) = try await tenant.readCritical(.readAlertEvents, as: caller, on: .alert(id)) {
            (tx, grant) throws(DatabaseError) -> Outcome<(Alert, [AlertEvent]), Never> in
            guard let alert = try tx.alert(id) else { return .failure(.notFound) }
            let events = try tx.alertEvents(about: id, after: number, limit: limit + 1)
            guard grant.subject.role == .clinician,
                try !Alerts.seesReadBackParts(of: alert, grant.subject, at: grant.now, in: tx)
            else { return .success((alert, events)) }
            return .success((alert, events.map { $0.kind == .readBackFailed ? $0.withoutReason : $0 }))
        } showing: { (tx, found, grant) throws(DatabaseError) in
            let alert = found.0
            guard !tx.takesOnlyCritical || alert.band == .critical else { return nil }
            grant.log(.alertEventsRead, id, about: alert.profileID)
            return found
        }
        return Page(found: events, limit: limit) { $0.number }
    }
}
