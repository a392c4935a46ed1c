package import FairKitCore
package import FairKitStore

/// Creates a consumer group. It gets every open alert of its bands, the first at once, the others by `BackfillGroups`, and all later
/// ones.
package struct CreateGroup: Sendable {
    private let store: Store
    private let bell: AlertBell
    private let now: Now

    package init(store: Store, bell: AlertBell, now: @escaping Now) {
        self.store = store
        self.bell = bell
        self.now = now
    }

    /// Returns after the commit.
    package func callAsFunction(
        _ name: String, _ settings: ConsumerGroup.Settings, by caller: Caller
    ) async throws(GroupFailure) -> ConsumerGroup {
        guard caller.subject.may(.operateQueue) else { throw .forbidden }
        guard ConsumerGroup.isName(name) else {
            throw .invalid(
                Invalid("/name", "1 to 63 small letters, digits, '.', '_' and '-', beginning with a letter or a digit"))
        }
        if let invalid = settings.problems() { throw .invalid(invalid) }
        let now = now()
        let made: Result<(ConsumerGroup, Int), GroupFailure>
        do {
            made = try await store.write { (tx) throws(DatabaseError) in
                if try tx.consumerGroup(named: name) != nil { return .failure(.nameTaken) }
                try tx.insertGroup(named: name, settings, at: now)
                let count = try tx.backfillNext(to: name, actor: caller.subject.id, at: now)?.count ?? 0
                try tx.record(caller.entry(.groupCreated, name, about: nil, at: now))
                return try tx.consumerGroup(named: name).map { .success(($0, count)) } ?? .failure(.groupUnknown)
            }
        } catch { throw .store(error) }
        let (group, count) = try made.get()
        bell.ring(count, of: name)
        return group
    }
}
