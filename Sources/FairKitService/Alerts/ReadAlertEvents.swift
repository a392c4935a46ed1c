package import FairKitCore
package import FairKitStore

/// Shows what has happened to alerts and deliveries: of all in ids only, and of one what consumers said of it, too.
package struct ReadAlertEvents: Sendable {
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

    /// The events after one, without gaps; 0: from the first. They hold no health data, and the audit does not record them.
    package func callAsFunction(
        after number: Int64, limit: Int, by caller: Caller
    ) async throws(Failure) -> [AlertEvent] {
        guard caller.subject.may(.readAlertEvents) else { throw .forbidden }
        do {
            return try await store.read(in: .urgent) { (tx) throws(DatabaseError) in
                try tx.alertEvents(after: number, limit: limit)
            }
        } catch { throw .store(error) }
    }

    /// A page of those of one alert, of a clinician's patient or one that is open and critical. It is recorded, since it may say something
    /// about the person. On a full disk it is shown if the alert is critical.
    package func callAsFunction(
        about alert: AlertID, after number: Int64, limit: Int, by caller: Caller
    ) async throws(Failure) -> Page<AlertEvent, Int64> {
        guard caller.subject.may(.readAlertEvents) else { throw .forbidden }
        let (subject, now) = (caller.subject, now())
        let found: Found?
        var isRecorded = true
        do {
            found = try await store.read { (tx) throws(DatabaseError) -> Found? in
                guard let known = try tx.alert(alert) else { return nil }
                let decision = try tx.decision(
                    for: subject, .readAlertEvents, about: known.profileID, isOpenAndCritical: known.isOpenAndCritical,
                    at: now)
                guard let ground = decision.ground else { return nil }
                let events = try tx.alertEvents(about: alert, after: number, limit: limit + 1)
                return Found(alert: known, events: events, ground: ground)
            }
            if let found {
                let entry = caller.entry(
                    .alertEventsRead, alert, about: found.alert.profileID, breakGlass: found.ground == .breakGlass,
                    at: now)
                isRecorded = try await store.write(in: .critical) { (tx) throws(DatabaseError) in
                    guard !tx.takesOnlyCritical || found.alert.band == .critical else { return false }
                    try tx.record(entry)
                    return true
                }
            }
        } catch { throw .store(error) }
        guard let found else { throw .notFound }
        guard isRecorded else { throw .store(.noRoom) }
        return Page(found: found.events, limit: limit) { $0.number }
    }

    private struct Found {
        let alert: Alert
        let events: [AlertEvent]
        let ground: Ground
    }
}
