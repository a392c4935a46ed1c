package import FairKitCore
package import FairKitVault
package import KeyRing
package import Relational

/// The tenants that a server serves, the list of them, and the master key that opens them, wherever they are. See
/// decision 0115.
///
/// A tenant's folder is the name of its location: a directory, for example.
package protocol Installation: AnyObject, Sendable {
    /// The directory of this server.
    var directory: DataDirectory { get }
    /// The list of all tenants.
    var control: Control { get }
    /// This server, if it may share its database with other servers; nil: its data are its own.
    var servingAs: ServerRecord? { get }
    /// Tells other servers of commits at once, and hears of theirs, while other servers share the database.
    func follow(othersAreThere: Bool)
    /// Whether the disk is full: then only what a critical alert needs is written. See decision 0017.
    var isDiskFull: Bool { get }

    /// The shortcomings of the location of the data, which should be changed although it can be used: worth a line in
    /// the server's log.
    var warnings: [String] { get }

    /// The disk of the directory, and the size of the database that keeps the data.
    func storageUse() async -> StorageUse
    /// The findings in the database that keeps the data that an operator should look at; empty if files do.
    func databaseWarnings() async -> [DatabaseWarning]

    /// The name of the place that a new tenant gets.
    func newFolder(for tenant: Tenant) -> String
    /// Opens a tenant. It blocks while it reads.
    /// - Parameter observer: gets the database's events.
    func open(folder: String, observer: DatabaseObserver) throws(StoreError) -> Store
    /// Finishes queued work of a store and closes it. It blocks.
    func close(_ store: Store)

    /// Creates a tenant without data, and its key. It blocks. The tenant exists once `control` lists it.
    func make(folder: String) throws(StoreError)
    /// Removes a tenant that is not listed. It blocks.
    func remove(folder: String)

    /// Whether data of an erased tenant still exist.
    func isThere(folder: String) -> Bool
    /// Destroys the key of a closed tenant. It blocks.
    ///
    /// Backups, and freed blocks of the disk, may still contain the key wrapped with the master key. So the master key
    /// must be changed as well.
    func destroyKey(folder: String) throws(StoreError)
    /// Tries every remaining key on the data of a tenant whose key is destroyed, and removes them. It blocks.
    /// - Parameter others: the folders of the remaining tenants.
    func removeErased(folder: String, others: [String]) throws(StoreError) -> ErasureProof

    /// The id of the present master key.
    var masterKeyID: String { get }
    /// Writes a new master key, and records that it is about to be used. It blocks. See `MasterKeys.prepare`.
    func prepareMasterKey(
        in file: String?, mayTake: Bool, keepingOld: Bool
    ) throws(KeyRotationError) -> NewMasterKey
    /// Removes a new master key that will not be used. It blocks.
    func abandon(_ new: NewMasterKey)
    /// From now on every key is to be wrapped with the new master key; `endRotation` does it.
    func beginRotation(to new: NewMasterKey)
    /// Rewraps every key if a rotation has begun, and drops the old master key. If it fails, both master keys stay in
    /// use until it is repeated or the server restarts.
    /// - Parameter caused: makes the audit entry, from the new master key's id.
    /// - Returns: the file that keeps the old master key, either on request or because a tenant's key could not be read
    ///   and is wrapped with it in a backup; nil: none.
    @discardableResult
    func endRotation(recordedAs caused: (_ id: String) -> AuditEntry) async throws(KeyRotationError) -> String?

    /// The outcome of a rotation that a crash had interrupted: worth a line in the server's log.
    var rotationAtOpening: RotationAtOpening { get }
    /// Erased tenants whose key still exists: worth a line in the server's log.
    var erasuresUnended: [UnendedErasure] { get }

    /// Makes a tenant of an archive, which is not visible yet: its rows are compared with the archive's, it is migrated
    /// and checked, and the import is recorded. If it fails, nothing is left.
    /// - Parameters:
    ///   - path: the archive.
    ///   - key: opens it.
    ///   - folder: the location that the tenant will have.
    ///   - entry: the audit entry.
    func receive(
        _ path: String, key: MasterKey, folder: String, recordedAs entry: AuditEntry
    ) async throws(ArchiveError) -> ReceivedTenant
    /// Removes a received tenant that is not going to be admitted.
    func abandonReceived() async
    /// Moves a received tenant to its location. Nothing is there that `control` lists. It blocks. The tenant exists
    /// once `control` lists it.
    func admit(folder: String) throws(StoreError)
    /// Lets a received tenant take the place of the first one, which is closed and holds no data. It blocks. A crash leaves
    /// one of the two.
    func admitInsteadOf(_ first: Tenant) throws(StoreError)

    /// The same installation, for work that only files need.
    /// - Throws: the way in which this work is done where there are no files.
    func files(for work: WorkOnFiles) throws(WithoutFiles) -> FileInstallation

    /// Closes all stores, the list of tenants last. It blocks.
    func close()
    /// Closes the stores of a process that is exiting: it does not wait for a check that can't be interrupted.
    func closeAtOnce()
}

extension Installation {
    package func databaseWarnings() async -> [DatabaseWarning] { [] }

    /// Opens a tenant, without watching its database.
    package func open(folder: String) throws(StoreError) -> Store { try open(folder: folder, observer: .none) }

    /// Every tenant.
    package func tenants() async throws(DatabaseError) -> [Tenant] {
        try await control.read { (tx) throws(DatabaseError) in try tx.tenants() }
    }
}

/// The outcome of a master key rotation that a crash had interrupted.
package enum RotationAtOpening: Sendable {
    /// It is complete; the associated value is the file of the old master key, if a tenant's key could not be read.
    case ended(oldKey: String?)
    /// Both master keys are still needed.
    case unended(KeyRotationError)
}

/// An erased tenant whose key could not be destroyed, and why. The next start, or erasing it again, retries.
package struct UnendedErasure: Sendable {
    package let folder: String
    package let error: StoreError
}

/// Work of a server that only files need. Where a database server keeps the data, its operators do it there.
package enum WorkOnFiles: Sendable {
    /// Copying all tenants into a new directory.
    case backup
    /// Keeping disk space for critical alerts.
    case reserve
}

/// There are no files.
package struct WithoutFiles: Error, Equatable, CustomStringConvertible {
    /// Says what does the work instead: "PostgreSQL backs this store up: …".
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
