import DequeModule
import Dispatch
import Glibc
import Synchronization

/// A thread for blocking work, which keeps it off the cooperative pool. Work runs one piece at a time, in order;
/// without work there is no thread.
package final class BlockingThread: Sendable {
    private struct State {
        var work: Deque<@Sendable () -> Void> = []
        var isRunning = false
    }

    private let state = Mutex(State())
    private let niceness: Int32

    /// - Parameter niceness: the thread's nice value, up to 19.
    package init(niceness: Int32 = 0) {
        self.niceness = niceness
    }

    /// Runs blocking work of the task's holder, and returns its result. Cancelling the task does not interrupt work that has started.
    package func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let holder = WorkHolder.current
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            submit {
                do throws(Failure) {
                    continuation.resume(returning: .success(try holder.onThread(work)))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }

    /// Runs blocking work without waiting for it.
    package func submit(_ work: @escaping @Sendable () -> Void) {
        let starts = state.withLock { state in
            state.work.append(work)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if starts { start() }
    }

    /// Blocks the caller until all earlier work is done.
    package func finish() {
        let done = DispatchSemaphore(value: 0)
        submit { done.signal() }
        done.wait()
    }

    private func start() {
        var thread = pthread_t()
        let held = unsafe Unmanaged.passRetained(self)
        let failure = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<BlockingThread>.fromOpaque(argument).takeRetainedValue().drain()
                return nil
            }, held.toOpaque())
        guard failure == 0 else {
            unsafe held.release()
            // The system can't create a thread now.
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(100)) { self.start() }
            return
        }
        pthread_detach(thread)
    }

    private func drain() {
        // On Linux, nice values apply to a single thread.
        if niceness > 0 { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
        while true {
            let next: (@Sendable () -> Void)? = state.withLock { state in
                let next = state.work.popFirst()
                if next == nil { state.isRunning = false }
                return next
            }
            guard let next else { return }
            next()
        }
    }
}
