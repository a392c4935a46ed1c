package import FairKitCore
package import FairKitStore
package import KeyRing

/// Leases the most urgent deliveries of a group to a consumer.
package struct ClaimAlerts: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    /// What the consumer asks for.
    package struct Request: Sendable {
        package let group: String
        /// nil: the key's id.
        package let consumer: String?
        package let limit: Int
        package let leaseSeconds: Int?

        package init(group: String, consumer: String?, limit: Int, leaseSeconds: Int?) {
            self.group = group
            self.consumer = consumer
            self.limit = limit
            self.leaseSeconds = leaseSeconds
        }

        package static let limits = 1...100
    }

    package enum Failure: Error {
        case forbidden
        case invalid(Invalid)
        case groupUnknown
        case key(KeyError)
        case store(DatabaseError)
    }

    package func callAsFunction(_ request: Request, by caller: Caller) async throws(Failure) -> [Delivery] {
        guard caller.subject.role.may(.consumeAlerts) else { throw .forbidden }
        do { try request.validate() } catch { throw .invalid(error) }
        let now = now()
        let claim: Claim
        do {
            let secrets = try (0..<request.limit).map { _ in try randomBytes(LeaseToken.secretLength) }
            claim = Claim(
                actor: caller.subject.keyID, consumer: request.consumer ?? "\(caller.subject.keyID)",
                lease: request.leaseSeconds.map { .seconds($0) }, secrets: secrets)
        } catch let error as KeyError {
            throw .key(error)
        } catch {
            throw .key(.cryptography(operation: "random bytes"))
        }
        let deliveries: [Delivery]?
        do {
            deliveries = try await store.writeUrgently { (tx) throws(DatabaseError) -> [Delivery]? in
                guard let group = try tx.consumerGroup(named: request.group) else { return nil }
                let leased = try tx.claim(claim, from: group, at: now)
                for delivery in leased {
                    try tx.record(
                        caller.entry(.alertClaimed, delivery.alert.id, about: delivery.alert.profileID, at: now))
                }
                return leased
            }
        } catch { throw .store(error) }
        guard let deliveries else { throw .groupUnknown }
        return deliveries
    }
}

extension ClaimAlerts.Request {
    fileprivate func validate() throws(Invalid) {
        guard ClaimAlerts.Request.limits.contains(limit) else { throw Invalid("/limit", "1 to 100") }
        if let leaseSeconds, !Band.leaseSeconds.contains(leaseSeconds) {
            throw Invalid("/leaseSeconds", "5 to 900 seconds")
        }
        if let consumer, !consumer.isText(1...100) { throw Invalid("/consumer", "1 to 100 characters") }
    }
}
