import Coordination
package import Dispatch
package import FairKitCore

/// Sends mail to one server over several connections at once, so that messages do not queue behind one another.
///
/// The first connection needs no other pool's consent. Further ones are opened while all are busy, as far as the shared
/// `SpareConnections` allow. One that was not needed for a while is closed, unless it is the last. See decision 0099.
package final class SMTPPool: MailCarrier {
    private struct State {
        var idle: [PooledConnection] = []
        /// How many connections there are, busy or idle.
        var count = 0
    }

    private let server: SMTPServer
    private let limit: Int
    private let spares: SpareConnections
    private let idleTimeout: DispatchTimeInterval
    /// Messages wait for a connection; the answer is nil if a task was cancelled.
    private let monitor = Monitor<State, Void, PooledConnection?>(State())

    /// - Parameters:
    ///   - limit: the most connections at once.
    ///   - idleTimeout: how long a connection is kept that is not needed.
    package init(
        _ server: SMTPServer, atMost limit: Int, sharing spares: SpareConnections,
        idleTimeout: DispatchTimeInterval = .seconds(1)
    ) {
        self.server = server
        self.limit = limit
        self.spares = spares
        self.idleTimeout = idleTimeout
    }

    package func send(_ message: MailMessage) async -> SendAnswer {
        guard let connection = await free() else { return SendAnswer(.stopped) }
        defer { release(connection) }
        return await connection.send(message)
    }

    package func close() {
        monitor.withLock { state, _ in close(state.idle.count, &state) }
    }

    /// A connection that no other message uses.
    private func free() async -> PooledConnection? {
        await monitor.wait(as: (), ifCancelled: .some(nil)) { state, _ in
            if let idle = state.idle.popLast() { return idle }
            guard state.count == 0 || state.count < limit && spares.take(for: ObjectIdentifier(self)) else {
                return nil
            }
            state.count += 1
            return PooledConnection(server, idleTimeout: idleTimeout) { [weak self] in self?.closesUnneeded($0) ?? true
            }
        }
    }

    /// Gives up a connection that was not needed for a while.
    /// - Returns: whether it can be closed: it is idle, and not the last.
    private func closesUnneeded(_ connection: PooledConnection) -> Bool {
        monitor.withLock { state, _ in
            guard state.count > 1, let place = state.idle.firstIndex(where: { $0 === connection }) else { return false }
            state.idle.remove(at: place)
            state.count -= 1
            spares.release(1, by: ObjectIdentifier(self), isIdle: state.idle.count == state.count)
            return true
        }
    }

    private func release(_ connection: PooledConnection) {
        monitor.withLock { state, waiters in
            if state.count > 1, spares.isOwed(by: ObjectIdentifier(self)) {
                state.idle.append(connection)
                return close(1, &state)
            }
            guard !waiters.wakeFirst(with: connection) else { return }
            state.idle.append(connection)
            connection.rest()
            if state.idle.count == state.count { spares.release(0, by: ObjectIdentifier(self), isIdle: true) }
        }
    }

    /// Closes idle connections.
    private func close(_ count: Int, _ state: inout State) {
        let before = max(0, state.count - 1)
        for connection in state.idle.suffix(count) { connection.close() }
        state.idle.removeLast(count)
        state.count -= count
        spares.release(
            before - max(0, state.count - 1), by: ObjectIdentifier(self), isIdle: state.idle.count == state.count)
    }
}
