package import FairKitCore
package import FairKitStore
import KeyRing

/// Takes a second factor away, or makes new backup codes; asks for the password and a code.
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
        let account = try await confirmed(password, code, caller)
        guard !account.role.name.needsSecondFactor else { throw .notPossible }
        try await change(caller, .secondFactorRemoved, of: account.id) { (tx) throws(DatabaseError) in
            try tx.removeSecondFactor(of: account.id)
        }
    }

    /// - Returns: the codes, which are shown this once. Those before are good no more.
    package func renewBackupCodes(
        password: String, code: SecondFactorCode?, by caller: Caller
    ) async throws(Failure) -> [BackupCode] {
        let account = try await confirmed(password, code, caller)
        let codes: [(code: BackupCode, digest: [UInt8])]
        do { codes = try store.newBackupCodes() } catch { throw .signIn(.key(error)) }
        try await change(caller, .backupCodesMade, of: account.id) { (tx) throws(DatabaseError) in
            try tx.setBackupCodes(of: account.id, codes.map(\.digest))
        }
        return codes.map(\.code)
    }

    private func confirmed(
        _ password: String, _ code: SecondFactorCode?, _ caller: Caller
    ) async throws(Failure) -> Account {
        let account: Account
        do { account = try await confirm(password: password, code: code, by: caller) } catch { throw .signIn(error) }
        guard account.secondFactorSince != nil else { throw .notPossible }
        return account
    }

    private func change(
        _ caller: Caller, _ action: AuditAction, of account: AccountID,
        _ body: @escaping @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> Void
    ) async throws(Failure) {
        let entry = caller.entry(action, account, about: nil, at: now())
        do {
            try await store.write { (tx) throws(DatabaseError) in
                try body(tx)
                try tx.record(entry)
            }
        } catch { throw .signIn(.store(error)) }
    }
}
