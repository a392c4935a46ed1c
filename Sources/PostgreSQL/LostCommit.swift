import Relational
import Synchronization

/// A commit whose answer was lost.
struct LostCommit: Sendable {
    /// The transaction's number.
    let transaction: String
    /// The server's incarnation. Another one may have given the number to another transaction, since a crash or a standby
    /// that takes over can lose what was not committed.
    let incarnation: String
    /// What is answered if it was committed.
    let commit: Commit
}

/// What became of a transaction.
enum Fate {
    case committed
    case aborted
    /// It is not decided yet.
    case unknown
    /// The server will never tell.
    case untellable
}

extension PooledSession {
    /// Finds out what became of a commit.
    func fate(of lost: LostCommit) throws(DatabaseError) -> Fate {
        try state.withLock { state throws(DatabaseError) in
            let session = try session(&state)
            return switch try session.status(ofTransaction: lost.transaction) {
            // Another incarnation may mean another transaction.
            case "committed" where state.incarnation != lost.incarnation: .untellable
            case "committed": try session.isOnStandbys() ? .committed : .unknown
            case "aborted": .aborted
            case "in progress": .unknown
            // It is so old that the server has forgotten it.
            default: .untellable
            }
        }
    }
}

extension PostgresSession {
    /// Commits something without effect, which waits for the standbys if commits do: then they have all earlier ones, too.
    /// One whose connection was ended while it waited is committed, and may be on this server only.
    fileprivate func isOnStandbys() throws(DatabaseError) -> Bool {
        let warnings = connection.warnings
        _ = try send("SELECT pg_logical_emit_message(true, 'fairkit', '')")
        return connection.warnings == warnings
    }

    /// What the server says of a transaction.
    fileprivate func status(ofTransaction number: String) throws(DatabaseError) -> String? {
        do throws(DatabaseError) {
            return try ReadTransaction(self).first("SELECT pg_xact_status(CAST(\(number) AS xid8))") {
                row throws(DatabaseError) in try row.value(0)
            } ?? nil
        } catch  where error.isOfFuture {
            // No transaction has had the number yet, so this server has never seen ours.
            return "aborted"
        }
    }
}

extension DatabaseError {
    /// Whether a transaction's number is one that the server has not given yet.
    fileprivate var isOfFuture: Bool {
        if case .engine(let failure) = self { failure.code == "SQLSTATE 22023" } else { false }
    }
}
