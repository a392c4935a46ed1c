import Dispatch
package import FairKitCore
package import FairKitVault
import KeyRing
package import Relational
import Synchronization

/// A data directory in use: the lock on it, `control.db`, and the master key that opens its tenants.
package final class FileInstallation: Installation {
    package let held: HeldDirectory
    package let controlFile: ControlFile
    package let control: Control
    let masterKeys: Mutex<MasterKeys>

    package var directory: DataDirectory { held.directory }
    package var servingAs: ServerRecord? { nil }
    package func follow(othersAreThere: Bool) {}
    package var warnings: [String] { [] }
    package var isDiskFull: Bool { held.isDiskFull }
    package func storageUse() async -> StorageUse { StorageUse(disk: held.directory.disk, database: nil) }
    package var rotationAtOpening: RotationAtOpening { atOpening.withLock(\.rotation) }
    package var erasuresUnended: [UnendedErasure] { atOpening.withLock(\.erasures) }
    let atOpening: Mutex<(rotation: RotationAtOpening, erasures: [UnendedErasure])>
    /// Readers and replacers of a tenant's `key.json` exclude the rewrapping of keys, and the reverse. A store knows
    /// how its key is wrapped, and a store of an earlier version writes `key.json` when it is opened. The queue is not
    /// held while a file is migrated.
    let keyFiles = DispatchQueue(label: "fairkit.key-files", attributes: .concurrent)
    /// The open stores, by folder.
    let stores = Mutex<[String: StoreInFile]>([:])

    init(held: HeldDirectory, controlFile: ControlFile, masterKeys: MasterKeys) {
        self.held = held
        self.controlFile = controlFile
        control = controlFile.control
        self.masterKeys = Mutex(masterKeys)
        atOpening = Mutex((.ended(oldKey: nil), []))
    }

    package func newFolder(for tenant: Tenant) -> String {
        tenant.name == .standard ? DataDirectory.defaultTenant : "\(tenant.id)"
    }

    /// Opens a tenant's file. It blocks while it reads.
    /// - Parameters:
    ///   - observer: gets the database's events.
    ///   - damagedLog: the treatment of a log with damaged acknowledged commits.
    package func open(
        folder: String, observer: DatabaseObserver = .none, damagedLog: Store.DamagedLog = .refused
    ) throws(StoreError) -> Store {
        try end(begin(folder: folder, observer: observer, damagedLog: damagedLog))
    }

    package func open(folder: String, observer: DatabaseObserver) throws(StoreError) -> Store {
        try open(folder: folder, observer: observer, damagedLog: .refused)
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
            let opened = try opening.end { () throws(KeyError) in try masterKey(for: opening.folder) }
            // A later rewrapping tells the store about it.
            stores.withLock { $0[opening.folder] = opened }
            return opened.store
        }
    }

    func readingKeys<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
        try keyFiles.sync { Result { () throws(StoreError) in try body() } }.get()
    }

    /// The key that wraps a tenant's key; during a rotation, either of the two.
    func masterKey(for folder: String) throws(KeyError) -> MasterKey {
        let keys = masterKeys.withLock(\.self)
        let path = DataDirectory.key(in: held.directory.tenant(folder))
        try keys.takeIn(path, of: folder)
        return try keys.fitting(path, of: folder)
    }

    package func close(_ store: Store) {
        store.close()
        stores.withLock { stores in stores = stores.filter { $0.value.store !== store } }
    }

    /// Creates a tenant's folder, key and empty file.
    package func make(folder: String) throws(StoreError) {
        let key = masterKeys.withLock(\.current)
        try held.directory.makeTenant(folder) { () throws(KeyError) in key }
    }

    package func remove(folder: String) { try? removeUnfinished(held.directory.tenant(folder)) }

    package func files(for work: WorkOnFiles) throws(WithoutFiles) -> FileInstallation { self }

    package func close() {
        for store in stores.withLock({ $0.values.map(\.store) }) { close(store) }
        control.close()
    }

    /// It also removes an unfinished backup.
    package func closeAtOnce() {
        for store in stores.withLock({ $0.values.map(\.store) }) { store.closeAtOnce() }
        control.close()
        held.abandonBackup()
    }
}
