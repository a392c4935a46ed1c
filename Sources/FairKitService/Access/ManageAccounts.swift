package import FairKitCore
package import FairKitStore

/// What an administrator does with accounts. It shows addresses of mail and roles, and nothing of anybody's health.
package struct ManageAccounts: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    package enum Failure: Error {
        case forbidden
        /// There is no such account, or it was deleted.
        case unknown
        case store(DatabaseError)
    }

    /// What is done to an account.
    package enum Change: Sendable {
        /// It lets nobody in until it is resumed; its sessions end.
        case suspend
        case resume
        /// Somebody has lost their second factor: they set up another when they sign in next. Its sessions end.
        case removeSecondFactor
        case endSessions
        /// Only its id is left. The record of a patient stays.
        case delete
    }

    package struct Shown: Sendable {
        package let account: Account
        package let laboratory: String?
    }

    package func list(
        role: RoleName?, before cursor: AccountID?, limit: Int, by caller: Caller
    ) async throws(Failure) -> Page<Shown, AccountID> {
        guard caller.subject.may(.manageAccounts) else { throw .forbidden }
        let entry = caller.entry(.accountListed, nil, about: nil, at: now())
        do {
            let page = try await store.read { (tx) throws(DatabaseError) in
                let found = try tx.accounts(role: role, before: cursor, limit: limit)
                var shown: [Shown] = []
                for account in found.items {
                    shown.append(Shown(account: account, laboratory: try tx.laboratoryName(of: account.role)))
                }
                return Page(items: shown, next: found.next)
            }
            try await store.write { (tx) throws(DatabaseError) in try tx.record(entry) }
            return page
        } catch { throw .store(error) }
    }

    package func show(_ id: AccountID, by caller: Caller) async throws(Failure) -> Shown {
        guard caller.subject.may(.manageAccounts) else { throw .forbidden }
        let entry = caller.entry(.accountRead, id, about: nil, at: now())
        let shown: Shown?
        do {
            shown = try await store.write { (tx) throws(DatabaseError) in
                guard let account = try tx.account(id) else { return nil }
                try tx.record(entry)
                return Shown(account: account, laboratory: try tx.laboratoryName(of: account.role))
            }
        } catch { throw .store(error) }
        guard let shown else { throw .unknown }
        return shown
    }

    /// - Returns: the account as it is then; nil: it was deleted.
    @discardableResult
    package func callAsFunction(
        _ change: Change, _ id: AccountID, by caller: Caller
    ) async throws(Failure) -> Shown? {
        guard caller.subject.may(.manageAccounts) else { throw .forbidden }
        let now = now()
        let entry = caller.entry(change.action, id, about: nil, at: now)
        let outcome: Result<Shown?, Failure>
        do {
            outcome = try await store.write { (tx) throws(DatabaseError) in
                guard let account = try tx.account(id) else { return .failure(.unknown) }
                switch change {
                case .suspend:
                    try tx.set(.suspended, of: id)
                    try tx.endSessions(of: id, .suspended, at: now)
                    try tx.endBreakGlass(of: id, at: now)
                case .resume: try tx.set(.active, of: id)
                case .removeSecondFactor:
                    try tx.endSessions(of: id, .ended, at: now)
                    try tx.removeSecondFactor(of: id)
                case .endSessions: try tx.endSessions(of: id, .ended, at: now)
                case .delete:
                    try tx.deleteAccount(id, by: caller.subject.id, at: now)
                    try tx.removeInvitations(to: account.email)
                }
                try tx.record(entry)
                guard let changed = try tx.account(id) else { return .success(nil) }
                return .success(Shown(account: changed, laboratory: try tx.laboratoryName(of: changed.role)))
            }
        } catch { throw .store(error) }
        return try outcome.get()
    }
}

extension ManageAccounts.Change {
    fileprivate var action: AuditAction {
        switch self {
        case .suspend: .accountSuspended
        case .resume: .accountResumed
        case .removeSecondFactor: .secondFactorRemoved
        case .endSessions: .sessionEnded
        case .delete: .accountDeleted
        }
    }
}
