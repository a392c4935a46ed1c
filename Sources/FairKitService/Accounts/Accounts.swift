package import FairKitCore
import FairKitStore

/// The accounts of a tenant, as its administrators manage them. They show mail addresses and roles, and no health data.
package struct Accounts: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var accounts: Accounts { Accounts(tenant: self) }
}

/// An account as an administrator sees it.
package struct AccountView: Sendable {
    package let account: Account
    /// The name of the laboratory, for a laboratory's account.
    package let laboratory: String?
    /// nil: the owner has never signed in.
    package let signedInAt: Timestamp?
    /// Until when sign-ins are refused where a wrong password was typed too often; nil: they are not.
    package let lockedUntil: Timestamp?
}

extension Accounts {
    /// A page of accounts, the newest first.
    package func list(
        role: RoleName?, before cursor: AccountID?, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<AccountView, AccountID> {
        try await tenant.read(.manageAccounts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<AccountView, AccountID>, Never> in
            let found = try tx.accounts(role: role, before: cursor, limit: limit)
            var shown: [AccountView] = []
            for account in found.items { shown.append(try view(account, at: grant.now, in: tx)) }
            grant.log(.accountListed, nil, about: nil)
            return .success(Page(items: shown, next: found.next))
        }
    }

    package func show(_ id: AccountID, by caller: Caller) async throws(Refusal<Never>) -> AccountView {
        try await tenant.write(.manageAccounts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<AccountView, Never> in
            guard let account = try tx.account(id) else { return .failure(.notFound) }
            grant.log(.accountRead, id, about: nil)
            return .success(try view(account, at: grant.now, in: tx))
        }
    }

    func view<Access>(
        _ account: Account, at now: Timestamp, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> AccountView {
        let email: [UInt8]
        do { email = try tenant.store.signInDigest(of: account.email.folded) } catch {
            throw .unsealed("the key of the sign-ins can't be used")
        }
        return AccountView(
            account: account, laboratory: try tx.laboratoryName(of: account.role),
            signedInAt: try tx.lastSignIn(of: account.id),
            lockedUntil: try tx.signInLock(of: email, at: now))
    }
}
