package import FairKitCore
package import FairKitStore

/// Shows what has happened to alerts and deliveries. Ids only, so that nothing of a patient is read.
package struct ReadAlertEvents: Sendable {
    private let store: Store

    package init(store: Store) {
        self.store = store
    }

    package enum Failure: Error {
        case forbidden
        case notFound
        case store(DatabaseError)
    }

    /// The events after one, without gaps; 0: from the first.
    package func callAsFunction(
        after number: Int64, limit: Int, by caller: Caller
    ) async throws(Failure) -> [AlertEvent] {
        guard caller.subject.may(.readAlertEvents) else { throw .forbidden }
        do {
            return try await store.readUrgently { (tx) throws(DatabaseError) in
                try tx.alertEvents(after: number, limit: limit)
            }
        } catch { throw .store(error) }
    }

    /// A page of those of one alert.
    package func callAsFunction(
        about alert: AlertID, after number: Int64, limit: Int, by caller: Caller
    ) async throws(Failure) -> Page<AlertEvent, Int64> {
        guard caller.subject.may(.readAlertEvents) else { throw .forbidden }
        let found: [AlertEvent]?
        do {
            found = try await store.read { (tx) throws(DatabaseError) in
                guard try tx.alert(alert) != nil else { return nil }
                return try tx.alertEvents(about: alert, after: number, limit: limit + 1)
            }
        } catch { throw .store(error) }
        guard let found else { throw .notFound }
        return Page(found: found, limit: limit) { $0.number }
    }
}
