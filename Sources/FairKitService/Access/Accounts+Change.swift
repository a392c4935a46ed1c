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

extension Accounts {
    /// - Returns: the account as it is then.
    @discardableResult
    package func change(
        _ id: AccountID, _ change: AccountChange, by caller: Caller
    ) async throws(Refusal<Never>) -> AccountView {
        try await tenant.write(.manageAccounts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<AccountView, Never> in
            guard try tx.account(id) != nil else { return .failure(.notFound) }
            switch change {
            case .suspend:
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

    /// Deletes an account: only its id is left. The record of a patient stays.
    package func delete(_ id: AccountID, by caller: Caller) async throws(Refusal<Never>) {
        try await tenant.write(.manageAccounts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, Never> in
            guard let account = try tx.account(id) else { return .failure(.notFound) }
            try tx.delete(account, &grant)
            return .success(())
        }
    }
}

extension WriteTransaction {
    /// Deletes an account, and what was mailed to its address.
    func delete(_ account: Account, _ grant: inout Grant) throws(DatabaseError) {
        try deleteAccount(account.id, by: grant.subject.id, at: grant.now)
        try removeInvitations(to: account.email)
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
