package import FairKitCore
import FairKitStore

extension Accounts {
    /// Most accounts of a role that `staff` reads.
    private static let mostOfRole = 2_000

    /// The accounts of all roles but patients.
    package func staff(by caller: Caller) async throws(Refusal<Never>) -> [AccountView] {
        try await tenant.read(.manageAccounts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<[AccountView], Never> in
            var shown: [AccountView] = []
            for role in RoleName.ofAccounts where role != .patient {
                for account in try tx.accounts(role: role, before: nil, limit: Accounts.mostOfRole).items {
                    shown.append(try view(account, at: grant.now, in: tx))
                }
            }
            grant.log(.accountListed, nil, about: nil)
            return .success(shown)
        }
    }

    /// The names of staff and keys, for a list of what they did. The list is on record; its names are no entry of their own.
    package func names(by caller: Caller) async throws(Refusal<Never>) -> [ActorID: String] {
        try await tenant.read(.manageAccounts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<[ActorID: String], Never> in
            var names: [ActorID: String] = [:]
            for role in RoleName.ofAccounts where role != .patient {
                for account in try tx.accounts(role: role, before: nil, limit: Accounts.mostOfRole).items {
                    names[ActorID(uuid: account.id.uuid)] = account.details.name ?? "\(account.email)"
                }
            }
            guard grant.subject.may(.readKeys) else { return .success(names) }
            for key in try tx.keys(active: nil, before: nil, limit: 500).items {
                names[ActorID(uuid: key.id.uuid)] = key.name
            }
            return .success(names)
        }
    }

    /// The account with an address, a patient's, too; nil: there is none.
    package func find(_ email: MailAddress, by caller: Caller) async throws(Refusal<Never>) -> AccountView? {
        try await tenant.read(.manageAccounts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<AccountView?, Never> in
            grant.log(.accountListed, nil, about: nil)
            guard let account = try tx.account(email: email.folded), account.state != .deleted else {
                return .success(nil)
            }
            return .success(try view(account, at: grant.now, in: tx))
        }
    }
}
