import DequeModule

/// Waiting tasks, in order of arrival. A `Monitor` keeps them behind its lock, and resumes woken ones after unlocking.
package struct Waiters<Waiter, Answer: Sendable> {
    private struct Parked {
        let ticket: Int
        let waiter: Waiter
        let continuation: CheckedContinuation<Answer, Never>
    }

    /// A woken task, with its answer.
    struct Woken: Sendable {
        let continuation: CheckedContinuation<Answer, Never>
        let answer: Answer

        func resume() { continuation.resume(returning: answer) }
    }

    /// By ascending ticket.
    private var parked = Deque<Parked>()
    private var woken: [Woken] = []
    /// Tickets that expired before their tasks waited.
    private var expired: Set<Int> = []

    /// Whether no task waits.
    package var isEmpty: Bool { parked.isEmpty }

    /// How many matching tasks wait.
    package func count(where fits: (Waiter) -> Bool) -> Int { parked.count { fits($0.waiter) } }

    /// Whether a matching task waits.
    package func contains(where fits: (Waiter) -> Bool) -> Bool { parked.contains { fits($0.waiter) } }

    /// Wakes the task that has waited longest.
    ///
    /// - Returns: false if no task waits.
    @discardableResult
    package mutating func wakeFirst(with answer: Answer) -> Bool {
        guard let first = parked.popFirst() else { return false }
        woken.append(Woken(continuation: first.continuation, answer: answer))
        return true
    }

    /// Wakes the matching tasks; each is tested once, in order of arrival.
    package mutating func wake(with answer: Answer, where fits: (Waiter) -> Bool) {
        var meant: [Woken] = []
        parked.removeAll { one in
            guard fits(one.waiter) else { return false }
            meant.append(Woken(continuation: one.continuation, answer: answer))
            return true
        }
        woken += meant
    }

    /// Wakes all tasks.
    package mutating func wakeAll(with answer: Answer) {
        woken += parked.map { Woken(continuation: $0.continuation, answer: answer) }
        parked = []
    }

    /// Parks a task; false if its time limit has already passed.
    mutating func park(
        _ waiter: Waiter, _ ticket: Int, _ continuation: CheckedContinuation<Answer, Never>
    ) -> Bool {
        guard expired.remove(ticket) == nil else { return false }
        // Tickets are drawn before the lock is taken, so that a later one may come first.
        let place = parked.lastIndex { $0.ticket < ticket }.map { $0 + 1 } ?? 0
        parked.insert(Parked(ticket: ticket, waiter: waiter, continuation: continuation), at: place)
        return true
    }

    /// Wakes the task with a ticket.
    /// - Returns: false if it does not wait.
    @discardableResult
    mutating func wake(ticket: Int, with answer: Answer) -> Bool {
        var (low, high) = (0, parked.count)
        while low < high {
            let middle = (low + high) / 2
            if parked[middle].ticket < ticket { low = middle + 1 } else { high = middle }
        }
        guard low < parked.count, parked[low].ticket == ticket else { return false }
        let found = parked.remove(at: low)
        woken.append(Woken(continuation: found.continuation, answer: answer))
        return true
    }

    /// The time of a task is over. If it does not wait yet, that is remembered until `forget`.
    mutating func expire(ticket: Int, with answer: Answer) {
        if !wake(ticket: ticket, with: answer) { expired.insert(ticket) }
    }

    /// The task with a ticket neither waits nor has a time.
    mutating func forget(ticket: Int) { expired.remove(ticket) }

    mutating func takeWoken() -> [Woken] {
        defer { woken = [] }
        return woken
    }
}

extension Waiters where Answer == Void {
    /// Wakes the task that has waited longest.
    ///
    /// - Returns: false if no task waits.
    @discardableResult
    package mutating func wakeFirst() -> Bool { wakeFirst(with: ()) }

    /// Wakes the matching tasks; each is tested once, in order of arrival.
    package mutating func wake(where fits: (Waiter) -> Bool) { wake(with: (), where: fits) }

    /// Wakes all tasks.
    package mutating func wakeAll() { wakeAll(with: ()) }
}
