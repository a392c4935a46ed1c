package import FairKitCore
import FairKitStore

/// A change that an administrator makes to an account.
package enum AccountChange: Sendable {
    /// Blocks sign-in until the account is resumed, ends its sessions, and revokes its mailed links.
    case suspend
    case resume
    /// Removes a lost second factor and ends the account's sessions. The owner sets up a new factor at the next
    /// sign-in.
    case removeSecondFactor
    case endSessions
}

/// Why an account was not changed.
package enum ChangeAccountFailure: Error {
    /// This is the last active administrator: without them the tenant could no longer be administered.
    case lastAdministrator
    /// The caller has no account, or failed to prove their identity.
    case account(OwnAccountFailure)
}

extension Accounts {
    /// - Returns: the changed account.
    @discardableResult
    package func change(
        _ id: AccountID, _ change: AccountChange, by caller: Caller
    ) async throws(Refusal<ChangeAccountFailure>) -> AccountView {
        try await tenant.write(.manageAccounts, as: caller) {
            [zones = tenant.zones] (tx, grant) throws(DatabaseError) -> Outcome<AccountView, ChangeAccountFailure> in
            guard let account = try tx.account(id) else { return .failure(.notFound) }
            switch change {
            case .suspend:
                guard try !Accounts.isLastAdministrator(account, for: grant, in: tx) else {
                    return .own(.lastAdministrator)
                }
                try tx.setAccountState(.suspended, of: id)
                try tx.endSessions(of: id, .suspended, at: grant.now)
                try tx.endBreakGlasses(of: id, at: grant.now)
                // Otherwise a thief's link to a new address would work again once the account is resumed.
                try tx.removeInvitations(of: id)
                if account.state == .active {
                    try tx.removeMails(NoticeKind.ended(with: account.role.name), to: account.email)
                }
            case .resume: try tx.setAccountState(.active, of: id)
            case .removeSecondFactor:
                try tx.endSessions(of: id, .ended, at: grant.now)
                try tx.removeSecondFactor(of: id)
                try Contacts.notify(
                    .credentialsChanged, changed: .secondFactor, of: id, zones: zones, at: grant.now, in: tx)
            case .endSessions: try tx.endSessions(of: id, .ended, at: grant.now)
            }
            switch change {
            case .suspend:
                try Accounts.record(
                    change.action, account, to: "suspended", and: MailRecipient(account), &grant, in: tx)
            case .removeSecondFactor:
                try Accounts.record(
                    change.action, account, to: "the second factor was removed", and: nil, &grant, in: tx)
            case .resume, .endSessions: grant.log(change.action, id, about: nil)
            }
            guard let changed = try tx.account(id) else { return .failure(.notFound) }
            return .success(try view(changed, at: grant.now, in: tx))
        }
    }

    /// Deletes an account; only its id is kept. A patient's record stays. This can't be undone, so an API key alone is
    /// not enough.
    ///
    /// - Parameter proof: nil for commands on the server.
    package func delete(
        _ id: AccountID, proof: IdentityProof?, by caller: Caller
    ) async throws(Refusal<ChangeAccountFailure>) {
        try await tenant.permit(.manageAccounts, to: caller, for: ChangeAccountFailure.self)
        let confirmed: Confirmed?
        do { confirmed = try await tenant.prove(proof, by: caller) } catch { throw error.map { .account($0) } }
        try await tenant.write(.manageAccounts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, ChangeAccountFailure> in
            guard try OwnAccount.stillCounts(confirmed, for: grant, in: tx) else {
                return .own(.account(.signIn(.wrong)))
            }
            guard let account = try tx.account(id) else { return .failure(.notFound) }
            guard try !Accounts.isLastAdministrator(account, for: grant, in: tx) else {
                return .own(.lastAdministrator)
            }
            try Accounts.delete(account, &grant, in: tx)
            return .success(())
        }
    }

    /// Whether this is the last account that can administer the tenant over the network. Commands on the server are
    /// exempt, because the operator can invite an administrator.
    static func isLastAdministrator(_ account: Account, for grant: Grant, in tx: borrowing WriteTransaction)
        throws(DatabaseError) -> Bool
    {
        guard account.role.name == .administrator, grant.subject.actor != .machine else { return false }
        return try !tx.hasActiveAdministrator(except: account.id)
    }

    /// Deletes an account with the pending mail to its address. Mail to a patient about their record is still sent.
    static func delete(_ account: Account, _ grant: inout Grant, in tx: borrowing WriteTransaction)
        throws(DatabaseError)
    {
        try tx.removeInvitations(to: account.email)
        try tx.removeMails(NoticeKind.ended(with: account.role.name), to: account.email)
        // Before it has lost its name and its teams.
        try record(.accountDeleted, account, to: "deleted", and: MailRecipient(account), &grant, in: tx)
        try tx.deleteAccount(account.id, by: grant.subject.id, at: grant.now)
    }

    /// Records that an account can't sign in any more. A member of a team then acknowledges no alert, and an
    /// administrator approves nothing, so all administrators read it.
    ///
    /// - Parameter owner: reads it as well; nil: they are told elsewhere.
    fileprivate static func record(
        _ action: AuditAction, _ account: Account, to state: String, and owner: MailRecipient?, _ grant: inout Grant,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) {
        grant.log(action, account.id, about: nil)
        let teams = try tx.teams(of: account.id).map(\.name)
        let before = account.state == .suspended ? "suspended" : "can sign in"
        guard account.role.name == .administrator || !teams.isEmpty, state != before else { return }
        try Grant.mailAdministrators(
            account.nameInMails, from: before, to: state, and: owner,
            always: action == .accountDeleted || account.role.name == .administrator,
            words: { ($0.alerting.text(of: account, in: teams, in: $0), before, state) }, grant, in: tx)
    }
}

extension AccountChange {
    fileprivate var action: AuditAction {
        switch self {
        case .suspend: .accountSuspended
        case .resume: .accountResumed
        case .removeSecondFactor: .secondFactorRemoved
        case .endSessions: .sessionEnded
        }
    }
}
