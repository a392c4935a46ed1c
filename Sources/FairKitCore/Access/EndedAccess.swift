/// What was taken away, and what a backup from before does not know of.
package struct EndedAccess: Hashable, Sendable {
    /// Revoked.
    package var keys: [KeyID]
    /// Suspended or deleted.
    package var accounts: [AccountID]
    /// Assignments of clinicians that were ended.
    package var care: [CareAssignmentID]
    /// Since when each active account signs in as it does.
    package var signIns: [SignInAge]

    package init(
        keys: [KeyID] = [], accounts: [AccountID] = [], care: [CareAssignmentID] = [], signIns: [SignInAge] = []
    ) {
        self.keys = keys
        self.accounts = accounts
        self.care = care
        self.signIns = signIns
    }
}

/// When an account's password was chosen, and its second factor was set up. A backup that says otherwise has an earlier one of either.
package struct SignInAge: Hashable, Sendable {
    package let account: AccountID
    package let passwordAt: Timestamp
    /// nil: there is no second factor.
    package let factorSince: Timestamp?

    package init(account: AccountID, passwordAt: Timestamp, factorSince: Timestamp?) {
        self.account = account
        self.passwordAt = passwordAt
        self.factorSince = factorSince
    }
}
