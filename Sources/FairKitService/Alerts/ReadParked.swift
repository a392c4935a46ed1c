package import FairKitCore
package import FairKitStore

/// Lists a group's parked deliveries with their failures, without the patients. The audit records it, since the words of a consumer may be
/// about a person.
package struct ReadParked: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    package enum Failure: Error {
        case forbidden
        case groupUnknown
        case store(DatabaseError)
    }

    /// - Parameter number: the last delivery of the previous page.
    package func callAsFunction(
        in name: String, after number: Int64?, limit: Int, by caller: Caller
    ) async throws(Failure) -> Page<ParkedDelivery, Int64> {
        guard caller.subject.may(.operateQueue) else { throw .forbidden }
        let now = now()
        let page: Page<ParkedDelivery, Int64>?
        do {
            page = try await store.read { (tx) throws(DatabaseError) in
                guard let group = try tx.consumerGroup(named: name) else { return nil }
                return try tx.parkedDeliveries(of: group, after: number, limit: limit)
            }
            if let page {
                try await store.write { (tx) throws(DatabaseError) in
                    let profiles = try page.items.map { parked throws(DatabaseError) in
                        try tx.alert(parked.alertID)?.profileID
                    }
                    try tx.recordList(.alertParkedListed, of: .operateQueue, about: profiles, by: caller, at: now)
                }
            }
        } catch { throw .store(error) }
        guard let page else { throw .groupUnknown }
        return page
    }
}
