import Glibc

/// Where things are in a data directory. Each tenant is one encrypted file beside its wrapped key.
/// See the decision `0001-a-tenant-is-one-file`.
package struct DataDirectory: Sendable {
    /// Where it is.
    package let path: String

    /// A directory that may be there or not.
    package init(path: String) {
        self.path = path
    }

    /// The folder of the one tenant that exists from the start.
    package static let defaultTenant = "default"
    /// What the key of `control.db` is bound to; no folder of a tenant is called so.
    package static let controlLabel = "control"

    /// The file whose lock the process holds that uses the directory.
    package var lock: String { "\(path)/lock" }
    /// Room that is kept for critical alerts.
    package var reserve: String { "\(path)/reserve" }
    /// What is known of all tenants. See the decision `0022-many-tenants`.
    package var control: String { "\(path)/control.db" }
    /// The wrapped key of `control.db`.
    package var controlKey: String { "\(path)/control.json" }
    /// In a backup, the folders of the tenants that it lacks, one a line.
    package var missing: String { "\(path)/missing" }
    /// How far the commits of `control.db` go in its log. See the decision `0044-a-commit-anchor`.
    package var controlCommits: String { "\(path)/control.anchor" }
    /// That the master key is being changed. See `MasterKeyChange`.
    package var masterKeyChange: String { "\(path)/master-key.change" }
    /// Removes `control.db` with its log, which would be laid over what comes in its place.
    package func removeControl() {
        for suffix in ["", "-wal", "-shm", "-journal"] { unsafe unlink(control + suffix) }
        unsafe unlink(controlKey)
        unsafe unlink(controlCommits)
    }

    /// The folder of the tenants' folders.
    package var tenants: String { "\(path)/tenants" }
    /// The folder of the first tenant.
    package var tenant: String { tenant(DataDirectory.defaultTenant) }
    /// The folder of a tenant.
    package func tenant(_ folder: String) -> String { "\(tenants)/\(folder)" }
    /// A tenant in the making; it becomes `tenant` by one rename, so a crash leaves no half of one.
    package func newTenant(_ folder: String) -> String { "\(tenants)/.\(folder).new" }
    /// A tenant that another from a backup takes the place of, until that is done.
    package func replacedTenant(_ folder: String) -> String { "\(tenants)/.\(folder).old" }
    /// Whether there is a store, of which the first tenant may be just being replaced.
    package var holdsStore: Bool {
        fileSize(tenant) != nil || fileSize(replacedTenant(DataDirectory.defaultTenant)) != nil
    }
    /// Where `init` puts the master key unless it is told another place.
    package var masterKey: String { "\(path)/master.key" }

    /// The tenant's encrypted file.
    package static func database(in tenant: String) -> String { "\(tenant)/health.db" }
    /// Its copy in the making, encrypted with another key. See the decision `0055-keys-are-changed-in-steps`.
    package static func rekeyed(in tenant: String) -> String { "\(tenant)/health.db.rekey" }
    /// The tenant's wrapped keys.
    package static func key(in tenant: String) -> String { "\(tenant)/key.json" }
    /// How far the audit had come, noted outside the database.
    package static func anchor(in tenant: String) -> String { "\(tenant)/audit.anchor" }
    /// How far the commits of the tenant's file go in its log. See the decision `0044-a-commit-anchor`.
    package static func commits(in tenant: String) -> String { "\(tenant)/commits.anchor" }
}
