package import FairKitCore
import FairKitStore

extension Alerts {
    /// The events of all alerts after one, without gaps; 0: from the first. They hold ids only, and the audit does not record them.
    package func events(
        after number: Int64, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> [AlertEvent] {
        try await tenant.read(.readAlertEvents, as: caller, lane: .urgent) {
            (tx, _) throws(DatabaseError) -> Outcome<[AlertEvent], Never> in
            .success(try tx.alertEvents(after: number, limit: limit))
        }
    }

    /// A page of those of one alert, of a clinician's patient or one that is open and critical, with what consumers said of it. It is
    /// recorded, since it may say something about the person. On a full disk it is shown if the alert is critical.
    package func events(
        of id: AlertID, after number: Int64, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<AlertEvent, Int64> {
        let (_, events) = try await tenant.readCritical(.readAlertEvents, as: caller, on: .alert(id)) {
            (tx, grant) throws(DatabaseError) -> Outcome<(Alert, [AlertEvent]), Never> in
            guard let alert = try tx.alert(id) else { return .failure(.notFound) }
            return .success((alert, try tx.alertEvents(about: id, after: number, limit: limit + 1)))
        } showing: { (tx, found, grant) throws(DatabaseError) in
            let alert = found.0
            guard !tx.takesOnlyCritical || alert.band == .critical else { return nil }
            grant.note(.alertEventsRead, id, about: alert.profileID)
            return found
        }
        return Page(found: events, limit: limit) { $0.number }
    }
}
