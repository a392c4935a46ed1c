package import FairKitCore
import FairKitStore
package import KeyRing

/// Why a claim failed.
package enum ClaimFailure: Error, CustomStringConvertible {
    /// The API key ended while the claim waited.
    case keyEnded
    /// There is no such group, or the webhook that the server claims for was removed or changed.
    case groupUnknown
    /// The group is disabled, and gets no deliveries.
    case groupDisabled
    case key(KeyError)

    package var description: String {
        switch self {
        case .keyEnded: "the API key has ended"
        case .groupUnknown: "there is no such consumer group"
        case .groupDisabled: "the consumer group is disabled"
        case .key(let error): "\(error)"
        }
    }
}

extension Deliveries {
    /// The consumer name under which the server claims deliveries that it pushes to webhooks.
    package static let pushConsumer = "webhook"

    /// Leases the most urgent deliveries of a group to a consumer.
    ///
    /// - Returns: an empty list if none came in time, the client closed the connection, or the server is stopping.
    package func claim(
        _ request: ClaimRequest, by caller: Caller
    ) async throws(Refusal<ClaimFailure>) -> [Delivery] {
        try await tenant.permit(.consumeAlerts, to: caller, for: ClaimFailure.self)
        let consumer = request.consumer ?? "\(caller.subject.id)"
        // Measured on a monotonic clock: setting the clock does not change the wait.
        var left = Duration.seconds(request.waitSeconds)
        var hasWaited = false
        while true {
            let seen = tenant.waiters.wakes(in: request.group)
            let found: Found
            do {
                found = try await claim(request, as: consumer, by: caller, hasWaited: hasWaited)
            } catch {
                // It was woken for a delivery that it can't take: another claim may.
                if hasWaited { tenant.waiters.wake(1, of: request.group) }
                throw error
            }
            let own = wakeOthers(of: found, in: request.group)
            if !found.claimed.leased.isEmpty { return try await keep(found.claimed.leased, for: request, by: caller) }
            guard left > .zero, !tenant.waiters.isStopped, !Task.isCancelled else { return [] }
            // A consumer at its maxInFlight may claim again when one of its leases expires.
            let most = found.freeAt.map { min(left, max(tenant.now().distance(to: $0), .milliseconds(1))) } ?? left
            let waiter = ClaimWaiters.Waiter(
                group: request.group, consumer: consumer,
                lanes: request.lanes.subtracting(found.claimed.atMaxInFlight))
            hasWaited = true
            var end = ClaimWaiters.End.woken
            let passed = await tenant.clock.measure {
                end = await tenant.waiters.wait(as: waiter, since: seen + own, atMost: most)
            }
            left -= end == .timeIsOver ? most : passed
            // The client is gone, so another claim is woken.
            if Task.isCancelled { tenant.waiters.wake(1, of: request.group) }
        }
    }

    /// Wakes other claims for visible deliveries that were not leased, and sets the timer for those that become visible
    /// later.
    ///
    /// - Returns: how many calls of this group it made.
    private func wakeOthers(of found: Found, in group: String) -> Int {
        let (leased, madeVisible) = (found.claimed.leased, found.claimed.madeVisible)
        tenant.waiters.wake(madeVisible - leased.count, of: group)
        for lane in found.claimed.lanesWithMore { tenant.waiters.wake(1, in: lane, of: group) }
        tenant.waiters.expect(leased.map(\.leaseExpiresAt).min(), in: group)
        tenant.waiters.expect(found.due, in: group)
        return found.claimed.lanesWithMore.count + (madeVisible > leased.count ? 1 : 0)
    }

    /// Undoes the leases at once if the client has closed the connection and so never got them.
    private func keep(
        _ leased: [Delivery], for request: ClaimRequest, by caller: Caller
    ) async throws(Refusal<ClaimFailure>) -> [Delivery] {
        guard Task.isCancelled else { return leased }
        try await tenant.write(.consumeAlerts, as: caller, lane: .critical) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, ClaimFailure> in
            // On a full disk a non-critical lease expires by itself.
            for delivery in leased where !tx.takesOnlyCritical || delivery.alert.band == .critical {
                try tx.undoLease(delivery.token, of: delivery.alert.id, actor: grant.subject.id, at: grant.now)
            }
            return .success(())
        }
        tenant.waiters.wake(leased.count, of: request.group)
        return []
    }

    private func claim(
        _ request: ClaimRequest, as consumer: String, by caller: Caller, hasWaited: Bool
    ) async throws(Refusal<ClaimFailure>) -> Found {
        let look = ClaimLook(
            request: request, claim: try claim(for: request, as: consumer, by: caller), hasWaited: hasWaited,
            isDueWanted: tenant.waiters.wantsDue(in: request.group))
        return try await tenant.write(.consumeAlerts, as: caller, lane: .critical, look, by: tenant.claims)
    }

    private func claim(
        for request: ClaimRequest, as consumer: String, by caller: Caller
    ) throws(Refusal<ClaimFailure>) -> Claim {
        do {
            return Claim(
                actor: caller.subject.id, consumer: consumer, lease: request.leaseSeconds.map { .seconds($0) },
                secrets: try (0..<request.limit).map { _ in try randomBytes(LeaseToken.secretLength) },
                lanes: request.lanes)
        } catch let error as KeyError {
            throw .own(.key(error))
        } catch {
            throw .own(.key(.cryptography(operation: "random bytes")))
        }
    }
}
