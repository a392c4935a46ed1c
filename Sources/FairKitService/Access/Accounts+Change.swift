package import FairKitCore
import FairKitStore

/// What is done to an account.
package enum AccountChange: Sendable {
    /// It lets nobody in until it is resumed; its sessions end.
    case suspend
    case resume
    /// Somebody has lost their second factor: they set up another when they sign in next. Its sessions end.
    case removeSecondFactor
    case endSessions
}

/// Why an account was not changed.
package enum ChangeAccountFailure: Error {
    /// It is the last active administrator's: nobody could let anybody in any more.
    case lastAdministrator
    /// Whoever asks has no account, or has not shown that it is them.
    case account(OwnAccountFailure)
}

extension Accounts {
    /// - Returns: the account as it is then.
    @discardableResult
    package func change(
        _ id: AccountID, _ change: AccountChange, by caller: Caller
    ) async throws(Refusal<ChangeAccountFailure>) -> AccountView {
        try await tenant.write(.manageAccounts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<AccountView, ChangeAccountFailure> in
            guard let account = try tx.account(id) else { return .failure(.notFound) }
            switch change {
            case .suspend:
                guard try !tx.isLastAdministrator(account, for: grant) else { return .own(.lastAdministrator) }
                try tx.set(.suspended, of: id)
                try tx.endSessions(of: id, .suspended, at: grant.now)
                try tx.endBreakGlass(of: id, at: grant.now)
            case .resume: try tx.set(.active, of: id)
            case .removeSecondFactor:
                try tx.endSessions(of: id, .ended, at: grant.now)
                try tx.removeSecondFactor(of: id)
            case .endSessions: try tx.endSessions(of: id, .ended, at: grant.now)
            }
            grant.note(change.action, id, about: nil)
            guard let changed = try tx.account(id) else { return .failure(.notFound) }
            return .success(try tx.view(changed))
        }
    }

    /// Deletes an account: only its id is left. The record of a patient stays. It can't be taken back, so a key alone does not do it.
    /// - Parameter proof: nil on the server's machine.
    package func delete(
        _ id: AccountID, proof: IdentityProof?, by caller: Caller
    ) async throws(Refusal<ChangeAccountFailure>) {
        try await tenant.permit(.manageAccounts, to: caller, for: ChangeAccountFailure.self)
        let confirmed: Confirmed?
        do { confirmed = try await tenant.prove(proof, by: caller) } catch { throw error.map { .account($0) } }
        try await tenant.write(.manageAccounts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, ChangeAccountFailure> in
            guard try tx.stillCounts(confirmed, for: grant) else { return .own(.account(.signIn(.wrong))) }
            guard let account = try tx.account(id) else { return .failure(.notFound) }
            guard try !tx.isLastAdministrator(account, for: grant) else { return .own(.lastAdministrator) }
            try tx.delete(account, &grant)
            return .success(())
        }
    }
}

extension WriteTransaction {
    /// Whether nobody would be left to administer the tenant over the network without this account. Whoever works on the server's machine
    /// may do without, since they can invite somebody.
    func isLastAdministrator(_ account: Account, for grant: Grant) throws(DatabaseError) -> Bool {
        guard account.role.name == .administrator, grant.subject.actor != .machine else { return false }
        return try !hasActiveAdministrator(except: account.id)
    }

    /// Deletes an account, and what is mailed to its address: links with their mails, and that somebody guesses its password. What tells of a
    /// record is sent all the same: a thief who deletes the account must not keep it from its owner.
    func delete(_ account: Account, _ grant: inout Grant) throws(DatabaseError) {
        try deleteAccount(account.id, by: grant.subject.id, at: grant.now)
        try removeInvitations(to: account.email)
        try removeMails(.guessing, to: account.email)
        grant.note(.accountDeleted, account.id, about: nil)
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
