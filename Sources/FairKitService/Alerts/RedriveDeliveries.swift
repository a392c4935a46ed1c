package import FairKitCore
package import FairKitStore

/// Returns parked deliveries to the queue, once the cause of their failures is fixed.
package struct RedriveDeliveries: Sendable {
    private let store: Store
    private let bell: AlertBell
    private let now: Now

    package init(store: Store, bell: AlertBell, now: @escaping Now) {
        self.store = store
        self.bell = bell
        self.now = now
    }

    package enum Failure: Error {
        case forbidden
        case groupUnknown
        case store(DatabaseError)
    }

    /// How many deliveries one call redrives at most.
    package static let maxDeliveries = 100

    /// - Parameter numbers: which ones, of these the first hundred; nil: the oldest of all.
    /// - Returns: those that were parked. A delivery that was not parked stays as it is.
    package func callAsFunction(
        _ numbers: [Int64]?, in name: String, by caller: Caller
    ) async throws(Failure) -> [Int64] {
        guard caller.subject.may(.operateQueue) else { throw .forbidden }
        let now = now()
        let redriven: [Int64]?
        do {
            redriven = try await store.write(in: .urgent) { (tx) throws(DatabaseError) in
                guard let group = try tx.consumerGroup(named: name) else { return nil }
                let parked = try tx.redrive(
                    numbers, of: group, limit: RedriveDeliveries.maxDeliveries, actor: caller.subject.id, at: now)
                for (_, alert) in parked {
                    let profile = try tx.alert(alert)?.profileID
                    try tx.record(caller.entry(.alertRedriven, alert, about: profile, at: now))
                }
                return parked.map(\.number)
            }
        } catch { throw .store(error) }
        guard let redriven else { throw .groupUnknown }
        bell.ring(redriven.count, of: name)
        return redriven
    }
}
