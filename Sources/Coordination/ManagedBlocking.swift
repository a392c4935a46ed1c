import Glibc
import Synchronization

/// Lets a thread of a pool block, while another thread takes its place in the pool. Java names it a managed blocker.
package final class ManagedBlocking: Sendable {
    /// Of each thread: its own, if it belongs to a pool.
    private static let ofThread: pthread_key_t? = {
        var key = pthread_key_t()
        return unsafe pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    private let pool: ObjectIdentifier
    private let begin: @Sendable () -> Bool
    private let end: @Sendable () -> Void
    private let isUnderway = Atomic(false)

    /// - Parameters:
    ///   - pool: whose thread it is.
    ///   - begin: gives up the thread's place; returns false if too many threads of the pool block already.
    ///   - end: takes a place again.
    init(in pool: AnyObject, begin: @escaping @Sendable () -> Bool, end: @escaping @Sendable () -> Void) {
        (self.pool, self.begin, self.end) = (ObjectIdentifier(pool), begin, end)
    }

    private static var current: ManagedBlocking? {
        guard let ofThread, let current = unsafe pthread_getspecific(ofThread) else { return nil }
        return unsafe Unmanaged<ManagedBlocking>.fromOpaque(current).takeUnretainedValue()
    }

    /// Whether the calling thread belongs to this pool, and runs blocking work.
    static func isUnderway(in pool: AnyObject) -> Bool {
        guard let current, current.pool == ObjectIdentifier(pool) else { return false }
        return current.isUnderway.load(ordering: .relaxed)
    }

    /// Runs blocking work on the calling thread, if that is a thread of a pool that runs none yet.
    /// - Returns: false if it is none, or if too many of its pool's threads block: the work did not run.
    @discardableResult
    package static func run(_ work: () -> Void) -> Bool {
        guard let current, !current.isUnderway.load(ordering: .relaxed), current.begin() else { return false }
        current.isUnderway.store(true, ordering: .relaxed)
        defer {
            current.isUnderway.store(false, ordering: .relaxed)
            current.end()
        }
        work()
        return true
    }

    /// Runs a thread of the pool, which may then block.
    func onThread(_ body: () -> Void) {
        guard let key = Self.ofThread else { return body() }
        unsafe pthread_setspecific(key, Unmanaged.passUnretained(self).toOpaque())
        defer { pthread_setspecific(key, nil) }
        withExtendedLifetime(self, body)
    }
}
