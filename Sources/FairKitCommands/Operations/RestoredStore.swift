import FairKitCore
import FairKitStore

/// A restored store, as it is shown.
struct RestoredStore: Encodable {
    /// The data directory; nil: the store is in a database.
    let path: String?
    let profiles: Int
    let kits: Int
    let results: Int
    let alerts: Int
    /// The ids of tenants that the backup lacks, or the names of those in a database in which it failed.
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

            The restored data still holds people who were erased later. Erase everyone again who is on your
            list of fairkit profile erased. All users are signed out. Shares and backup codes are no longer valid:
            patients share again, and users create new backup codes. Care assignments that were ended later, and older
            passwords and second factors, are valid again, except those that a list of fairkit db ended names (--ended).
            """)
        showAccess(keys, accounts)
    }
}
