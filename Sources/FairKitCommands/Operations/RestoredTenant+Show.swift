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
            Key(tenant: folder, id: "\($0.id)", name: $0.name, role: $0.role, usedAt: $0.usedAt.map { "\($0)" })
        }
    }

    var shownAccounts: [Account] { accounts.map { Account(tenant: folder, id: "\($0.id)", role: $0.role) } }
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

/// A restored store, as it is shown.
struct RestoredStore: Encodable {
    /// The data directory; nil: the store is in a database.
    let path: String?
    let profiles: Int
    let kits: Int
    let results: Int
    let alerts: Int
    /// The ids of tenants that the backup lacks.
    let missing: [String]
    /// The keys and accounts that give access again.
    let keys: [RestoredTenant.Key]
    let accounts: [RestoredTenant.Account]

    init(_ tenants: [RestoredTenant], path: String?, missing: [String]) {
        let counts = tenants.map(\.counts).reduce(.none, +)
        (profiles, kits, results, alerts) = (counts.profiles, counts.kits, counts.results, counts.alerts)
        (self.path, self.missing) = (path, missing)
        (keys, accounts) = (tenants.flatMap(\.shownKeys), tenants.flatMap(\.shownAccounts))
    }

    func show(json: Bool) throws {
        if json { return print(try jsonLine(self)) }
        showFacts([
            ("store", path), ("profiles", "\(profiles)"), ("kits", "\(kits)"), ("results", "\(results)"),
            ("alerts", "\(alerts)"),
        ])
        print(
            """

            The restored data still holds people who were erased after the backup. Erase everyone again who is on your
            list of fairkit profile erased. All users are signed out. Shares and backup codes are no longer valid:
            patients share again, and users create new backup codes. Care assignments that were ended later, and older
            passwords and second factors, are valid again, except those that a list of fairkit db ended names (--ended).
            """)
        showAccess(keys, accounts)
    }
}
