import Glibc

/// The paths in a data directory. Each tenant is one encrypted file beside its wrapped key. See the decision
/// `0001-a-tenant-is-one-file`.
package struct DataDirectory: Sendable {
    /// The path of the directory.
    package let path: String

    /// A directory that may or may not exist.
    package init(path: String) {
        self.path = path
    }

    /// The folder of the one tenant that exists from the start.
    package static let defaultTenant = "default"
    /// The label to which the key of `control.db` is bound; no tenant's folder has this name.
    package static let controlLabel = "control"

    /// The file that the process using the directory locks.
    package var lock: String { "\(path)/lock" }
    /// The id of a server whose data is in a database. See `ServerDirectory`.
    package var serverID: String { "\(path)/server.id" }
    /// The tenant that such a server is receiving.
    var receiving: String { "\(path)/receiving" }
    /// Whether it is the directory of such a server.
    package var isOfServer: Bool { fileSize(serverID) != nil }
    /// In whose work earlier servers ended by a fault. See `TrapFile`.
    package var traps: String { "\(path)/traps" }
    /// Disk space reserved for critical alerts.
    package var reserve: String { "\(path)/reserve" }
    /// The list of all tenants. See decision 0022.
    package var control: String { "\(path)/control.db" }
    /// The wrapped key of `control.db`.
    package var controlKey: String { "\(path)/control.json" }
    /// In a backup, the folders of the tenants that it lacks, one per line.
    package var missing: String { "\(path)/missing" }
    /// How far the commits of `control.db` reach in its log. See decision 0044.
    package var controlCommits: String { "\(path)/control.anchor" }
    /// The note of an unfinished master key rotation. See `MasterKeyChange`.
    package var masterKeyChange: String { "\(path)/master-key.change" }
    /// Removes `control.db` with its log, which SQLite would otherwise apply to its successor.
    package func removeControl() {
        for suffix in ["", "-wal", "-shm", "-journal"] { unsafe unlink(control + suffix) }
        unsafe unlink(controlKey)
        unsafe unlink(controlCommits)
        unsafe unlink(controlCommits + ".new")
    }

    /// The folder that contains the tenants' folders.
    package var tenants: String { "\(path)/tenants" }
    /// The folder of the first tenant.
    package var tenant: String { tenant(DataDirectory.defaultTenant) }
    /// The folder of a tenant.
    package func tenant(_ folder: String) -> String { "\(tenants)/\(folder)" }
    /// An unfinished tenant; it becomes `tenant` by one rename, so a crash never leaves half of one.
    package func newTenant(_ folder: String) -> String { "\(tenants)/.\(folder).new" }
    /// A tenant that is being replaced with one from a backup, until that is done.
    package func replacedTenant(_ folder: String) -> String { "\(tenants)/.\(folder).old" }
    /// A directory for a tenant that is being imported; it becomes one of `tenants` by one rename, once it is whole.
    package var importing: DataDirectory { DataDirectory(path: "\(path)/importing") }
    /// Whether there is a store; its first tenant may be in the middle of a replacement.
    package var holdsStore: Bool {
        fileSize(tenant) != nil || fileSize(replacedTenant(DataDirectory.defaultTenant)) != nil
    }
    /// Where `init` writes the master key by default.
    package var masterKey: String { "\(path)/master.key" }

    /// The tenant's encrypted file.
    package static func database(in tenant: String) -> String { "\(tenant)/health.db" }
    /// Its unfinished copy, encrypted with another key. See decision 0055.
    package static func rekeyed(in tenant: String) -> String { "\(tenant)/health.db.rekey" }
    /// The tenant's wrapped keys.
    package static func key(in tenant: String) -> String { "\(tenant)/key.json" }
    /// The state of the audit log, recorded outside the database.
    package static func anchor(in tenant: String) -> String { "\(tenant)/audit.anchor" }
    /// How far the commits of the tenant's file reach in its log. See decision 0044.
    package static func commits(in tenant: String) -> String { "\(tenant)/commits.anchor" }
}
