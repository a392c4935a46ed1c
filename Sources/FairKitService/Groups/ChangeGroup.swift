package import FairKitCore
package import FairKitStore

/// Changes what a group of consumers wants. It gets the open alerts that it wants now and did not before, the first at once, the others
/// by `OfferAlerts`; what it has, it keeps.
package struct ChangeGroup: Sendable {
    private let store: Store
    private let bell: AlertBell
    private let now: Now

    package init(store: Store, bell: AlertBell, now: @escaping Now) {
        self.store = store
        self.bell = bell
        self.now = now
    }

    /// - Parameter change: is given what the group wants now; it may run twice.
    package func callAsFunction(
        _ name: String, by caller: Caller, _ change: @escaping @Sendable (inout ConsumerGroup.Terms) -> Void
    ) async throws(GroupFailure) -> ConsumerGroup {
        guard caller.subject.may(.operateQueue) else { throw .forbidden }
        let now = now()
        let changed: Result<ConsumerGroup, GroupFailure>
        do {
            changed = try await store.write { (tx) throws(DatabaseError) in
                guard let group = try tx.consumerGroup(named: name) else { return .failure(.groupUnknown) }
                var terms = group.terms
                change(&terms)
                if let invalid = terms.problems() { return .failure(.invalid(invalid)) }
                try tx.update(group, to: terms)
                _ = try tx.offerNext(to: name, actor: caller.subject.id, at: now)
                try tx.record(caller.entry(.groupChanged, name, about: nil, at: now))
                return try tx.consumerGroup(named: name).map { .success($0) } ?? .failure(.groupUnknown)
            }
        } catch { throw .store(error) }
        let group = try changed.get()
        bell.changed(name)
        return group
    }
}
