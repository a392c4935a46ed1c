package import FairKitCore

/// The ids of API keys that were revoked, and of accounts that are suspended or deleted.
package struct EndedAccessBody: Codable, Sendable {
    package let keys: [String]
    package let accounts: [String]

    package init(keys: [KeyID], accounts: [AccountID]) {
        self.keys = keys.map { "\($0)" }
        self.accounts = accounts.map { "\($0)" }
    }
}
