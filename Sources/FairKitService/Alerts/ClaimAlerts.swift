package import FairKitCore
package import FairKitStore
package import KeyRing

/// Leases the most urgent deliveries of a group to a consumer.
package struct ClaimAlerts: Sendable {
    private let store: Store
    private let bell: AlertBell
    private let now: Now
    private let clock: any Clock<Duration>

    package init(store: Store, bell: AlertBell, now: @escaping Now, clock: any Clock<Duration>) {
        self.store = store
        self.bell = bell
        self.now = now
        self.clock = clock
    }

    /// What the consumer asks for.
    package struct Request: Sendable {
        package let group: String
        /// nil: the key's id.
        package let consumer: String?
        package let limit: Int
        package let leaseSeconds: Int?
        /// How long to wait for something to come, if nothing is there.
        package let waitSeconds: Int

        package init(group: String, consumer: String?, limit: Int, leaseSeconds: Int?, waitSeconds: Int = 0) {
            self.group = group
            self.consumer = consumer
            self.limit = limit
            self.leaseSeconds = leaseSeconds
            self.waitSeconds = waitSeconds
        }

        package static let limits = 1...100
        package static let waits = 0...30
    }

    package enum Failure: Error {
        case forbidden
        /// The key ended while it waited.
        case keyEnded
        case invalid(Invalid)
        case groupUnknown
        case key(KeyError)
        case store(DatabaseError)
    }

    /// - Returns: nothing if nothing came in time, the client went away, or the server is stopping.
    package func callAsFunction(_ request: Request, by caller: Caller) async throws(Failure) -> [Delivery] {
        guard caller.subject.role.may(.consumeAlerts) else { throw .forbidden }
        do { try request.validate() } catch { throw .invalid(error) }
        // Measured on a clock that is never set: a wait has its length.
        var left = Duration.seconds(request.waitSeconds)
        while true {
            let seen = bell.rings
            let found = try await claim(request, by: caller)
            if !found.leased.isEmpty { return try await keep(found.leased, by: caller) }
            guard left > .zero, !bell.isStopped, !Task.isCancelled else { return [] }
            let due = found.nextDue.map { max(now().distance(to: $0), .milliseconds(1)) } ?? left
            left -= await clock.measure {
                await bell.wait(in: request.group, since: seen, atMost: min(left, due), clock: clock)
            }
            // Woken, but gone: the ring is for somebody else.
            if Task.isCancelled { bell.ring(1) }
        }
    }

    /// What a client that has gone away can't have heard of is taken back at once.
    private func keep(_ leased: [Delivery], by caller: Caller) async throws(Failure) -> [Delivery] {
        guard Task.isCancelled else { return leased }
        let now = now()
        do {
            try await store.writeUrgently { (tx) throws(DatabaseError) in
                for delivery in leased { try tx.takeBack(delivery, actor: caller.subject.keyID, at: now) }
            }
        } catch { throw .store(error) }
        bell.ring(leased.count)
        return []
    }

    private enum Found: Sendable {
        case page(Page)
        case groupUnknown
        case keyEnded
    }

    private struct Page: Sendable {
        let leased: [Delivery]
        /// When something comes into view by itself, if nothing was there.
        let nextDue: Timestamp?
    }

    private func claim(_ request: Request, by caller: Caller) async throws(Failure) -> Page {
        let now = now()
        let claim = try self.claim(for: request, by: caller)
        let found: Found
        do {
            found = try await store.writeUrgently { (tx) throws(DatabaseError) -> Found in
                // A key that was good when its request came may have been revoked while it waited.
                if let key = try tx.key(caller.subject.keyID), !key.isActive(at: now) { return .keyEnded }
                guard let group = try tx.consumerGroup(named: request.group) else { return .groupUnknown }
                let leased = try tx.claim(claim, from: group, at: now)
                for delivery in leased {
                    try tx.record(
                        caller.entry(.alertClaimed, delivery.alert.id, about: delivery.alert.profileID, at: now))
                }
                let due = leased.isEmpty && request.waitSeconds > 0 ? try tx.nextDue(in: group) : nil
                return .page(Page(leased: leased, nextDue: due))
            }
        } catch { throw .store(error) }
        switch found {
        case .page(let page): return page
        case .groupUnknown: throw .groupUnknown
        case .keyEnded: throw .keyEnded
        }
    }

    private func claim(for request: Request, by caller: Caller) throws(Failure) -> Claim {
        do {
            return Claim(
                actor: caller.subject.keyID, consumer: request.consumer ?? "\(caller.subject.keyID)",
                lease: request.leaseSeconds.map { .seconds($0) },
                secrets: try (0..<request.limit).map { _ in try randomBytes(LeaseToken.secretLength) })
        } catch let error as KeyError {
            throw .key(error)
        } catch {
            throw .key(.cryptography(operation: "random bytes"))
        }
    }
}

extension ClaimAlerts.Request {
    fileprivate func validate() throws(Invalid) {
        guard ClaimAlerts.Request.limits.contains(limit) else { throw Invalid("/limit", "1 to 100") }
        if let leaseSeconds, !Band.leaseSeconds.contains(leaseSeconds) {
            throw Invalid("/leaseSeconds", "5 to 900 seconds")
        }
        guard ClaimAlerts.Request.waits.contains(waitSeconds) else { throw Invalid("/wait", "0 to 30 seconds") }
        if let consumer, !consumer.isText(1...100) { throw Invalid("/consumer", "1 to 100 characters") }
    }
}
