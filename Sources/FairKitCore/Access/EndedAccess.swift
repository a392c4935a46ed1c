/// Keys that were revoked, and accounts that are suspended or deleted: what a backup from before does not know of.
package struct EndedAccess: Hashable, Sendable {
    package var keys: [KeyID]
    package var accounts: [AccountID]

    package init(keys: [KeyID] = [], accounts: [AccountID] = []) {
        self.keys = keys
        self.accounts = accounts
    }
}
