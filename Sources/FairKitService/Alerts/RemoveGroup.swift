package import FairKitCore
package import FairKitStore

/// Removes a consumer group whose deliveries are all acked, with its webhook. Its history stays, and its name is free.
package struct RemoveGroup: Sendable {
    private let store: Store
    private let bell: AlertBell
    private let changes: WebhookChanges
    private let now: Now

    package init(store: Store, bell: AlertBell, changes: WebhookChanges, now: @escaping Now) {
        self.store = store
        self.bell = bell
        self.changes = changes
        self.now = now
    }

    package func callAsFunction(_ name: String, by caller: Caller) async throws(GroupFailure) {
        guard caller.subject.may(.operateQueue) else { throw .forbidden }
        guard name != ConsumerGroup.defaultName else { throw .isDefault }
        let now = now()
        let removed: Result<Void, GroupFailure>
        do {
            removed = try await store.write { (tx) throws(DatabaseError) in
                guard let group = try tx.consumerGroup(named: name) else { return .failure(.groupUnknown) }
                if try tx.hasUnacked(group) { return .failure(.hasUnacked) }
                try tx.close(group, at: now)
                try tx.record(caller.entry(.groupRemoved, name, about: nil, at: now))
                return .success(())
            }
        } catch { throw .store(error) }
        try removed.get()
        // Waiting claims of the group end.
        bell.changed(name)
        changes.notify()
    }
}
