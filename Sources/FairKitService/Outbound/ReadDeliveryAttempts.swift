package import FairKitCore
package import FairKitStore

/// Lists a group's delivery attempts. They hold ids only, so the audit does not record it.
package struct ReadDeliveryAttempts: Sendable {
    private let store: Store

    package init(store: Store) {
        self.store = store
    }

    package enum Failure: Error {
        case forbidden
        case groupUnknown
        case store(DatabaseError)
    }

    /// - Parameter number: the last attempt of the previous page.
    package func callAsFunction(
        of name: String, before number: Int64?, limit: Int, by caller: Caller
    ) async throws(Failure) -> Page<DeliveryAttempt, Int64> {
        guard caller.subject.may(.operateQueue) else { throw .forbidden }
        let page: Page<DeliveryAttempt, Int64>?
        do {
            page = try await store.read { (tx) throws(DatabaseError) in
                guard let group = try tx.consumerGroup(named: name) else { return nil }
                return try tx.deliveryAttempts(of: group, before: number, limit: limit)
            }
        } catch { throw .store(error) }
        guard let page else { throw .groupUnknown }
        return page
    }
}
