import FairKitCore
import FairKitStore

extension RestoredTenant {
    /// An API key from a backup, as it is shown.
    struct Key: Encodable {
        let tenant: String
        let id: String
        let name: String
        let role: String
        let usedAt: String?
    }

    /// An account from a backup, as it is shown.
    struct Account: Encodable {
        let tenant: String
        let id: String
        let role: String
    }

    var shownKeys: [Key] {
        keys.map {
            Key(tenant: label, id: "\($0.id)", name: $0.name, role: $0.role, usedAt: $0.usedAt.map { "\($0)" })
        }
    }

    var shownAccounts: [Account] { accounts.map { Account(tenant: label, id: "\($0.id)", role: $0.role) } }
}

/// Shows the keys and accounts that give access after a restoration.
func showAccess(_ keys: [RestoredTenant.Key], _ accounts: [RestoredTenant.Account]) {
    print(
        """

        These API keys and accounts give access again, even if they were revoked, suspended or deleted after the backup.
        End access that should not be: fairkit key revoke ID, fairkit account suspend ID.

        """)
    Table(
        ["WHAT", "TENANT", "ID", "ROLE", "NAME", "LAST USED"],
        keys.map { ["key", $0.tenant, $0.id, $0.role, $0.name, $0.usedAt ?? "never"] }
            + accounts.map { ["account", $0.tenant, $0.id, $0.role, "", ""] }
    ).show()
}
