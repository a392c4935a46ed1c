package import FairKitCore
package import FairKitStore

/// Delivers again what a group has delivered, say because its consumer lost it. Each is marked as a replay, so that nobody is paged
/// twice.
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

    /// How many are replayed by one call at most.
    package static let most = 100

    /// - Returns: those that were delivered and are pending again, and beyond which alert there may be more. One that was not delivered
    ///   is left as it is.
    package func callAsFunction(
        _ choice: ReplayChoice, in name: String, by caller: Caller
    ) async throws(Failure) -> Page<Int64, AlertID> {
        guard caller.subject.may(.operateQueue) else { throw .forbidden }
        let now = now()
        let replayed: Page<Int64, AlertID>?
        do {
            replayed = try await store.write { (tx) throws(DatabaseError) in
                guard let group = try tx.consumerGroup(named: name) else { return nil }
                let delivered = try tx.replay(
                    choice, of: group, limit: ReplayDeliveries.most, actor: caller.subject.id, at: now)
                for (_, alert) in delivered {
                    let profile = try tx.alert(alert)?.profileID
                    try tx.record(caller.entry(.alertReplayed, alert, about: profile, at: now))
                }
                let isLast = delivered.count < ReplayDeliveries.most
                return Page(items: delivered.map(\.number), next: isLast ? nil : delivered.last?.alert)
            }
        } catch { throw .store(error) }
        guard let replayed else { throw .groupUnknown }
        bell.ring(replayed.items.count, in: .ordinary, of: name)
        return replayed
    }
}
