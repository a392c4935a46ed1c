import Relational
import Synchronization

/// One connection of a pool, for one borrower at a time. It connects when it is used first.
final class PooledSession: Sendable {
    /// The outcome of a group.
    enum Outcome {
        case committed(Commit)
        case failed(DatabaseError)
        case lost(LostCommit)
    }

    struct State {
        var session: PostgresSession?
        var since = ContinuousClock.now
    }

    /// After as many users, or this time, a connection is replaced: the server's process keeps what it knows of every
    /// table that it has used.
    private static let mostUsers = 64
    private static let longestLife = Duration.seconds(3600)

    private let connecting: @Sendable () throws(DatabaseError) -> sending PostgresSession
    let state = Mutex(State())

    init(connecting: @escaping @Sendable () throws(DatabaseError) -> sending PostgresSession) {
        self.connecting = connecting
    }

    /// Whether it can serve another borrower.
    var isReusable: Bool {
        state.withLock { state in
            guard let session = state.session else { return false }
            return session.isIdle && session.usersServed < PooledSession.mostUsers
                && .now - state.since < PooledSession.longestLife
        }
    }

    /// Whether it was connected, and has lost the connection.
    var isLost: Bool { state.withLock { $0.session?.isLost ?? false } }

    func session(_ state: inout State) throws(DatabaseError) -> PostgresSession {
        if let session = state.session { return session }
        let session = try connecting()
        state.since = .now
        state.session = session
        return session
    }

    /// Commits a group, or rolls it back.
    func write(
        _ group: inout WriteGroup, for user: SessionUser, marked mark: TransactionMark?, noting: SQL?, seal: (any Seal)?
    ) -> Outcome {
        state.withLock { state in
            do throws(DatabaseError) {
                let session = try session(&state)
                return PooledSession.write(&group, on: session, for: user, marked: mark, noting: noting, seal: seal)
            } catch { return .failed(error) }
        }
    }

    private static func write(
        _ group: inout WriteGroup, on session: PostgresSession, for user: SessionUser, marked mark: TransactionMark?,
        noting: SQL?, seal: (any Seal)?
    ) -> Outcome {
        var start = ContinuousClock.now
        do throws(DatabaseError) {
            try session.begin(for: user, marked: mark)
            var connection = WriteTransaction(session)
            connection.use(seal)
            try group.run(on: connection)
            if let noting, session.changedWatched.contains(.first) { try connection.run(noting) }
            start = .now
            try session.commit()
            return .committed(commit(of: session, since: start))
        } catch {
            // Without a lost connection there is nothing to ask: the commit is on this server, and perhaps not on a standby.
            if let mark, error.isUndecided, session.isLost {
                return .lost(LostCommit(mark: mark, commit: commit(of: session, since: start)))
            }
            // If it fails, the connection is lost, and is not used again.
            try? session.rollBack()
            return .failed(error)
        }
    }

    private static func commit(of session: PostgresSession, since start: ContinuousClock.Instant) -> Commit {
        Commit(time: .now - start, changedWatched: session.changedWatched, pagesInLog: 0)
    }

    /// Runs a read on one snapshot, without answering it.
    /// - Parameter time: how long it may run statements.
    /// - Returns: why it failed, and whether its closure has begun.
    func read(
        _ job: Job<Reading>, for user: SessionUser, within time: Duration
    ) -> (failure: DatabaseError?, hasBegun: Bool) {
        state.withLock { state in
            var hasBegun = false
            do throws(DatabaseError) {
                let session = try session(&state)
                defer { session.endReading() }
                try session.beginReading(for: user, within: time)
                hasBegun = true
                try job.perform(ReadTransaction(session))
                return (nil, hasBegun)
            } catch { return (error, hasBegun) }
        }
    }

    /// Runs a job whose statements are transactions of their own.
    func runOutsideTransaction(_ job: Job<Writing>, for user: SessionUser) throws(DatabaseError) {
        try state.withLock { state throws(DatabaseError) in
            let session = try session(&state)
            try session.enter(user)
            try job.perform(WriteTransaction(session))
        }
    }
}

extension PostgresSession {
    /// Ending a read can't lose anything. If it fails, the connection is lost, and is not used again.
    fileprivate func endReading() {
        if failure == nil, (try? commit()) != nil { return }
        try? rollBack()
    }
}
