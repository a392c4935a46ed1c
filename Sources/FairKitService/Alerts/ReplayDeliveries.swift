package import FairKitCore
package import FairKitStore

/// Replays acked deliveries of a group, for example because its consumer lost them. Each is marked as a replay, so that no person is
/// paged twice.
package struct ReplayDeliveries: Sendable {
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

    /// How many deliveries one call replays at most.
    package static let maxDeliveries = 100

    /// - Returns: those that were acked and are pending again, and the alert after which there may be more. A delivery that was not acked
    ///   stays as it is.
    package func callAsFunction(
        _ choice: ReplayChoice, in name: String, by caller: Caller
    ) async throws(Failure) -> Page<Int64, AlertID> {
        guard caller.subject.may(.operateQueue) else { throw .forbidden }
        let now = now()
        let replayed: Page<Int64, AlertID>?
        do {
            replayed = try await store.write { (tx) throws(DatabaseError) in
                guard let group = try tx.consumerGroup(named: name) else { return nil }
                let acked = try tx.replay(
                    choice, of: group, limit: ReplayDeliveries.maxDeliveries, actor: caller.subject.id, at: now)
                for (_, alert) in acked {
                    let profile = try tx.alert(alert)?.profileID
                    try tx.record(caller.entry(.alertReplayed, alert, about: profile, at: now))
                }
                let isLast = acked.count < ReplayDeliveries.maxDeliveries
                return Page(items: acked.map(\.number), next: isLast ? nil : acked.last?.alert)
            }
        } catch { throw .store(error) }
        guard let replayed else { throw .groupUnknown }
        bell.ring(replayed.items.count, in: .ordinary, of: name)
        return replayed
    }
}
