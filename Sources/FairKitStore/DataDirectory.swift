import Glibc

/// Where things are in a data directory. Each tenant is one encrypted file beside its wrapped key.
/// See the decision `0001-a-tenant-is-one-file`.
package struct DataDirectory: Sendable {
    package let path: String

    package init(path: String) {
        self.path = path
    }

    /// The folder of the one tenant that exists from the start.
    package static let defaultTenant = "default"
    /// What the key of `control.db` is bound to; no folder of a tenant is called so.
    static let controlLabel = "control"

    var lock: String { "\(path)/lock" }
    /// Room that is kept for critical alerts.
    var reserve: String { "\(path)/reserve" }
    /// What is known of all tenants, and its wrapped key. See the decision `0022-many-tenants`.
    var control: String { "\(path)/control.db" }
    var controlKey: String { "\(path)/control.json" }
    /// In a backup, the folders of the tenants that it lacks, one a line.
    var missing: String { "\(path)/missing" }
    /// With its log, which would be laid over what comes in its place.
    func removeControl() {
        for suffix in ["", "-wal", "-shm", "-journal"] { unsafe unlink(control + suffix) }
        unsafe unlink(controlKey)
    }

    var tenants: String { "\(path)/tenants" }
    var tenant: String { tenant(DataDirectory.defaultTenant) }
    var newTenant: String { newTenant(DataDirectory.defaultTenant) }
    func tenant(_ folder: String) -> String { "\(tenants)/\(folder)" }
    /// A tenant in the making; it becomes `tenant` by one rename, so a crash leaves no half of one.
    func newTenant(_ folder: String) -> String { "\(tenants)/.\(folder).new" }
    /// Where `init` puts the master key unless it is told another place.
    package var masterKey: String { "\(path)/master.key" }

    static func database(in tenant: String) -> String { "\(tenant)/health.db" }
    static func key(in tenant: String) -> String { "\(tenant)/key.json" }
    /// How far the audit had come, noted outside the database.
    static func anchor(in tenant: String) -> String { "\(tenant)/audit.anchor" }
}
