package import FairKitCore
import FairKitStore

/// A session as its owner sees it.
package struct SessionView: Sendable {
    package let session: Session
    /// Whether this is the caller's current session.
    package let isCurrent: Bool
}

/// Ending other sessions needs the password: a thief with a token must not sign the owner out everywhere.
extension OwnAccount {
    /// The active sessions, newest first.
    package func sessions(by caller: Caller) async throws(Refusal<OwnAccountFailure>) -> [SessionView] {
        try await views(by: caller) { (tx, account, now) throws(DatabaseError) in
            try tx.sessions(of: account, at: now)
        }
    }

    /// The last ten sign-ins, newest first.
    package func signIns(by caller: Caller) async throws(Refusal<OwnAccountFailure>) -> [SessionView] {
        try await views(by: caller) { (tx, account, _) throws(DatabaseError) in
            try tx.lastSessions(of: account, limit: Session.historyLength)
        }
    }

    private func views(
        by caller: Caller,
        _ find:
            @escaping @Sendable (borrowing ReadTransaction, AccountID, Timestamp) throws(DatabaseError) -> [Session]
    ) async throws(Refusal<OwnAccountFailure>) -> [SessionView] {
        let (account, own) = try person(caller)
        return try await tenant.read(nil, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<[SessionView], OwnAccountFailure> in
            .success(try find(tx, account, grant.now).map { SessionView(session: $0, isCurrent: $0.id == own) })
        }
    }

    /// Ends the caller's own session and invalidates its access tokens at once.
    package func signOut(by caller: Caller) async throws(Refusal<OwnAccountFailure>) {
        let (account, own) = try person(caller)
        try await tenant.write(nil, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, OwnAccountFailure> in
            guard try tx.endSession(own, of: account, .signedOut, at: grant.now) else { return .failure(.notFound) }
            grant.log(.sessionEnded, own, about: nil)
            return .success(())
        }
    }

    /// Ends another session.
    package func endSession(
        _ session: SessionID, password: String, by caller: Caller
    ) async throws(Refusal<OwnAccountFailure>) {
        let ended = try await end(password, by: caller) { (tx, confirmed, now) throws(DatabaseError) in
            try tx.endSession(session, of: confirmed.account.id, .ended, at: now) ? [session] : []
        }
        if ended.isEmpty { throw .notFound }
    }

    /// Ends all other sessions.
    package func endOtherSessions(password: String, by caller: Caller) async throws(Refusal<OwnAccountFailure>) {
        _ = try await end(password, by: caller) { (tx, confirmed, now) throws(DatabaseError) in
            try tx.endSessions(of: confirmed.account.id, except: confirmed.session, .ended, at: now)
        }
    }

    private func end(
        _ password: String, by caller: Caller,
        _ body:
            @escaping @Sendable (borrowing WriteTransaction, Confirmed, Timestamp) throws(DatabaseError) -> [SessionID]
    ) async throws(Refusal<OwnAccountFailure>) -> [SessionID] {
        // The password alone is enough: it grants no access. See ASVS 5.0, 7.5.2.
        let confirmed = try await confirm(password: password, code: nil, needsCode: false, by: caller)
        return try await change(confirmed, by: caller) { (tx, grant) throws(DatabaseError) in
            let ended = try body(tx, confirmed, grant.now)
            for session in ended { grant.log(.sessionEnded, session, about: nil) }
            return ended
        }
    }
}
