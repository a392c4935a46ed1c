import Relational
import Synchronization

/// The idle connections to a server that are lent for one kind of work. There are at most as many as threads that borrow
/// them, so no borrower waits.
final class SessionPool: Sendable {
    private struct Idle {
        let session: PooledSession
        /// Where it was used last.
        let location: PostgresLocation
        let since: ContinuousClock.Instant
    }

    private struct State {
        /// The last used one is the last.
        var idle: [Idle] = []
        var borrowed = 0
        var mostBorrowed = 0
    }

    private let state = Mutex(State())
    private let connecting: @Sendable () throws(DatabaseError) -> sending PostgresSession

    init(connecting: @escaping @Sendable () throws(DatabaseError) -> sending PostgresSession) {
        self.connecting = connecting
    }

    /// How many connections are idle, and the most that were borrowed at one moment.
    var counts: (idle: Int, mostBorrowed: Int) { state.withLock { ($0.idle.count, $0.mostBorrowed) } }

    /// Lends a connection: the last one that was used at this place, or else the one that was idle for longest, or else
    /// a new one.
    func withSession<T>(at location: PostgresLocation, _ body: (PooledSession) -> T) -> T {
        let session = take(location)
        defer { release(session, location) }
        return body(session)
    }

    private func take(_ location: PostgresLocation) -> PooledSession {
        let idle = state.withLock { state -> PooledSession? in
            state.borrowed += 1
            state.mostBorrowed = max(state.mostBorrowed, state.borrowed)
            let index = state.idle.lastIndex { $0.location == location } ?? state.idle.indices.first
            return index.map { state.idle.remove(at: $0).session }
        }
        return idle ?? PooledSession(connecting: connecting)
    }

    /// Keeps a connection for the next borrower, or closes it. If it broke, the idle ones most likely did as well: the
    /// server may have been restarted.
    private func release(_ session: PooledSession, _ location: PostgresLocation) {
        let (isReusable, isLost) = (session.isReusable, session.isLost)
        // They are closed after the lock.
        let closed = state.withLock { state -> [Idle] in
            state.borrowed -= 1
            if isReusable { state.idle.append(Idle(session: session, location: location, since: .now)) }
            guard isLost else { return [] }
            defer { state.idle = [] }
            return state.idle
        }
        _ = closed
    }

    /// Closes connections that were idle for a while, except the last one used.
    /// - Returns: how many.
    func closeUnused(for time: Duration) -> Int {
        let limit = ContinuousClock.now - time
        let closed = state.withLock { state -> [Idle] in
            let last = state.idle.popLast()
            let closed = state.idle.filter { $0.since <= limit }
            state.idle.removeAll { $0.since <= limit }
            if let last { state.idle.append(last) }
            return closed
        }
        return closed.count
    }
}
