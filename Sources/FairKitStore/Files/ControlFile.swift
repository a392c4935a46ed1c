import Coordination
import FairKitCore
package import FairKitVault
import Glibc
import KeyRing
import Relational
import SQLCipher

/// The open `control.db`.
package struct ControlFile: Sendable {
    private let database: Database
    private let health: StoreHealth
    /// Findings in its write-ahead log at opening.
    package let findingsAtOpening: [PageFinding]

    private init(_ database: Database, _ health: StoreHealth, _ findings: [PageFinding]) {
        findingsAtOpening = findings
        self.database = database
        self.health = health
    }

    /// The list in it, for its users.
    var control: Control { Control(database, at: .file(self), health: health) }

    /// Creates the file with its key, and adds the first tenant. It removes what a crash left of an earlier attempt.
    static func create(_ directory: DataDirectory, _ first: Tenant, masterKey: MasterKey) throws(StoreError) {
        for suffix in ["", "-wal", "-shm", "-journal"] { unsafe unlink(directory.control + ".new" + suffix) }
        unsafe unlink(directory.controlKey)
        let key = try mapping(StoreError.key) { () throws(KeyError) in
            let key = try TenantKey.random()
            try key.write(to: directory.controlKey, tenant: DataDirectory.controlLabel, wrappedBy: masterKey)
            return key
        }
        let unfinished = directory.control + ".new"
        try mapping(StoreError.opening) { () throws(OpeningError) in
            try Database.create(path: unfinished, key: CipherKey(key.bytes), migrations: Schema.control) {
                (tx) throws(DatabaseError) in try tx.insertTenant(first, folder: DataDirectory.defaultTenant)
            }
        }
        // Without a journal beside it, a file is complete once it has its name.
        guard unsafe rename(unfinished, directory.control) == 0 else { throw lastError(directory.control) }
        try syncDirectory(directory.path)
    }

    /// Opens the file, if its log and its pages are sound.
    static func open(
        _ held: HeldDirectory, damagedLog: Store.DamagedLog, masterKey: MasterKey
    ) throws(StoreError) -> ControlFile {
        let directory = held.directory
        let key = try mapping(StoreError.key) { () throws(KeyError) in
            try TenantKey(
                contentsOf: directory.controlKey, tenant: DataDirectory.controlLabel, wrappedBy: masterKey)
        }
        let findings = try checkLog(of: directory.control, key: key, anchor: directory.controlCommits)
        try damagedLog.allows(findings, in: directory.control + "-wal")
        // It is small, and without it no tenant is found.
        if fileSize(directory.control) ?? 0 >= PageAuthenticator.pageSize,
            let worst = try held.checkControl(key: { () throws(StoreError) in key }).first(where: \.isOfFile)
        {
            throw .damagedFile(path: directory.control, worst)
        }
        let health = StoreHealth()
        let database = try mapping(StoreError.opening) { () throws(OpeningError) in
            try opening(with: held.reserve) { () throws(OpeningError) in
                try Database.open(
                    path: directory.control, key: CipherKey(key.bytes), migrations: Schema.control, readerCount: 1,
                    kept: 0,
                    anchor: directory.controlCommits, emptyingLog: findings.contains { $0.kind != .anchorMissing },
                    reserve: held.reserve,
                    observer: health.observing(.none))
            }
        }
        return ControlFile(database, health, findings)
    }

    /// SQLite's findings about the structure of the file.
    func faults(on connection: borrowing ReadTransaction) throws(DatabaseError) -> Int {
        try connection.structureFaults(withIndexes: true) + connection.foreignKeyFaults()
    }

    /// Adds a copy of the list of tenants to an unfinished backup.
    func add(to location: BackupFolder, of directory: DataDirectory) async throws(BackupError) {
        let copy = location.unfinished.control
        do {
            try await database.copy(to: copy) { _ throws(DatabaseError) in }
        } catch { throw BackupError(error, of: directory.control, at: location.path) }
        try await onBlockingThread { () throws(BackupError) in
            let keyFile = try mapping(BackupError.store) { () throws(StoreError) in
                try wholeFile(directory.controlKey)
            }
            try location.add(keyFile, as: location.unfinished.controlKey)
            try mapping(BackupError.store) { () throws(StoreError) in try syncFile(copy) }
        }
    }
}
