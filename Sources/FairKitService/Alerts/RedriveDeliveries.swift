package import FairKitCore
package import FairKitStore

/// Sends parked deliveries on their way again, once what kept them from being passed on is mended.
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

    /// How many are redriven by one call at most.
    package static let most = 100

    /// - Parameter numbers: which, of those the first hundred; nil: any, those that were made first.
    /// - Returns: those that were parked and no longer are. One that was not is left as it is.
    package func callAsFunction(
        _ numbers: [Int64]?, in name: String, by caller: Caller
    ) async throws(Failure) -> [Int64] {
        guard caller.subject.may(.operateQueue) else { throw .forbidden }
        let now = now()
        let redriven: [Int64]?
        do {
            redriven = try await store.writeUrgently { (tx) throws(DatabaseError) in
                guard let group = try tx.consumerGroup(named: name) else { return nil }
                let parked = try tx.redrive(
                    numbers, of: group, limit: RedriveDeliveries.most, actor: caller.subject.id, at: now)
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
