import Dispatch
package import FairKitCore
package import FairKitVault
package import KeyRing
package import Relational
import SQLCipher
import Synchronization

/// A data directory in use: the lock on it, `control.db`, and the master key that opens its tenants.
package final class Installation: Sendable {
    package let held: HeldDirectory
    package let control: Control
    let masterKeys: Mutex<MasterKeys>
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

    /// Both are worth a line in the server's log.
    package var rotationAtOpening: RotationAtOpening { atOpening.withLock(\.rotation) }
    package var erasuresUnended: [UnendedErasure] { atOpening.withLock(\.erasures) }
    private let atOpening: Mutex<(rotation: RotationAtOpening, erasures: [UnendedErasure])>
    /// Readers and replacers of a tenant's `key.json` exclude the rewrapping of keys, and the reverse. A store knows
    /// how its key is wrapped, and a store of an earlier version writes `key.json` when it is opened. The queue is not
    /// held while a file is migrated.
    let keyFiles = DispatchQueue(label: "fairkit.key-files", attributes: .concurrent)
    /// The open stores, by folder.
    let stores = Mutex<[String: Store]>([:])

    private init(held: HeldDirectory, control: Control, masterKeys: MasterKeys) {
        self.held = held
        self.control = control
        self.masterKeys = Mutex(masterKeys)
        atOpening = Mutex((.ended(oldKey: nil), []))
    }

    /// Opens a directory that contains a store. One from a version with a single tenant gets its `control.db` now, and
    /// an operation that a crash interrupted is completed.
    /// - Parameters:
    ///   - place: the source of the master key.
    ///   - damagedControlLog: what to do about a log of `control.db` with damaged or missing acknowledged commits.
    ///   - masterKey: called once there is something to open.
    package static func open(
        _ directory: DataDirectory, at now: Timestamp, keyFrom place: MasterKeyPlace,
        damagedControlLog: Store.DamagedLog = .refused,
        masterKey: () throws(KeyError) -> MasterKey
    ) async throws(StoreError) -> Installation {
        let held = try HeldDirectory(directory)
        let keys = try mapping(StoreError.key) { () throws(KeyError) in
            try MasterKeys(masterKey(), from: place, changingIn: directory)
        }
        if fileSize(directory.control) == nil { try makeControl(of: directory, at: now, keys) }
        let control = try Control.open(
            held, damagedLog: damagedControlLog,
            masterKey: mapping(StoreError.key) { () throws(KeyError) in
                try keys.fitting(directory.controlKey, of: DataDirectory.controlLabel)
            })
        let installation = Installation(held: held, control: control, masterKeys: keys)
        do throws(StoreError) {
            try await installation.endWhatBegan(at: now)
        } catch {
            control.close()
            throw error
        }
        return installation
    }

    /// An installation with one tenant loses nothing without `control.db`. With several, their names would be lost.
    private static func makeControl(
        of directory: DataDirectory, at now: Timestamp, _ keys: MasterKeys
    ) throws(StoreError) {
        guard try directory.tenantFolders() == [DataDirectory.defaultTenant] else {
            throw .controlMissing(path: directory.control)
        }
        // The key is verified before anything is created.
        let key = try mapping(StoreError.key) { () throws(KeyError) in
            try keys.fitting(DataDirectory.key(in: directory.tenant), of: DataDirectory.defaultTenant)
        }
        _ = try directory.key(ofTenant: DataDirectory.defaultTenant) { () throws(KeyError) in key }
        let first = Tenant(id: .new(at: now), name: .standard, state: .active, createdAt: now, dueAt: nil)
        try Control.create(directory, first, masterKey: key)
    }

    /// Completes what a crash interrupted, erased tenants first. A failure does not stop the server: an erased tenant's
    /// key is never wrapped with the new master key, and until all others are, both master keys stay in use.
    private func endWhatBegan(at now: Timestamp) async throws(StoreError) {
        let erased: [String]
        do {
            erased = try await control.read { (tx) throws(DatabaseError) in try tx.folders(erased: true) }
        } catch { throw .opening(.database(path: held.directory.control, error)) }
        let erasures = finishErasures(folders: erased)
        let outcome: RotationAtOpening
        do {
            let kept = try await endRotation { id in
                AuditEntry(
                    at: now, actor: .server, action: .masterKeyChanged, object: id, profileID: nil, requestID: "start")
            }
            outcome = .ended(oldKey: kept)
        } catch { outcome = .unended(error) }
        atOpening.withLock { $0 = (outcome, erasures) }
    }

    /// Every tenant.
    package func tenants() async throws(DatabaseError) -> [Tenant] {
        try await control.read { (tx) throws(DatabaseError) in try tx.tenants() }
    }

    /// Opens a tenant's file. It blocks while it reads.
    /// - Parameters:
    ///   - observer: gets the database's events.
    ///   - damagedLog: what to do about a log with damaged acknowledged commits.
    package func open(
        folder: String, observer: DatabaseObserver = .none, damagedLog: Store.DamagedLog = .refused
    ) throws(StoreError) -> Store {
        try end(begin(folder: folder, observer: observer, damagedLog: damagedLog))
    }

    /// Opens and migrates a tenant's file, while other tenants may be erased. It blocks.
    package func begin(
        folder: String, observer: DatabaseObserver = .none, damagedLog: Store.DamagedLog = .refused
    ) throws(StoreError) -> StoreInOpening {
        try StoreInOpening(held, secrets(of: folder), observer: observer, damagedLog: damagedLog)
    }

    /// The keys of a tenant.
    func secrets(of folder: String) throws(StoreError) -> TenantSecrets {
        try readingKeys { () throws(StoreError) in
            try TenantSecrets(of: held.directory, folder: folder) { () throws(KeyError) in try masterKey(for: folder) }
        }
    }

    /// Makes a tenant's store available, unless its key was destroyed meanwhile. It blocks.
    package func end(_ opening: StoreInOpening) throws(StoreError) -> Store {
        try readingKeys { () throws(StoreError) in
            let store = try opening.end { () throws(KeyError) in try masterKey(for: opening.folder) }
            // A later rewrapping tells the store about it.
            stores.withLock { $0[opening.folder] = store }
            return store
        }
    }

    private func readingKeys<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
        try keyFiles.sync { Result { () throws(StoreError) in try body() } }.get()
    }

    /// The key that wraps a tenant's key; during a rotation, either of the two.
    private func masterKey(for folder: String) throws(KeyError) -> MasterKey {
        let keys = masterKeys.withLock(\.self)
        let path = DataDirectory.key(in: held.directory.tenant(folder))
        try keys.takeIn(path, of: folder)
        return try keys.fitting(path, of: folder)
    }

    /// Finishes queued work of a store and closes its file. It blocks.
    package func close(_ store: Store) {
        store.close()
        stores.withLock { $0[store.folder] = nil }
    }

    /// Creates a tenant's folder, key and empty file. It blocks. The tenant exists once `control` lists it.
    package func make(folder: String) throws(StoreError) {
        let key = masterKeys.withLock(\.current)
        try held.directory.makeTenant(folder) { () throws(KeyError) in key }
    }

    /// Removes a folder that is not listed. It blocks.
    package func remove(folder: String) { try? removeUnfinished(held.directory.tenant(folder)) }

    /// Authenticates the pages of `control.db`, without which no tenant is found, while nothing is open.
    package static func checkControl(
        of directory: DataDirectory, keyFrom place: MasterKeyPlace, masterKey: () throws(KeyError) -> MasterKey
    ) throws(StoreError) -> [PageFinding] {
        let held = try HeldDirectory(directory)
        return try held.checkControl { () throws(StoreError) in
            try mapping(StoreError.key) { () throws(KeyError) in
                let keys = try MasterKeys(masterKey(), from: place, changingIn: directory)
                return try TenantKey(
                    contentsOf: directory.controlKey, tenant: DataDirectory.controlLabel,
                    wrappedBy: keys.fitting(directory.controlKey, of: DataDirectory.controlLabel))
            }
        }
    }

    /// The folders of all tenants except erased ones.
    package func foldersInUse() async throws(StoreError) -> [String] {
        do {
            return try await control.read { (tx) throws(DatabaseError) in try tx.folders(erased: false) }
        } catch { throw .opening(.database(path: held.directory.control, error)) }
    }

    /// Checks the files of tenants, while all are closed. An unreadable tenant is a finding of its own. It blocks.
    package func checkFiles(of folders: [String]) throws(StoreError) -> [PageFinding] {
        let files = folders.map { DataDirectory.database(in: held.directory.tenant($0)) }
        WorkProgress.current?.expect(files.reduce(0) { $0 + (fileSize($1) ?? 0) / PageAuthenticator.pageSize })
        var findings: [PageFinding] = []
        for folder in folders { findings += try checkFiles(folder: folder) }
        return findings
    }

    /// Checks the files of a tenant that is closed. See `HeldDirectory.checkFiles`.
    package func checkFiles(folder: String) throws(StoreError) -> [PageFinding] {
        let key = try readingKeys { () throws(StoreError) in
            try held.directory.key(ofTenant: folder) { () throws(KeyError) in try masterKey(for: folder) }
        }
        return try held.checkFiles(folder: folder, key: key)
    }

    /// Closes all stores, `control.db` last. It blocks.
    package func close() {
        for store in stores.withLock({ Array($0.values) }) { close(store) }
        control.close()
    }

    /// Closes the stores of a process that is exiting: it does not wait for a check that can't be interrupted, and
    /// removes an unfinished backup.
    package func closeAtOnce() {
        for store in stores.withLock({ Array($0.values) }) { store.closeAtOnce() }
        control.close()
        held.abandonBackup()
    }
}
