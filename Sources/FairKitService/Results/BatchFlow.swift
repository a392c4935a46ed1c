import Coordination
import ServiceLifecycle

/// The lines of a batch on their way in, and the bytes of their outcomes on their way out: one task reads lines, one stores
/// them, and one writes outcomes. Each waits for the next one, so that memory is bounded whatever the size of the batch.
///
/// - `Line`: a line that was read.
/// - `Ending`: why reading ended early.
package final class BatchFlow<Line: Sendable, Ending: Sendable>: Sendable {
    /// The next step of the task that stores lines.
    package enum Next: Sendable {
        /// At least one.
        case lines([Line])
        /// All lines were read, or reading ended early.
        case ended(Ending?)
        /// No line came in time.
        case late
        /// The server is stopping, or the client is gone; with the first line that was read and not stored.
        case stopped(Line?)
    }

    package struct Limits: Sendable {
        /// Lines that wait to be stored.
        let lines: Int
        /// Bytes of outcomes that wait for a client that does not read.
        let bytes: Int

        package init(lines: Int, bytes: Int) {
            self.lines = lines
            self.bytes = bytes
        }
    }

    private enum Role: Sendable {
        case reader, storer, writer
        /// The task that stores lines, while too many outcomes wait for the client.
        case heldUpStorer
    }
    private enum Woken: Sendable { case now, late }

    private struct State {
        var lines: [Line] = []
        var isRead = false
        var ending: Ending?
        var isStopped = false
        var outcomes: [UInt8] = []
        var isStored = false
    }

    private let limits: Limits
    private let clock: any Clock<Duration>
    private let monitor = Monitor<State, Role, Woken>(State())

    package init(_ limits: Limits, clock: any Clock<Duration>) {
        self.limits = limits
        self.clock = clock
    }

    /// Runs the tasks of a batch. If the server stops meanwhile, `next` says so.
    package func run<T: Sendable>(_ body: () async throws -> T) async rethrows -> T {
        try await withGracefulShutdownHandler(operation: body) { self.stop() }
    }

    /// No more lines are stored.
    package func stop() {
        monitor.withLock { state, waiters in
            state.isStopped = true
            // Outcomes still go out.
            waiters.wake(with: .now) { $0 != .writer }
        }
    }
}

// MARK: - For the task that reads

extension BatchFlow {
    /// Adds lines, and waits while too many wait to be stored.
    ///
    /// - Returns: whether more lines are wanted.
    package func put(_ lines: [Line]) async -> Bool {
        monitor.withLock { state, waiters in
            state.lines += lines
            if !lines.isEmpty { waiters.wake(with: .now) { $0 == .storer } }
        }
        _ = await monitor.wait(as: .reader, ifCancelled: .now) { [limits] state, _ in
            state.lines.count < limits.lines || state.isStopped || state.isStored ? .now : nil
        }
        return !Task.isCancelled && monitor.withLock { state, _ in !state.isStopped && !state.isStored }
    }

    /// All lines were put.
    ///
    /// - Parameter ending: why reading ended early; nil: it did not.
    package func endReading(_ ending: Ending?) {
        // A server that stops reads no further, which looks like the end of the body.
        if Task.isShuttingDownGracefully { stop() }
        monitor.withLock { state, waiters in
            (state.isRead, state.ending) = (true, ending)
            waiters.wake(with: .now) { $0 == .storer }
        }
    }
}

// MARK: - For the task that stores

extension BatchFlow {
    /// The next lines, as soon as there is one.
    ///
    /// - Parameters:
    ///   - most: how many lines at most.
    ///   - timeout: how long to wait for a line.
    package func next(atMost most: Int, within timeout: Duration) async -> Next {
        let woken = await monitor.wait(
            as: .storer, atMost: timeout, clock: clock, ifCancelled: .now, ifLate: .late
        ) { state, _ in
            !state.lines.isEmpty || state.isRead || state.isStopped ? .now : nil
        }
        return monitor.withLock { state, waiters in
            if state.isStopped { return .stopped(state.lines.first) }
            if !state.lines.isEmpty {
                let lines = Array(state.lines.prefix(most))
                state.lines.removeFirst(lines.count)
                waiters.wake(with: .now) { $0 == .reader }
                return .lines(lines)
            }
            if state.isRead { return .ended(state.ending) }
            return woken == .late ? .late : .stopped(nil)
        }
    }

    /// Waits, for instance for a rate limit.
    ///
    /// - Returns: whether lines are still to be stored.
    package func pause(for time: Duration) async -> Bool {
        _ = await monitor.wait(as: .storer, atMost: time, clock: clock, ifCancelled: .now, ifLate: .late) { state, _ in
            state.isStopped ? .now : nil
        }
        return !Task.isCancelled && monitor.withLock { state, _ in !state.isStopped }
    }

    /// Adds outcomes, and waits while too many wait for the client.
    ///
    /// - Parameter timeout: how long to wait for a client that takes none.
    /// - Returns: whether the client takes them.
    package func say(_ outcomes: [UInt8], within timeout: Duration) async -> Bool {
        monitor.withLock { state, waiters in
            state.outcomes += outcomes
            waiters.wake(with: .now) { $0 == .writer }
        }
        let woken = await monitor.wait(
            as: .heldUpStorer, atMost: timeout, clock: clock, ifCancelled: .late, ifLate: .late
        ) { [limits] state, _ in
            state.outcomes.count < limits.bytes ? .now : nil
        }
        return woken == .now
    }

    /// All outcomes were said.
    package func endStoring() {
        monitor.withLock { state, waiters in
            state.isStored = true
            waiters.wakeAll(with: .now)
        }
    }
}

// MARK: - For the task that writes

extension BatchFlow {
    /// The outcomes that wait, as soon as there are any.
    ///
    /// - Parameter most: how many bytes at most.
    /// - Returns: nil at the end.
    package func outcomes(atMost most: Int) async -> [UInt8]? {
        _ = await monitor.wait(as: .writer, ifCancelled: .now) { state, _ in
            !state.outcomes.isEmpty || state.isStored ? .now : nil
        }
        return monitor.withLock { state, waiters in
            let outcomes = Array(state.outcomes.prefix(most))
            state.outcomes.removeFirst(outcomes.count)
            waiters.wake(with: .now) { $0 == .heldUpStorer }
            return outcomes.isEmpty ? nil : outcomes
        }
    }
}
