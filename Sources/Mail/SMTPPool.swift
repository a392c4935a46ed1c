import Coordination
package import FairKitCore

/// Sends mail to one server over several connections at once, so that messages do not queue behind one another.
///
/// The first connection needs no other pool's consent. Further ones are opened while all are busy, as far as the shared
/// `SpareConnections` allow. Those that were not needed for a while are closed, all but one. See decision 0099.
package final class SMTPPool: MailCarrier {
    private struct State {
        var idle: [SMTPCarrier] = []
        /// How many connections there are, busy or idle.
        var count = 0
        /// How many have been idle since the last time that unneeded ones were closed.
        var unneeded = 0
        /// A task closes unneeded ones from time to time.
        var isWatched = false
    }

    private let server: SMTPServer
    private let limit: Int
    private let spares: SpareConnections
    private let patience: Duration
    /// Messages wait for a connection; the answer is nil if a task was cancelled.
    private let monitor = Monitor<State, Void, SMTPCarrier?>(State())

    /// - Parameters:
    ///   - limit: the most connections at once.
    ///   - patience: how long a connection is kept that is not needed.
    package init(
        _ server: SMTPServer, atMost limit: Int, sharing spares: SpareConnections, patience: Duration = .seconds(1)
    ) {
        self.server = server
        self.limit = limit
        self.spares = spares
        self.patience = patience
    }

    package func send(_ message: MailMessage) async -> MailAnswer {
        guard let connection = await free() else { return MailAnswer(.stopped) }
        defer { giveBack(connection) }
        return await connection.send(message)
    }

    package func hangUp() {
        monitor.withLock { state, _ in close(state.idle.count, &state) }
    }

    /// A connection that no other message uses.
    private func free() async -> SMTPCarrier? {
        await monitor.wait(as: (), ifCancelled: .some(nil)) { state, _ in
            if let idle = state.idle.popLast() {
                state.unneeded = min(state.unneeded, state.idle.count)
                return idle
            }
            guard state.count == 0 || state.count < limit && spares.take(for: ObjectIdentifier(self)) else {
                return nil
            }
            state.count += 1
            if state.count > 1, !state.isWatched {
                state.isWatched = true
                watch()
            }
            return SMTPCarrier(server)
        }
    }

    /// Closes connections that were not needed for a while, until one is left.
    private func watch() {
        Task { [weak self, patience] in
            repeat { try? await Task.sleep(for: patience) } while self?.closeUnneeded() == true
        }
    }

    /// - Returns: whether more than one connection is left.
    private func closeUnneeded() -> Bool {
        monitor.withLock { state, _ in
            close(min(state.unneeded, state.count - 1), &state)
            state.unneeded = state.idle.count
            state.isWatched = state.count > 1
            return state.isWatched
        }
    }

    private func giveBack(_ connection: SMTPCarrier) {
        monitor.withLock { state, waiters in
            if state.count > 1, spares.isOwed(by: ObjectIdentifier(self)) {
                state.idle.append(connection)
                return close(1, &state)
            }
            guard !waiters.wakeFirst(with: connection) else { return }
            state.idle.append(connection)
            if state.idle.count == state.count { close(0, &state) }
        }
    }

    /// Closes idle connections.
    private func close(_ most: Int, _ state: inout State) {
        let count = min(max(0, most), state.idle.count)
        let before = max(0, state.count - 1)
        for connection in state.idle.suffix(count) { connection.hangUp() }
        state.idle.removeLast(count)
        state.count -= count
        spares.giveBack(
            before - max(0, state.count - 1), by: ObjectIdentifier(self), isIdle: state.idle.count == state.count)
    }
}
