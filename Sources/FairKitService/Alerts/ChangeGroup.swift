package import FairKitCore
package import FairKitStore

/// Changes the settings of a consumer group. It gets the open alerts of its new bands, the first at once, the others by
/// `BackfillGroups`; it keeps the deliveries that it has.
package struct ChangeGroup: Sendable {
    private let store: Store
    private let bell: AlertBell
    private let now: Now

    package init(store: Store, bell: AlertBell, now: @escaping Now) {
        self.store = store
        self.bell = bell
        self.now = now
    }

    /// - Parameter change: changes the current settings; it may run twice.
    package func callAsFunction(
        _ name: String, by caller: Caller, _ change: @escaping @Sendable (inout ConsumerGroup.Settings) -> Void
    ) async throws(GroupFailure) -> ConsumerGroup {
        guard caller.subject.may(.operateQueue) else { throw .forbidden }
        let now = now()
        let changed: Result<ConsumerGroup, GroupFailure>
        do {
            changed = try await store.write { (tx) throws(DatabaseError) in
                guard let group = try tx.consumerGroup(named: name) else { return .failure(.groupUnknown) }
                var settings = group.settings
                change(&settings)
                if let invalid = settings.problems() { return .failure(.invalid(invalid)) }
                try tx.update(group, to: settings)
                _ = try tx.backfillNext(to: name, actor: caller.subject.id, at: now)
                try tx.record(caller.entry(.groupChanged, name, about: nil, at: now))
                return try tx.consumerGroup(named: name).map { .success($0) } ?? .failure(.groupUnknown)
            }
        } catch { throw .store(error) }
        let group = try changed.get()
        bell.changed(name)
        return group
    }
}
