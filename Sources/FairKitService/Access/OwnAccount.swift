package import FairKitCore
package import FairKitStore
import KeyRing

/// What somebody does with their own account: sees it, changes its password, deletes it.
package struct OwnAccount: Sendable {
    private let store: Store
    private let passwords: PasswordWork
    private let tenant: TenantName
    private let confirm: ConfirmPerson
    private let now: Now

    package init(store: Store, passwords: PasswordWork, tenant: TenantName, now: @escaping Now) {
        self.store = store
        self.tenant = tenant
        self.passwords = passwords
        confirm = ConfirmPerson(store: store, passwords: passwords, now: now)
        self.now = now
    }

    package enum Failure: Error {
        /// Only people who have signed in have an account.
        case noAccount
        case refused(ChosenPassword.Refused)
        case signIn(SignInFailure)
        case store(DatabaseError)
    }

    package struct Shown: Sendable {
        package let account: Account
        package let laboratory: String?
        package let backupCodesLeft: Int
    }

    package func show(by caller: Caller) async throws(Failure) -> Shown {
        guard case .account(let id, _) = caller.subject.actor else { throw .noAccount }
        let shown: Shown?
        do {
            shown = try await store.read { (tx) throws(DatabaseError) in
                guard let account = try tx.account(id) else { return nil }
                return Shown(
                    account: account, laboratory: try tx.laboratoryName(of: account.role),
                    backupCodesLeft: try tx.backupCodesLeft(of: id))
            }
        } catch { throw .store(error) }
        guard let shown else { throw .noAccount }
        return shown
    }

    /// Asks for the old password, and for a code where there is a second factor; ends all other sessions.
    package func changePassword(
        from old: String, to new: String, code: SecondFactorCode?, by caller: Caller
    ) async throws(Failure) {
        guard case .account(_, let session) = caller.subject.actor else { throw .noAccount }
        let confirmed = try await confirmed(old, code, caller)
        let account = confirmed.account
        let chosen: ChosenPassword
        do {
            chosen = try ChosenPassword(new, of: account.email, in: tenant, by: nil)
        } catch { throw .refused(error) }
        let hash: String
        do { hash = try await passwords.hash(chosen) } catch { throw .signIn(SignInFailure(error)) }
        let now = now()
        let entry = caller.entry(.passwordChanged, account.id, about: nil, at: now)
        let isDone: Bool
        do {
            isDone = try await store.write { (tx) throws(DatabaseError) in
                guard try tx.holds(confirmed, by: caller, at: now) else { return false }
                try tx.setPassword(of: account.id, to: hash, at: now)
                try tx.removeInvitations(to: account.email)
                try tx.endSessions(of: account.id, except: session, .password, at: now)
                try tx.record(entry)
                return true
            }
        } catch { throw .store(error) }
        guard isDone else { throw .signIn(.wrong) }
    }

    /// The record stays: it is the person's, and the laboratory has to keep it. See the decision `0023-accounts-and-sessions`.
    package func delete(
        password: String, code: SecondFactorCode?, by caller: Caller
    ) async throws(Failure) {
        guard case .account = caller.subject.actor else { throw .noAccount }
        let confirmed = try await confirmed(password, code, caller)
        let account = confirmed.account
        let now = now()
        let entry = caller.entry(.accountDeleted, account.id, about: nil, at: now)
        let isDone: Bool
        do {
            isDone = try await store.write { (tx) throws(DatabaseError) in
                guard try tx.holds(confirmed, by: caller, at: now) else { return false }
                try tx.deleteAccount(account.id, by: caller.subject.id, at: now)
                try tx.removeInvitations(to: account.email)
                try tx.record(entry)
                return true
            }
        } catch { throw .store(error) }
        guard isDone else { throw .signIn(.wrong) }
    }

    private func confirmed(
        _ password: String, _ code: SecondFactorCode?, _ caller: Caller
    ) async throws(Failure) -> ConfirmPerson.Confirmed {
        do {
            return try await confirm(password: password, code: code, by: caller)
        } catch { throw .signIn(error) }
    }
}
