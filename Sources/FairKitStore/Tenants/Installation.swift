import Dispatch
package import FairKitCore
package import FairKitVault
package import KeyRing
package import SQLCipher
import Synchronization

/// A data directory in use: the lock on it, `control.db`, and the master key that opens its tenants.
package final class Installation: Sendable {
    package let held: HeldDirectory
    package let control: Control
    let masterKeys: Mutex<MasterKeys>
    /// What became of a change of the master key that a crash had interrupted.
    package enum RotationAtOpening: Sendable {
        /// It is ended; where the old master key is kept, if a tenant's key could not be read.
        case ended(oldKey: String?)
        /// Both master keys are still needed.
        case unended(KeyRotationError)
    }

    /// An erased tenant whose key could not be destroyed, and why. It is tried again at the next start, or when it is erased again.
    package struct UnendedErasure: Sendable {
        package let folder: String
        package let error: StoreError
    }

    /// Both are worth a line in the server's log.
    package var rotationAtOpening: RotationAtOpening { atOpening.withLock(\.rotation) }
    package var erasuresUnended: [UnendedErasure] { atOpening.withLock(\.erasures) }
    private let atOpening: Mutex<(rotation: RotationAtOpening, erasures: [UnendedErasure])>
    /// Whoever reads a tenant's `key.json` or puts it in place waits for whoever wraps keys anew, and the other way round: a store knows how
    /// its key is wrapped, and one of an earlier version writes `key.json` when it is opened. Nobody has it while a file is made ready.
    let keyFiles = DispatchQueue(label: "fairkit.key-files", attributes: .concurrent)
    /// Those that are open, by folder.
    let stores = Mutex<[String: Store]>([:])

    private init(held: HeldDirectory, control: Control, masterKeys: MasterKeys) {
        self.held = held
        self.control = control
        self.masterKeys = Mutex(masterKeys)
        atOpening = Mutex((.ended(oldKey: nil), []))
    }

    /// Takes a directory that holds a store. One of a version that knew a single tenant gets its `control.db` now, and what a
    /// crash interrupted is ended.
    /// - Parameters:
    ///   - place: where the master key comes from.
    ///   - damagedControlLog: what is done about a log of `control.db` in which answered commits are damaged or missing.
    ///   - masterKey: is asked for once there is something to open.
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

    /// Whoever has one tenant has lost nothing by it that there is no `control.db`. Of several, nobody would know the names.
    private static func makeControl(
        of directory: DataDirectory, at now: Timestamp, _ keys: MasterKeys
    ) throws(StoreError) {
        guard try directory.tenantFolders() == [DataDirectory.defaultTenant] else {
            throw .controlMissing(path: directory.control)
        }
        // That the key fits shows before anything is made.
        let key = try mapping(StoreError.key) { () throws(KeyError) in
            try keys.fitting(DataDirectory.key(in: directory.tenant), of: DataDirectory.defaultTenant)
        }
        _ = try directory.key(ofTenant: DataDirectory.defaultTenant) { () throws(KeyError) in key }
        let first = Tenant(id: .new(at: now), name: .standard, state: .active, createdAt: now, dueAt: nil)
        try Control.create(directory, first, masterKey: key)
    }

    /// What a crash interrupted: erased tenants first. What keeps a key from being destroyed or the master key from being changed keeps nobody
    /// from working: an erased tenant's key is never wrapped with the new master key, and until all others are, both open what is
    /// wrapped with them.
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
    ///   - observer: is told what its database does.
    ///   - damagedLog: what is done about a log in which answered commits are damaged.
    package func open(
        folder: String, observer: DatabaseObserver = .none, damagedLog: Store.DamagedLog = .refused
    ) throws(StoreError) -> Store {
        try end(begin(folder: folder, observer: observer, damagedLog: damagedLog))
    }

    /// Opens a tenant's file and brings it up to date, while others may be erased. It blocks.
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

    /// Lets a tenant's store be used, unless its key was destroyed meanwhile. It blocks.
    package func end(_ opening: StoreInOpening) throws(StoreError) -> Store {
        try readingKeys { () throws(StoreError) in
            let store = try opening.end { () throws(KeyError) in try masterKey(for: opening.folder) }
            // Whoever wraps keys anew after this tells the store so.
            stores.withLock { $0[opening.folder] = store }
            return store
        }
    }

    private func readingKeys<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
        try keyFiles.sync { Result { () throws(StoreError) in try body() } }.get()
    }

    /// The key that a tenant's is wrapped with: while keys are wrapped anew, either.
    private func masterKey(for folder: String) throws(KeyError) -> MasterKey {
        let keys = masterKeys.withLock(\.self)
        let path = DataDirectory.key(in: held.directory.tenant(folder))
        try keys.takeIn(path, of: folder)
        return try keys.fitting(path, of: folder)
    }

    /// Finishes what is queued in a store, and closes its file. It blocks.
    package func close(_ store: Store) {
        store.close()
        stores.withLock { $0[store.folder] = nil }
    }

    /// Makes a tenant's folder, key and empty file. It blocks; nothing knows of it until it is noted in `control`.
    package func make(folder: String) throws(StoreError) {
        let key = masterKeys.withLock(\.current)
        try held.directory.makeTenant(folder) { () throws(KeyError) in key }
    }

    /// Takes a folder away that nobody knows of. It blocks.
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

    /// The folders of all tenants but those that were erased.
    package func foldersInUse() async throws(StoreError) -> [String] {
        do {
            return try await control.read { (tx) throws(DatabaseError) in try tx.folders(erased: false) }
        } catch { throw .opening(.database(path: held.directory.control, error)) }
    }

    /// Checks the files of tenants, while all are closed. What keeps one's from being read is told of that one. It blocks.
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

    /// Closes what is open, `control.db` last. It blocks.
    package func close() {
        for store in stores.withLock({ Array($0.values) }) { close(store) }
        control.close()
    }

    /// The same for a process that ends at once: a check that can't be interrupted is not waited for, and a backup that is not
    /// finished is taken away.
    package func closeAtOnce() {
        for store in stores.withLock({ Array($0.values) }) { store.closeAtOnce() }
        control.close()
        held.abandonBackup()
    }
}
