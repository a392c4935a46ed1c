import Relational
import Synchronization

/// A commit whose answer was lost.
struct LostCommit: Sendable {
    let mark: TransactionMark
    /// The answer if it was committed.
    let commit: Commit
}

/// The outcome of a transaction.
enum CommitOutcome {
    case committed
    case aborted
    /// The server could not be asked.
    case unknown
}

extension PooledSession {
    /// Finds out what became of a commit, by a transaction of its own. That waits at `head` for the lost one if it is still
    /// in progress. Its commit waits for the standbys if commits do: then they have all earlier ones, too.
    func outcome(of lost: LostCommit, for user: SessionUser) throws(DatabaseError) -> CommitOutcome {
        try state.withLock { state throws(DatabaseError) in
            let session = try session(&state)
            do throws(DatabaseError) {
                try session.begin(for: user, marked: nil)
                let connection = WriteTransaction(session)
                try connection.run(lost.mark.head)
                let isCommitted = try connection.exists(lost.mark.isCommitted)
                if !isCommitted { try connection.run(lost.mark.fence) }
                try session.commit()
                return isCommitted ? .committed : .aborted
            } catch {
                // If it fails, the connection is lost, and is not used again.
                try? session.rollBack()
                throw error
            }
        }
    }
}
