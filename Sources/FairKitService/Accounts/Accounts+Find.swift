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
                    shown.append(try Accounts.view(account, in: tx))
                }
            }
            grant.log(.accountListed, nil, about: nil)
            return .success(shown)
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
            return .success(try Accounts.view(account, in: tx))
        }
    }
}
