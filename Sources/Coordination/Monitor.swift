import Synchronization

/// A value behind a lock, and the tasks that wait for it to change. Each task is woken exactly once: by a change, its
/// deadline, or its cancellation.
package final class Monitor<State: Sendable, Waiter: Sendable, Answer: Sendable>: Sendable {
    private struct Content {
        var state: State
        var waiters = Waiters<Waiter, Answer>()
    }

    private let content: Mutex<Content>
    private let lastTicket = Atomic(0)

    /// - Parameter state: the initial value.
    package init(_ state: State) {
        content = Mutex(Content(state: state))
    }

    /// Reads or changes the value, and wakes tasks, which continue once the lock is free.
    @discardableResult
    package func withLock<Result: Sendable>(
        _ body: (_ state: inout State, _ waiters: inout Waiters<Waiter, Answer>) -> Result
    ) -> Result {
        let (result, woken) = content.withLock { content in
            let result = body(&content.state, &content.waiters)
            return (result, content.waiters.takeWoken())
        }
        for one in woken { one.resume() }
        return result
    }

    /// Waits until the task is woken.
    ///
    /// - Parameters:
    ///   - waiter: this task as others know it.
    ///   - cancelled: the result after a cancellation; nil: it keeps waiting.
    ///   - answer: decides under the lock whether to return at once; nil: the task waits.
    package func wait(
        as waiter: Waiter, ifCancelled cancelled: Answer?,
        unless answer: (inout State, inout Waiters<Waiter, Answer>) -> Answer?
    ) async -> Answer {
        await wait(as: waiter, ticket: newTicket(), ifCancelled: cancelled, unless: answer)
    }

    /// Waits until the task is woken, or until a time limit.
    ///
    /// The limit costs one sleeping task, not two like `withDeadline`: thousands may wait.
    ///
    /// - Parameters:
    ///   - cancelled: the result after a cancellation.
    ///   - late: the result at the time limit.
    package func wait(
        as waiter: Waiter, atMost limit: Duration, clock: any Clock<Duration>, ifCancelled cancelled: Answer,
        ifLate late: Answer,
        unless answer: (inout State, inout Waiters<Waiter, Answer>) -> Answer?
    ) async -> Answer {
        let ticket = newTicket()
        let end = await race(ticket, as: waiter, limit, clock, ifCancelled: cancelled, ifLate: late, unless: answer)
        withLock { _, waiters in waiters.forget(ticket: ticket) }
        return end
    }

    /// Returns when the timer has ended, too.
    private func race(
        _ ticket: Int, as waiter: Waiter, _ limit: Duration, _ clock: any Clock<Duration>,
        ifCancelled cancelled: Answer, ifLate late: Answer,
        unless answer: (inout State, inout Waiters<Waiter, Answer>) -> Answer?
    ) async -> Answer {
        async let _ = sleep(for: limit, clock, ticket: ticket, ifLate: late)
        return await wait(as: waiter, ticket: ticket, ifCancelled: cancelled, ifLate: late, unless: answer)
    }

    private func sleep(for limit: Duration, _ clock: any Clock<Duration>, ticket: Int, ifLate late: Answer) async {
        try? await clock.sleep(for: limit)
        // The task has been woken, or was cancelled itself.
        guard !Task.isCancelled else { return }
        withLock { _, waiters in waiters.expire(ticket: ticket, with: late) }
    }

    private func newTicket() -> Int { lastTicket.add(1, ordering: .relaxed).newValue }

    private func wait(
        as waiter: Waiter, ticket: Int, ifCancelled cancelled: Answer?, ifLate late: Answer? = nil,
        unless answer: (inout State, inout Waiters<Waiter, Answer>) -> Answer?
    ) async -> Answer {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let found = withLock { state, waiters -> Answer? in
                    if let answer = answer(&state, &waiters) { return answer }
                    if let cancelled, Task.isCancelled { return cancelled }
                    return waiters.park(waiter, ticket, continuation) ? nil : late
                }
                if let found { continuation.resume(returning: found) }
            }
        } onCancel: {
            guard let cancelled else { return }
            withLock { _, waiters in waiters.wake(ticket: ticket, with: cancelled) }
        }
    }
}

extension Monitor where Waiter == Void, Answer == Void {
    /// Waits until the task is woken or cancelled.
    ///
    /// - Parameter isOver: decides under the lock whether there is nothing to wait for.
    package func wait(unless isOver: (State) -> Bool) async {
        await wait(as: (), ifCancelled: ()) { state, _ in isOver(state) ? () : nil }
    }

    /// Waits until the task is woken or cancelled, or until a time limit.
    ///
    /// - Parameter isOver: decides under the lock whether there is nothing to wait for.
    package func wait(atMost limit: Duration, clock: any Clock<Duration>, unless isOver: (State) -> Bool) async {
        await wait(as: (), atMost: limit, clock: clock, ifCancelled: (), ifLate: ()) { state, _ in
            isOver(state) ? () : nil
        }
    }
}
