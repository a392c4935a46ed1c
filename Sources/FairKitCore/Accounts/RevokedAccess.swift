/// Access that was revoked after a backup was made, so that restoring the backup does not restore the access.
package struct RevokedAccess: Equatable, Sendable {
    /// Revoked keys.
    package var keys: [KeyID]
    /// Suspended or deleted accounts.
    package var accounts: [AccountID]
    /// Care assignments that were ended.
    package var care: [CareAssignmentID]
    /// The age of each active account's password and second factor.
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

/// When an account's password was chosen and its second factor was set up. A backup with other times holds older
/// credentials.
package struct SignInAge: Equatable, Sendable {
    package let account: AccountID
    package let passwordAt: Timestamp
    /// nil: no second factor.
    package let factorSince: Timestamp?

    package init(account: AccountID, passwordAt: Timestamp, factorSince: Timestamp?) {
        self.account = account
        self.passwordAt = passwordAt
        self.factorSince = factorSince
    }
}
