import Synchronization

/// Connections to a mail server beyond the first one of each pool. All tenants share them, so that their number is
/// bounded, and a tenant with many messages leaves the others their share. See decision 0099.
package final class SpareConnections: Sendable {
    private struct State {
        /// How many each pool holds; none holds 0.
        var held: [ObjectIdentifier: Int] = [:]
        /// Pools that wanted more than they have.
        var short: Set<ObjectIdentifier> = []

        var used: Int { held.values.reduce(0, +) }

        func share(of limit: Int, with pool: ObjectIdentifier) -> Int {
            max(1, limit / Set(held.keys).union(short).union([pool]).count)
        }
    }

    private let limit: Int
    private let state = Mutex(State())

    /// Mail servers often accept 50 connections from one client (Postfix: `smtpd_client_connection_count_limit`).
    package static let usualLimit = 32

    package init(atMost limit: Int = SpareConnections.usualLimit) {
        self.limit = limit
    }

    /// Takes one for a pool.
    /// - Returns: false if the pool has its share, or none is free.
    package func take(for pool: ObjectIdentifier) -> Bool {
        state.withLock { state in
            let held = state.held[pool] ?? 0
            guard state.used < limit, held < state.share(of: limit, with: pool) else {
                state.short.insert(pool)
                return false
            }
            state.held[pool] = held + 1
            return true
        }
    }

    /// Whether a pool holds more than its share while another pool has less than its own.
    package func isOwed(by pool: ObjectIdentifier) -> Bool {
        state.withLock { state in
            let share = state.share(of: limit, with: pool)
            return state.held[pool] ?? 0 > share
                && state.short.contains { $0 != pool && state.held[$0] ?? 0 < share }
        }
    }

    /// - Parameter isIdle: the pool has nothing more to send.
    package func release(_ count: Int, by pool: ObjectIdentifier, isIdle: Bool) {
        state.withLock { state in
            let left = (state.held[pool] ?? 0) - count
            state.held[pool] = left > 0 ? left : nil
            if isIdle { state.short.remove(pool) }
        }
    }
}
