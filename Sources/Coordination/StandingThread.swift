import DequeModule
import Dispatch
import Glibc
import Synchronization

/// A thread that exists from the beginning, and runs pieces of work in their order: it never waits for memory that a new
/// thread would need.
package final class StandingThread: Sendable {
    private let work: Work

    /// Creates the thread; nil if the system can't.
    package init?() {
        work = Work()
        var thread = pthread_t()
        let held = unsafe Unmanaged.passRetained(work)
        let failure = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, held.toOpaque())
        guard failure == 0 else {
            unsafe held.release()
            return nil
        }
        pthread_detach(thread)
    }

    /// The thread ends once all work is done.
    deinit { work.add(nil) }

    /// Runs work after what was added before, without waiting for it.
    package func run(_ piece: @escaping @Sendable () -> Void) { work.add(piece) }

    private final class Work: Sendable {
        private let pieces = Mutex<Deque<(@Sendable () -> Void)?>>([])
        private let added = DispatchSemaphore(value: 0)

        /// - Parameter piece: nil: the end.
        func add(_ piece: (@Sendable () -> Void)?) {
            pieces.withLock { $0.append(piece) }
            added.signal()
        }

        func run() {
            while true {
                added.wait()
                guard let piece = pieces.withLock({ $0.popFirst() }), let piece else { return }
                piece()
            }
        }
    }
}
