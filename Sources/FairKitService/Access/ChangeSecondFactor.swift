package import FairKitCore
package import FairKitStore
import KeyRing

/// Takes a second factor away, which ends all other sessions, or makes new backup codes; asks for the password and a code.
package struct ChangeSecondFactor: Sendable {
    private let store: Store
    private let confirm: ConfirmPerson
    private let now: Now

    package init(store: Store, passwords: PasswordWork, now: @escaping Now) {
        self.store = store
        confirm = ConfirmPerson(store: store, passwords: passwords, now: now)
        self.now = now
    }

    package enum Failure: Error {
        /// There is none, or people in this role need one.
        case notPossible
        case signIn(SignInFailure)
    }

    /// Takes it away, from an account that may be without.
    package func remove(
        password: String, code: SecondFactorCode?, by caller: Caller
    ) async throws(Failure) {
        let confirmed = try await confirmed(password, code, caller)
        guard !confirmed.account.role.name.needsSecondFactor, case .account(_, let session) = caller.subject.actor
        else { throw .notPossible }
        let now = now()
        try await change(confirmed, .secondFactorRemoved, by: caller) { (tx) throws(DatabaseError) in
            try tx.removeSecondFactor(of: confirmed.account.id)
            try tx.endSessions(of: confirmed.account.id, except: session, .ended, at: now)
        }
    }

    /// - Returns: the codes, which are shown this once. Those before are good no more.
    package func renewBackupCodes(
        password: String, code: SecondFactorCode?, by caller: Caller
    ) async throws(Failure) -> [BackupCode] {
        let confirmed = try await confirmed(password, code, caller)
        let codes: [(code: BackupCode, digest: [UInt8])]
        do { codes = try store.newBackupCodes() } catch { throw .signIn(.key(error)) }
        try await change(confirmed, .backupCodesMade, by: caller) { (tx) throws(DatabaseError) in
            try tx.setBackupCodes(of: confirmed.account.id, codes.map(\.digest))
        }
        return codes.map(\.code)
    }

    private func confirmed(
        _ password: String, _ code: SecondFactorCode?, _ caller: Caller
    ) async throws(Failure) -> ConfirmPerson.Confirmed {
        let confirmed: ConfirmPerson.Confirmed
        do { confirmed = try await confirm(password: password, code: code, by: caller) } catch { throw .signIn(error) }
        guard confirmed.account.secondFactorSince != nil else { throw .notPossible }
        return confirmed
    }

    private func change(
        _ confirmed: ConfirmPerson.Confirmed, _ action: AuditAction, by caller: Caller,
        _ body: @escaping @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> Void
    ) async throws(Failure) {
        let now = now()
        let entry = caller.entry(action, confirmed.account.id, about: nil, at: now)
        let isDone: Bool
        do {
            isDone = try await store.write { (tx) throws(DatabaseError) in
                guard try tx.holds(confirmed, by: caller, at: now) else { return false }
                try body(tx)
                try tx.record(entry)
                return true
            }
        } catch { throw .signIn(.store(error)) }
        guard isDone else { throw .signIn(.wrong) }
    }
}
