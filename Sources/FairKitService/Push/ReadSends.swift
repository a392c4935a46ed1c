package import FairKitCore
package import FairKitStore

/// Shows what became of a group's attempts to send, in ids only. So it is not recorded.
package struct ReadSends: Sendable {
    private let store: Store

    package init(store: Store) {
        self.store = store
    }

    package enum Failure: Error {
        case forbidden
        case groupUnknown
        case store(DatabaseError)
    }

    /// - Parameter number: the last attempt of the page before.
    package func callAsFunction(
        of name: String, before number: Int64?, limit: Int, by caller: Caller
    ) async throws(Failure) -> Page<Send, Int64> {
        guard caller.subject.may(.operateQueue) else { throw .forbidden }
        let page: Page<Send, Int64>?
        do {
            page = try await store.read { (tx) throws(DatabaseError) in
                guard let group = try tx.consumerGroup(named: name) else { return nil }
                return try tx.sends(of: group, before: number, limit: limit)
            }
        } catch { throw .store(error) }
        guard let page else { throw .groupUnknown }
        return page
    }
}
