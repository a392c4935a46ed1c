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

    /// What a consumer asks for.
    package struct Request: Sendable {
        package let group: String
        /// nil: the caller's id.
        package let consumer: String?
        package let limit: Int
        package let leaseSeconds: Int?
        /// How long to wait for a delivery if there is none (long polling).
        package let waitSeconds: Int
        /// The lanes to claim from.
        package let lanes: Set<DeliveryLane>

        package init(
            group: String, consumer: String?, limit: Int, leaseSeconds: Int?, waitSeconds: Int = 0,
            lanes: Set<DeliveryLane> = Set(DeliveryLane.allCases)
        ) {
            self.group = group
            self.consumer = consumer
            self.limit = limit
            self.leaseSeconds = leaseSeconds
            self.waitSeconds = waitSeconds
            self.lanes = lanes
        }

        package static let limits = 1...100
        package static let waits = 0...30
    }

    /// The consumer name under which the server claims deliveries that it pushes to webhooks.
    static let pushConsumer = "webhook"

    package enum Failure: Error {
        case forbidden
        /// The API key ended while the claim waited.
        case keyEnded
        case invalid(Invalid)
        case groupUnknown
        case key(KeyError)
        case store(DatabaseError)
    }

    /// - Returns: none if none came in time, the client closed the connection, or the server is stopping.
    package func callAsFunction(_ request: Request, by caller: Caller) async throws(Failure) -> [Delivery] {
        guard caller.subject.may(.consumeAlerts) else { throw .forbidden }
        do { try request.validate() } catch { throw .invalid(error) }
        guard request.consumer != ClaimAlerts.pushConsumer || caller.subject.actor == .server else {
            throw .invalid(Invalid("/consumer", "is the server's own name for itself"))
        }
        let consumer = request.consumer ?? "\(caller.subject.id)"
        // Measured on a clock that is never set: a wait has its length.
        var left = Duration.seconds(request.waitSeconds)
        var hasWaited = false
        while true {
            let seen = bell.rings(in: request.group)
            let found: Found
            do {
                found = try await claim(request, as: consumer, by: caller, hasWaited: hasWaited)
            } catch {
                // It was woken for a delivery that it can't take: another claim may.
                if hasWaited { bell.ring(1, of: request.group) }
                throw error
            }
            let rung = tellBell(of: found, in: request.group)
            if !found.claimed.leased.isEmpty { return try await keep(found.claimed.leased, for: request, by: caller) }
            guard left > .zero, !bell.isStopped, !Task.isCancelled else { return [] }
            // A consumer at its maxInFlight may claim again when one of its leases ends.
            let most = found.freeAt.map { min(left, max(now().distance(to: $0), .milliseconds(1))) } ?? left
            let waiter = AlertBell.Waiter(
                group: request.group, consumer: consumer,
                lanes: request.lanes.subtracting(found.claimed.atMaxInFlight))
            hasWaited = true
            var end = AlertBell.End.woken
            let passed = await clock.measure { end = await bell.wait(as: waiter, since: seen + rung, atMost: most) }
            left -= end == .timeIsOver ? most : passed
            // The client is gone: another claim takes the ring.
            if Task.isCancelled { bell.ring(1, of: request.group) }
        }
    }

    /// Wakes other claims for what became visible and was not leased, and sets the timer for what becomes visible later.
    /// - Returns: how often it has rung.
    private func tellBell(of found: Found, in group: String) -> Int {
        let (leased, madeVisible) = (found.claimed.leased, found.claimed.madeVisible)
        bell.ring(madeVisible - leased.count, of: group)
        for lane in found.claimed.lanesWithMore { bell.ring(1, in: lane, of: group) }
        bell.expect(leased.map(\.leaseExpiresAt).min(), in: group)
        bell.expect(found.due, in: group)
        return found.claimed.lanesWithMore.count + (madeVisible > leased.count ? 1 : 0)
    }

    /// Undoes the leases at once if the client has closed the connection and so never got them.
    private func keep(
        _ leased: [Delivery], for request: Request, by caller: Caller
    ) async throws(Failure) -> [Delivery] {
        guard Task.isCancelled else { return leased }
        let now = now()
        do {
            try await store.write(in: .critical) { (tx) throws(DatabaseError) in
                // On a full disk a lease below critical expires by itself.
                for delivery in leased where !tx.takesOnlyCritical || delivery.alert.band == .critical {
                    try tx.undoLease(
                        delivery.token, of: delivery.alert.id, actor: caller.subject.id, at: now)
                }
            }
        } catch { throw .store(error) }
        bell.ring(leased.count, of: request.group)
        return []
    }

    private struct Found: Sendable {
        let claimed: Claimed
        /// When the next delivery becomes visible by itself, if a claim waits for it.
        let due: Timestamp?
        /// When the consumer's first lease ends, if it is at its maxInFlight in a lane.
        let freeAt: Timestamp?
    }

    private func claim(
        _ request: Request, as consumer: String, by caller: Caller, hasWaited: Bool
    ) async throws(Failure) -> Found {
        let now = now()
        let claim = try self.claim(for: request, as: consumer, by: caller)
        let waits = request.waitSeconds > 0
        let isWanted = bell.wantsDue(in: request.group)
        let found: Result<Found, Failure>
        do {
            found = try await store.write(in: .critical) { (tx) throws(DatabaseError) in
                // The key may have been revoked while the claim waited.
                if hasWaited, try !tx.isActive(caller.subject, at: now) {
                    return .failure(.keyEnded)
                }
                guard let group = try tx.consumerGroup(named: request.group) else { return .failure(.groupUnknown) }
                // On a full disk only critical deliveries are leased; the rest waits.
                let lanes = (tx.takesOnlyCritical ? [.critical] : DeliveryLane.allCases)
                    .filter(request.lanes.contains)
                let claimed = try tx.claim(claim, from: group, lanes, at: now)
                try tx.record(claimOf: claimed.leased.map(\.alert), by: caller, at: now)
                let goesOn = waits && claimed.leased.isEmpty
                return .success(
                    Found(
                        claimed: claimed, due: goesOn || isWanted ? try tx.nextDue(in: group, lanes) : nil,
                        freeAt: goesOn && !claimed.atMaxInFlight.isEmpty
                            ? try tx.firstExpiry(of: consumer, in: group, lanes) : nil))
            }
        } catch { throw .store(error) }
        return try found.get()
    }

    private func claim(
        for request: Request, as consumer: String, by caller: Caller
    ) throws(Failure) -> Claim {
        do {
            return Claim(
                actor: caller.subject.id, consumer: consumer, lease: request.leaseSeconds.map { .seconds($0) },
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

extension WriteTransaction {
    /// Writes one audit entry for a claim: with the alert if it is one, else with the patients; the alerts stand in their history.
    fileprivate func record(
        claimOf alerts: [Alert], by caller: Caller, at now: Timestamp
    ) throws(DatabaseError) {
        guard let first = alerts.first else { return }
        if alerts.count == 1 {
            try record(caller.entry(.alertClaimed, first.id, about: first.profileID, at: now))
        } else {
            try recordList(.alertClaimed, of: .consumeAlerts, about: alerts.map(\.profileID), by: caller, at: now)
        }
    }
}
