import Relational

/// Runs the reads of one database one at a time, each on a connection that it borrows.
final class PostgresReader: PooledReader {
    private let pool: ConnectionPool
    private let user: SessionUser

    init(_ pool: ConnectionPool, _ user: SessionUser) {
        self.pool = pool
        self.user = user
    }

    /// It has no connection of its own to open.
    var isOpen: Bool { true }

    func run(_ job: Job<Reading>) -> DatabaseError? {
        var (failure, hasBegun) = attempt(job)
        // The connection broke while it was idle.
        if let first = failure, first.isOfServer, !hasBegun { (failure, hasBegun) = attempt(job) }
        job.answer(failure)
        return failure
    }

    private func attempt(_ job: Job<Reading>) -> (failure: DatabaseError?, hasBegun: Bool) {
        pool.reading.withSession(at: user.location) { $0.read(job, for: user, within: pool.limits.snapshot) }
    }

    func closeIfUnused() -> Bool { false }

    func close() {}
}
