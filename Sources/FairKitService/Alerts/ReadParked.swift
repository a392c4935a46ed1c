package import FairKitCore
package import FairKitStore

/// Shows what is parked in a group, and why. Ids only: an operator need not see whose result it is.
package struct ReadParked: Sendable {
    private let store: Store

    package init(store: Store) {
        self.store = store
    }

    package enum Failure: Error {
        case forbidden
        case groupUnknown
        case store(DatabaseError)
    }

    /// - Parameter number: the last delivery of the page before.
    package func callAsFunction(
        in name: String, after number: Int64?, limit: Int, by caller: Caller
    ) async throws(Failure) -> Page<ParkedDelivery, Int64> {
        guard caller.subject.may(.operateQueue) else { throw .forbidden }
        let page: Page<ParkedDelivery, Int64>?
        do {
            page = try await store.read { (tx) throws(DatabaseError) in
                guard let group = try tx.consumerGroup(named: name) else { return nil }
                return try tx.parkedDeliveries(of: group, after: number, limit: limit)
            }
        } catch { throw .store(error) }
        guard let page else { throw .groupUnknown }
        return page
    }
}
