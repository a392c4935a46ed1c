import DequeModule
import Dispatch
import Glibc
import Synchronization

/// A thread for work that blocks, so that none of the threads is kept on which all tasks run. The work is done piece by piece, in the
/// order in which it came; while there is none, there is no thread either.
package final class BlockingThread: Sendable {
    private struct State {
        var work: Deque<@Sendable () -> Void> = []
        var isRunning = false
    }

    private let state = Mutex(State())
    private let niceness: Int32

    /// - Parameter niceness: how far the thread gives way to others, up to 19.
    package init(niceness: Int32 = 0) {
        self.niceness = niceness
    }

    /// Runs work that blocks, and returns what it returns. Work that has begun is not cut short when the task is cancelled.
    package func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            submit {
                do throws(Failure) {
                    continuation.resume(returning: .success(try work()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }

    /// Runs work that blocks, without waiting for it.
    package func submit(_ work: @escaping @Sendable () -> Void) {
        let starts = state.withLock { state in
            state.work.append(work)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if starts { start() }
    }

    /// Blocks the caller until all work is done that was submitted before.
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
            // The system has no thread to give just now.
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(100)) { self.start() }
            return
        }
        pthread_detach(thread)
    }

    private func drain() {
        // Of this thread alone, on Linux.
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
