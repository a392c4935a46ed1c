package import Dispatch
import Synchronization

/// A few low-priority threads that run the work of several holders in turns. A thread without work for a while ends.
package final class FairThreadPool<Holder: Hashable & Sendable>: Sendable {
    private typealias Work = @Sendable () -> Void

    private struct State {
        var queue = FairQueue<Holder, Work>()
        /// Threads that work. While one that blocked has returned, they may be more than the width.
        var running = 0
        /// Threads that wait for work and have not been woken.
        var parked = 0
        /// Threads that block, and have given up their place.
        var blocked = 0
        var whenUnused: Work?

        /// The thread that takes work that was added; nil: all are busy.
        mutating func helper(among width: Int) -> Helper? {
            guard running < width else { return nil }
            running += 1
            guard parked > 0 else { return .new }
            parked -= 1
            return .parked
        }
    }

    /// A thread that takes waiting work.
    private enum Helper { case parked, new }

    private let width: Int
    private let niceness: Int32
    private let idleTimeout: DispatchTimeInterval
    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - width: the most threads.
    ///   - niceness: their nice value, up to 19.
    ///   - idleTimeout: a thread without work for this long ends.
    package init(width: Int, niceness: Int32 = 0, idleTimeout: DispatchTimeInterval = .seconds(10)) {
        self.width = max(width, 1)
        self.niceness = niceness
        self.idleTimeout = idleTimeout
    }

    /// The number of a holder's waiting jobs.
    package func waiting(of holder: Holder) -> Int { state.withLock { $0.queue.count(of: holder) } }

    /// Runs a job when its turn comes. One that a blocking thread submits waits for that thread, if none waits before it:
    /// what it blocked for is there, so it returns at once.
    package func submit(for holder: Holder, _ work: @escaping @Sendable () -> Void) {
        let returns = ManagedBlocking.isUnderway(in: self)
        let helper = state.withLock { state in
            state.queue.append(work, of: holder)
            return returns && state.queue.count == 1 ? nil : state.helper(among: width)
        }
        call(helper)
    }

    /// Gives up the place of a thread that blocks.
    /// - Returns: false if four times as many threads block as work.
    private func beginBlocking() -> Bool {
        let (mayBlock, helper): (Bool, Helper?) = state.withLock { state in
            guard state.blocked < 4 * width else { return (false, nil) }
            state.blocked += 1
            state.running -= 1
            return (true, state.queue.count == 0 ? nil : state.helper(among: width))
        }
        call(helper)
        return mayBlock
    }

    private func endBlocking() {
        state.withLock { state in
            state.blocked -= 1
            state.running += 1
        }
    }

    private func call(_ helper: Helper?) {
        switch helper {
        case .parked: wake.signal()
        case .new: BlockingThread(niceness: niceness).submit { self.begin() }
        case nil: break
        }
    }

    private func begin() {
        ManagedBlocking(in: self, begin: { self.beginBlocking() }, end: { self.endBlocking() }).onThread { work() }
    }

    /// Sets what a thread does last, when it ends because no work came.
    package func whenUnused(_ work: @escaping @Sendable () -> Void) { state.withLock { $0.whenUnused = work } }

    /// Runs waiting jobs until none has come for a while.
    private func work() {
        while true {
            let next = state.withLock { state -> Work? in
                // Another thread may have taken the place of this one while it blocked.
                if state.running <= width, let next = state.queue.popFirst() { return next }
                state.running -= 1
                state.parked += 1
                return nil
            }
            if let next {
                next()
            } else if wake.wait(timeout: .now() + idleTimeout) == .timedOut {
                guard !leave() else {
                    state.withLock { $0.whenUnused }?()
                    return
                }
                // It was woken at this very moment.
                wake.wait()
            }
        }
    }

    /// - Returns: false if all waiting threads have been woken, including this one.
    private func leave() -> Bool {
        state.withLock { state in
            guard state.parked > 0 else { return false }
            state.parked -= 1
            return true
        }
    }
}
