package import FairKitCore
package import FairKitStore

/// Shows the groups of consumers and what each wants.
package struct ReadGroups: Sendable {
    private let store: Store

    package init(store: Store) {
        self.store = store
    }

    package enum Failure: Error {
        case forbidden
        case groupUnknown
        case store(DatabaseError)
    }

    /// Every group, in the order of their names.
    package func callAsFunction(by caller: Caller) async throws(Failure) -> [ConsumerGroup] {
        guard caller.subject.may(.readGroups) else { throw .forbidden }
        do {
            return try await store.read { (tx) throws(DatabaseError) in try tx.consumerGroups() }
        } catch { throw .store(error) }
    }

    /// One of them.
    package func callAsFunction(_ name: String, by caller: Caller) async throws(Failure) -> ConsumerGroup {
        guard caller.subject.may(.readGroups) else { throw .forbidden }
        let group: ConsumerGroup?
        do {
            group = try await store.read { (tx) throws(DatabaseError) in try tx.consumerGroup(named: name) }
        } catch { throw .store(error) }
        guard let group else { throw .groupUnknown }
        return group
    }
}
