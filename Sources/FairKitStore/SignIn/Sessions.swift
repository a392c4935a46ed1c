package import FairKitCore
package import Relational

private let columns: SQL = "id, account_id, started_at, used_at, expires_at, address, client, ended_at"

extension Connection {
    /// A session, ended or not.
    package func session(_ id: SessionID) throws(DatabaseError) -> Session? {
        try sessions(where: "id = \(id)").first
    }

    /// The active sessions of an account, the newest first.
    package func sessions(of account: AccountID, at now: Timestamp) throws(DatabaseError) -> [Session] {
        let idle = try settings().inactivityLimit
        return try sessions(
            where: """
                account_id = \(account) AND ended_at IS NULL AND expires_at > \(now)
                    AND used_at > \(now.advanced(by: idle * -1)) ORDER BY id DESC LIMIT \(Session.most)
                """)
    }

    /// The sessions that exceed the limit if another one begins: those unused longest.
    package func sessionsTooMany(for account: AccountID, at now: Timestamp) throws(DatabaseError) -> [SessionID] {
        try all(
            """
            SELECT id FROM session WHERE account_id = \(account) AND ended_at IS NULL AND expires_at > \(now)
            ORDER BY used_at DESC, id DESC LIMIT \(.unlimited) OFFSET \(Session.most - 1)
            """
        ) { row throws(DatabaseError) in try row.value(0) }
    }

    /// The newest sessions of an account, ended or not.
    package func lastSessions(of account: AccountID, limit: Int) throws(DatabaseError) -> [Session] {
        try sessions(where: "account_id = \(account) ORDER BY id DESC LIMIT \(limit)")
    }

    /// The last sign-in to an account; nil: never.
    package func lastSignIn(of account: AccountID) throws(DatabaseError) -> Timestamp? {
        try first("SELECT started_at FROM session WHERE account_id = \(account) ORDER BY id DESC LIMIT 1") {
            row throws(DatabaseError) in try row.value(0)
        }
    }

    /// The caller of an active session whose account is active.
    package func subject(of id: SessionID, _ account: AccountID, at now: Timestamp) throws(DatabaseError) -> Subject? {
        try holder(of: id, account, at: now)?.subject
    }

    /// The caller, with the session.
    package func holder(
        of id: SessionID, _ account: AccountID, at now: Timestamp
    ) throws(DatabaseError) -> (session: Session, subject: Subject)? {
        guard let session = try session(id), session.account == account, session.isActive(at: now),
            let account = try self.account(account), account.state == .active
        else { return nil }
        return (session, Subject(.account(account.id, id), role: account.role))
    }

    private func sessions(where condition: SQL) throws(DatabaseError) -> [Session] {
        try all("SELECT \(columns), \(rights: .session) FROM session WHERE \(condition)") {
            row throws(DatabaseError) in
            let (startedAt, isAuthentic) = (try row.value(2, as: Timestamp.self), try row.isAuthentic(.session, at: 8))
            return Session(
                id: try row.value(0), account: try row.value(1), startedAt: startedAt, usedAt: try row.value(3),
                expiresAt: try row.value(4), address: try row.value(5, sealed: .sessionAddress, key: 0),
                client: try row.value(6, sealed: .sessionClient, key: 0),
                endedAt: isAuthentic ? try row.value(7, as: Timestamp?.self) : startedAt)
        }
    }
}

extension WriteTransaction {
    /// Stores a session. The history of an account keeps its last ten; the one before drops out.
    package func insertSession(_ session: Session) throws(DatabaseError) {
        try run(
            """
            INSERT INTO session (\(columns), rights)
            VALUES (\(session.id), \(session.account), \(session.startedAt), \(session.usedAt), \(session.expiresAt),
                \(sealed: session.address, .sessionAddress, of: session.id),
                \(sealed: session.client, .sessionClient, of: session.id), \(session.endedAt),
                \(code: .session, session.id, session.account, session.expiresAt, session.endedAt))
            """)
        try run(
            """
            UPDATE session SET is_past = 1 WHERE id = (
                SELECT id FROM session WHERE account_id = \(session.account)
                ORDER BY id DESC LIMIT 1 OFFSET \(Session.historyLength))
            """)
    }

    /// Records that a session's tokens were refreshed.
    package func touch(_ session: SessionID, at now: Timestamp) throws(DatabaseError) {
        try run("UPDATE session SET used_at = \(now) WHERE id = \(session)")
    }

    /// Ends a session with all its tokens.
    /// - Returns: false if it has ended before, or the account has no such session.
    package func endSession(
        _ session: SessionID, of account: AccountID, _ reason: Session.End, at now: Timestamp
    ) throws(DatabaseError) -> Bool {
        let ended = try change(
            .session, set: "ended_at = \(now), end_reason = \(reason)",
            where: "id = \(session) AND account_id = \(account) AND ended_at IS NULL")
        guard ended == 1 else { return false }
        try run("DELETE FROM refresh_token WHERE session_id = \(session)")
        // The rows stay, since wrong codes are counted by them.
        try run("UPDATE challenge SET expires_at = \(now) WHERE session_id = \(session) AND expires_at > \(now)")
        // A device that is only unused must still be reached by a critical alert.
        if reason != .expired { try removeDevices(of: account, registeredIn: session) }
        return true
    }

    /// Ends all sessions of an account but one, its devices and the addresses of the calendars that it opened.
    /// - Returns: the ended ones.
    @discardableResult
    package func endSessions(
        of account: AccountID, except kept: SessionID? = nil, _ reason: Session.End, at now: Timestamp
    ) throws(DatabaseError) -> [SessionID] {
        let open = try all(
            "SELECT id FROM session WHERE account_id = \(account) AND ended_at IS NULL AND expires_at > \(now)"
        ) { row throws(DatabaseError) in try row.value(0, as: SessionID.self) }
        var ended: [SessionID] = []
        // A challenge that was begun in an ended session ends with it.
        try run(
            """
            UPDATE challenge SET expires_at = \(now)
            WHERE account_id = \(account) AND session_id IS NULL AND expires_at > \(now)
            """)
        // A device may belong to a session that has expired.
        try removeDevices(of: account, except: kept)
        _ = try closeCalendar(of: account)
        try run("DELETE FROM team_calendar WHERE created_by = \(account)")
        for session in open where session != kept {
            if try endSession(session, of: account, reason, at: now) { ended.append(session) }
        }
        return ended
    }

    /// Deletes ended sessions that began before a time, except the last ten of each account; at most a hundred.
    /// - Returns: how many.
    func forgetSessions(before time: Timestamp) throws(DatabaseError) -> Int {
        let old: SQL =
            "SELECT id FROM session WHERE is_past = 1 AND id < \(SessionID.first(at: time)) ORDER BY id LIMIT 100"
        try run("DELETE FROM refresh_token WHERE session_id IN (\(old))")
        try run("DELETE FROM challenge WHERE session_id IN (\(old))")
        return try rowsChanged(by: "DELETE FROM session WHERE id IN (\(old))")
    }
}
