import Dispatch
import Relational
import Synchronization

/// Makes the transactions of one database, each on a connection that it borrows: the part of group commit that knows
/// PostgreSQL. See decision 0114.
final class PostgresWriter: GroupWriter {
    private let pool: ConnectionPool
    private let user: SessionUser
    /// Follows BEGIN in the same round trip, with the number of the transaction; nil: nothing does.
    private let head: SQL?
    /// Tells this writer from those of other servers, and of other times.
    private let id = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    /// The number of the last transaction that was begun.
    private let last = Atomic<Int64>(0)
    /// Ends each transaction that changed a watched table.
    private let noting: SQL?
    private let seal: (any Seal)?
    /// How long the outcome of a lost commit is asked for.
    private let answerTimeout: Duration

    init(
        _ pool: ConnectionPool, _ user: SessionUser, head: String?, noting: SQL?, seal: (any Seal)?,
        answerTimeout: Duration
    ) {
        self.pool = pool
        self.user = user
        self.head = head.map { SQL(stringLiteral: $0) }
        self.noting = noting
        self.seal = seal
        self.answerTimeout = answerTimeout
    }

    func schedule(_ work: @escaping @Sendable () -> Void) { pool.writingThreads.run(in: .urgent, work) }

    var isThreadScarce: Bool { pool.writingThreads.areScarce }

    func refusal(of job: Job<Writing>) -> DatabaseError? { nil }

    func transaction(_ group: inout WriteGroup) throws(DatabaseError) -> Commit {
        let number = last.add(TransactionMark.step, ordering: .relaxed).newValue
        let mark = head.map { TransactionMark(head: $0, writer: id, number: number) }
        let outcome = pool.writing.withSession(at: user.location) { session in
            session.write(&group, for: user, marked: mark, noting: noting, seal: seal)
        }
        switch outcome {
        case .committed(let commit): return commit
        case .failed(let error): throw error
        case .lost(let lost): return try settle(lost)
        }
    }

    /// Asks what became of a commit whose answer was lost, until a server tells.
    private func settle(_ lost: LostCommit) throws(DatabaseError) -> Commit {
        let end = ContinuousClock.now + answerTimeout
        var pause = DispatchTimeInterval.milliseconds(10)
        while true {
            let outcome = pool.writing.withSession(at: user.location) { session in
                do throws(DatabaseError) { return try session.outcome(of: lost, for: user) } catch {
                    return CommitOutcome.unknown
                }
            }
            switch outcome {
            case .committed: return lost.commit
            case .aborted: throw .lost(.unavailable, "the connection broke before the commit")
            case .unknown: break
            }
            guard .now < end else {
                throw .lost(
                    .undecided, "the answer to a commit was lost, and the server does not tell what became of it")
            }
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + pause)
            pause = .milliseconds(200)
        }
    }

    /// A group whose connection broke before its commit runs once more, on a new connection. So does one that the
    /// server took out of a deadlock.
    func retries(_ group: WriteGroup, after error: DatabaseError, attempt: Int) -> Bool {
        attempt == 0 && (error.isOfServer && !error.isUndecided || error.isDeadlock)
    }

    func groupEnded() {}

    func runOutsideTransaction(_ job: Job<Writing>) throws(DatabaseError) {
        let failure = pool.writing.withSession(at: user.location) { session -> DatabaseError? in
            do throws(DatabaseError) {
                try session.runOutsideTransaction(job, for: user)
                return nil
            } catch { return error }
        }
        if let failure { throw failure }
    }

    /// The connections are the pool's.
    func close() {}
}

extension DatabaseError {
    /// Whether the transaction was ended so that others could go on. Then it succeeds at once.
    fileprivate var isDeadlock: Bool {
        if case .engine(let failure) = self {
            ["SQLSTATE 40P01", "SQLSTATE 40001"].contains(failure.code)
        } else {
            false
        }
    }

    fileprivate static func lost(_ kind: EngineFailure.Kind, _ message: String) -> DatabaseError {
        .engine(EngineFailure(kind: kind, code: "PostgreSQL", message: message))
    }
}
