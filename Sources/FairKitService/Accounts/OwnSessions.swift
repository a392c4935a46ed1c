package import FairKitCore
package import FairKitStore

/// Shows somebody their own sessions and sign-ins, and ends sessions.
package struct OwnSessions: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    package enum Failure: Error {
        /// Only people who have signed in have sessions.
        case noAccount
        /// There is no such session, or it is somebody else's, or it has ended.
        case unknown
        case store(DatabaseError)
    }

    /// How many sign-ins are shown.
    private static let most = 10

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
                try tx.lastSessions(of: account, limit: OwnSessions.most)
            }
        } catch { throw .store(error) }
    }

    /// Ends one; at once, its access tokens, too.
    /// - Parameter session: nil: the caller's own, which is signing out.
    package func end(_ session: SessionID?, by caller: Caller) async throws(Failure) {
        let (account, own) = try person(caller)
        let (ending, now) = (session ?? own, now())
        let entry = caller.entry(.sessionEnded, ending, about: nil, at: now)
        let hasEnded: Bool
        do {
            hasEnded = try await store.write { (tx) throws(DatabaseError) in
                guard try tx.end(ending, of: account, ending == own ? .signedOut : .ended, at: now) else {
                    return false
                }
                try tx.record(entry)
                return true
            }
        } catch { throw .store(error) }
        if !hasEnded { throw .unknown }
    }

    private func person(_ caller: Caller) throws(Failure) -> (AccountID, SessionID) {
        guard case .account(let id, let session) = caller.subject.actor else { throw .noAccount }
        return (id, session)
    }
}
