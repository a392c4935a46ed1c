package import FairKitCore
package import FairKitStore

/// Shows somebody their own sessions and sign-ins, and ends sessions.
///
/// Others than the one that asks are ended with the password only: who has found a token must not put its owner out everywhere.
package struct OwnSessions: Sendable {
    private let store: Store
    private let confirm: ConfirmPerson
    private let now: Now

    package init(store: Store, passwords: PasswordWork, now: @escaping Now) {
        self.store = store
        confirm = ConfirmPerson(store: store, passwords: passwords, now: now)
        self.now = now
    }

    package enum Failure: Error {
        /// Only people who have signed in have sessions.
        case noAccount
        /// There is no such session, or it is somebody else's, or it has ended.
        case unknown
        case signIn(SignInFailure)
        case store(DatabaseError)
    }

    /// Those that have not ended, the newest first.
    package func list(by caller: Caller) async throws(Failure) -> [Session] {
        let (account, _) = try person(caller)
        let now = now()
        do {
            return try await store.read { (tx) throws(DatabaseError) in try tx.sessions(of: account, at: now) }
        } catch { throw .store(error) }
    }

    /// The last ten sign-ins, the newest first.
    package func signIns(by caller: Caller) async throws(Failure) -> [Session] {
        let (account, _) = try person(caller)
        do {
            return try await store.read { (tx) throws(DatabaseError) in
                try tx.lastSessions(of: account, limit: Session.historyLength)
            }
        } catch { throw .store(error) }
    }

    /// Ends the caller's own; at once, its access tokens, too.
    package func signOut(by caller: Caller) async throws(Failure) {
        let (account, own) = try person(caller)
        let now = now()
        let entry = caller.entry(.sessionEnded, own, about: nil, at: now)
        let hasEnded: Bool
        do {
            hasEnded = try await store.write { (tx) throws(DatabaseError) in
                guard try tx.end(own, of: account, .signedOut, at: now) else { return false }
                try tx.record(entry)
                return true
            }
        } catch { throw .store(error) }
        if !hasEnded { throw .unknown }
    }

    /// Ends another one.
    package func end(_ session: SessionID, password: String, by caller: Caller) async throws(Failure) {
        let ended = try await end(password, by: caller) { (tx, account, now) throws(DatabaseError) in
            try tx.end(session, of: account, .ended, at: now) ? [session] : []
        }
        if ended.isEmpty { throw .unknown }
    }

    /// Ends all others.
    /// - Returns: those that have ended.
    @discardableResult
    package func endOthers(password: String, by caller: Caller) async throws(Failure) -> [SessionID] {
        let (_, own) = try person(caller)
        return try await end(password, by: caller) { (tx, account, now) throws(DatabaseError) in
            try tx.endSessions(of: account, except: own, .ended, at: now)
        }
    }

    private func end(
        _ password: String, by caller: Caller,
        _ body:
            @escaping @Sendable (borrowing WriteTransaction, AccountID, Timestamp) throws(DatabaseError) -> [SessionID]
    ) async throws(Failure) -> [SessionID] {
        let (account, _) = try person(caller)
        let confirmed: ConfirmPerson.Confirmed
        do {
            // One proof is enough: nobody gets in by it. See ASVS 5.0, 7.5.2.
            confirmed = try await confirm(password: password, code: nil, needsCode: false, by: caller)
        } catch { throw .signIn(error) }
        let now = now()
        let ended: [SessionID]?
        do {
            ended = try await store.write { (tx) throws(DatabaseError) in
                guard try tx.holds(confirmed, by: caller, at: now) else { return nil }
                let ended = try body(tx, account, now)
                for session in ended {
                    try tx.record(caller.entry(.sessionEnded, session, about: nil, at: now))
                }
                return ended
            }
        } catch { throw .store(error) }
        guard let ended else { throw .signIn(.wrong) }
        return ended
    }

    private func person(_ caller: Caller) throws(Failure) -> (AccountID, SessionID) {
        guard case .account(let id, let session) = caller.subject.actor else { throw .noAccount }
        return (id, session)
    }
}
