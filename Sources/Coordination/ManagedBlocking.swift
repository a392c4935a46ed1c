import Glibc

/// Lets a thread of a pool block, while another thread takes its place in the pool. Java names it a managed blocker.
package final class ManagedBlocking: Sendable {
    /// Of each thread: the pool that it belongs to.
    private static let ofThread: pthread_key_t? = {
        var key = pthread_key_t()
        return unsafe pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    private let begin: @Sendable () -> Bool
    private let end: @Sendable () -> Void

    /// - Parameters:
    ///   - begin: gives up the thread's place; returns false if too many threads of the pool block already.
    ///   - end: takes a place again.
    init(begin: @escaping @Sendable () -> Bool, end: @escaping @Sendable () -> Void) {
        (self.begin, self.end) = (begin, end)
    }

    /// Runs blocking work on the calling thread, if that is a thread of a pool.
    /// - Returns: false if it is none, or if too many of its pool's threads block: the work did not run.
    package static func run(_ work: () -> Void) -> Bool {
        guard let ofThread, let current = unsafe pthread_getspecific(ofThread) else { return false }
        let pool = unsafe Unmanaged<ManagedBlocking>.fromOpaque(current).takeUnretainedValue()
        guard pool.begin() else { return false }
        defer { pool.end() }
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
