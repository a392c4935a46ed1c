package import FairKitCore
import Glibc
package import KeyRing
import SQLCipher
import Schemas
import Synchronization

/// One tenant's encrypted file in use, and the lock on its data directory.
///
/// What a transaction can do stands in the extensions of `Connection`, one file per noun.
package final class Store: Sendable {
    let database: Database
    let key: TenantKey
    /// What seals the audit.
    let seal: AuditSeal
    /// How far the audit has come, noted outside the database.
    let anchor: AnchorFile
    /// `key.json` as it was when it opened the store: what a backup gets, whatever has become of the file since.
    let keyFile: [UInt8]
    /// What the log showed when the store was opened, and did not stand in the way: worth a line in the server's log.
    package let findingsAtOpening: [PageFinding]
    /// What is committed while the store is open.
    package let commits: Commits
    private let lock: DirectoryLock
    let directory: DataDirectory
    let reserve: DiskReserve
    let backupUnderWay = Mutex<BackupPlace?>(nil)

    private init(
        database: Database, commits: Commits, key: TenantKey, seal: AuditSeal, anchor: AnchorFile, keyFile: [UInt8],
        findingsAtOpening: [PageFinding],
        lock: consuming DirectoryLock, directory: DataDirectory, reserve: DiskReserve
    ) {
        self.commits = commits
        self.directory = directory
        self.reserve = reserve
        self.database = database
        self.key = key
        self.seal = seal
        self.anchor = anchor
        self.keyFile = keyFile
        self.findingsAtOpening = findingsAtOpening
        self.lock = lock
    }

    /// Makes a data directory with its first tenant.
    ///
    /// - Parameter masterKey: is asked for once nothing stands in the way, so that no key file is made in vain.
    package static func initialise(
        _ directory: DataDirectory, masterKey: () throws(KeyError) -> MasterKey
    ) throws(StoreError) {
        try makeDirectory(directory.path)
        let lock = try mapping(StoreError.opening) { () throws(OpeningError) in try DirectoryLock(path: directory.lock)
        }
        defer { withExtendedLifetime(lock) {} }
        guard unsafe access(directory.tenant, F_OK) != 0 else { throw .storeExists(path: directory.path) }
        try makeDirectory(directory.tenants)
        try removeUnfinished(directory.newTenant)
        try makeDirectory(directory.newTenant)
        let (tenantKey, auditKey) = try mapping(StoreError.key) { () throws(KeyError) in
            let (key, audit) = (try TenantKey.random(), try AuditKey.random(tenant: DataDirectory.defaultTenant))
            try TenantKeys(key: key, audit: audit).write(
                to: DataDirectory.key(in: directory.newTenant), tenant: DataDirectory.defaultTenant,
                wrappedBy: masterKey())
            return (key, audit)
        }
        try mapping(StoreError.opening) { () throws(OpeningError) in
            try Database.create(
                path: DataDirectory.database(in: directory.newTenant), key: CipherKey(tenantKey.bytes),
                migrations: steps)
        }
        try AuditAnchor(head: .origin).write(to: DataDirectory.anchor(in: directory.newTenant), key: auditKey)
        try syncDirectory(directory.newTenant)
        guard unsafe rename(directory.newTenant, directory.tenant) == 0 else {
            throw .system(path: directory.tenant, reason: unsafe String(cString: strerror(errno)))
        }
        try syncDirectory(directory.tenants)
        try syncDirectory(directory.path)
    }

    /// Opens the store; whatever is missing or does not belong together is refused, and nothing is changed.
    ///
    /// - Parameters:
    ///   - observer: is told what the database does.
    ///   - damagedLog: what is done about a log in which answered commits are damaged.
    ///   - masterKey: is asked for once there is something to open.
    package static func open(
        _ directory: DataDirectory, observer: StoreObserver = .none, damagedLog: DamagedLog = .refused,
        masterKey: () throws(KeyError) -> MasterKey
    ) throws(StoreError) -> Store {
        let lock = try lock(directory)
        let keys = try KeysAtOpening(of: directory, masterKey: masterKey)
        let path = DataDirectory.database(in: directory.tenant)
        let findings = try checkLog(of: path, key: keys.key)
        switch (damagedLog, findings.first(where: \.isCertain)) {
        case (.refused, nil): break
        case (.refused, let worst?): throw .damagedLog(path: path + "-wal", worst)
        case (.cutOff, nil): throw .soundLog(path: path + "-wal")
        case (.cutOff(let copy, _), _?): try copyFile(path + "-wal", to: copy)
        }
        let (commits, reserve) = (Commits(), DiskReserve(path: directory.reserve))
        let audit = try AuditAtOpening(keys, damagedLog: damagedLog)
        let database = try mapping(StoreError.opening) { () throws(OpeningError) in
            try opening(with: reserve) { () throws(OpeningError) in
                audit.begin()
                return try Database.open(
                    path: path, key: CipherKey(keys.key.bytes), migrations: steps, emptyingLog: !findings.isEmpty,
                    reserve: reserve, companion: keys.seal,
                    preparing: { (tx) throws(DatabaseError) in try audit.prepareSome(tx) },
                    observer: observer.forDatabase(telling: commits))
            }
        }
        do throws(StoreError) {
            try audit.finish()
            let keyFile = try wholeFile(DataDirectory.key(in: directory.tenant))
            return Store(
                database: database, commits: commits, key: keys.key, seal: keys.seal, anchor: audit.anchor,
                keyFile: keyFile, findingsAtOpening: findings, lock: lock, directory: directory, reserve: reserve)
        } catch {
            database.close()
            throw error
        }
    }

    /// What `open` does about a log in which answered commits are damaged.
    package enum DamagedLog: Sendable {
        /// Nothing is opened.
        case refused
        /// What was committed after the damage is given up, once the log has been copied to a new file. A log that is not
        /// damaged is refused. The audit tells of it.
        case cutOff(keeping: String, at: Timestamp)
    }

    /// Takes the lock of a directory that holds a store.
    static func lock(_ directory: DataDirectory) throws(StoreError) -> DirectoryLock {
        guard unsafe access(directory.tenant, F_OK) == 0 else {
            guard errno == EACCES else { throw .noStore(path: directory.path) }
            throw .system(path: directory.path, reason: "only its owner may open it; run as that user")
        }
        return try mapping(StoreError.opening) { () throws(OpeningError) in try DirectoryLock(path: directory.lock) }
    }

    /// Unwraps the tenant's key.
    static func key(
        of directory: DataDirectory, masterKey: () throws(KeyError) -> MasterKey
    ) throws(StoreError) -> TenantKey {
        try mapping(StoreError.key) { () throws(KeyError) in
            try TenantKey(
                contentsOf: DataDirectory.key(in: directory.tenant), tenant: DataDirectory.defaultTenant,
                wrappedBy: masterKey())
        }
    }

    /// Runs a closure in a transaction; returns after the commit's fsync. See `Database.write`.
    package func write<T: Sendable>(
        _ body: @escaping @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> T
    ) async throws(DatabaseError) -> T {
        try await database.write(lane: .normal, body)
    }

    /// The same, before what waits in `write`: for critical results, leases and acknowledgements. It goes on when the disk is full;
    /// then the closure finds `takesOnlyCritical` and writes nothing but what a critical alert needs.
    package func writeCritical<T: Sendable>(
        _ body: @escaping @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> T
    ) async throws(DatabaseError) -> T {
        try await database.write(lane: .critical, body)
    }

    /// As early as `writeCritical`, but not when the disk is full.
    package func writeUrgently<T: Sendable>(
        _ body: @escaping @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> T
    ) async throws(DatabaseError) -> T {
        try await database.write(lane: .urgent, body)
    }

    /// Runs a closure on a snapshot. See `Database.read`.
    package func read<T: Sendable>(
        _ body: @escaping @Sendable (borrowing ReadTransaction) throws(DatabaseError) -> T
    ) async throws(DatabaseError) -> T {
        try await database.read(body)
    }

    /// What is stored in place of an API key.
    package func digest(of secret: APIKeySecret) throws(KeyError) -> [UInt8] {
        try key.digest(of: secret.bytes, for: .apiKey)
    }

    /// A request under an Idempotency-Key as it is stored: it says nothing of what was sent.
    package func repetition(of request: KeyedRequest, by actor: KeyID) throws(KeyError) -> Repetition {
        Repetition(
            actor: actor, route: request.route, key: request.key,
            digest: try key.digest(of: request.content, for: .request))
    }

    /// Finishes what is queued and closes the file.
    package func close() {
        closeAudited(awaitingLongReads: true)
    }

    /// The same for a process that ends at once: a check that can't be interrupted is not waited for, and a backup that is
    /// not finished is taken away.
    package func closeAtOnce() {
        closeAudited(awaitingLongReads: false)
        backupUnderWay.withLock { $0?.remove() }
    }

    static let steps = migrations.map {
        Migration(name: $0.name, sql: String(decoding: $0.sql, as: UTF8.self))
    }

    /// The version of the schema since which the audit is sealed.
    static let firstSealedVersion = 9

    static func removeUnfinished(_ path: String) throws(StoreError) {
        for file in [DataDirectory.key(in: path), DataDirectory.anchor(in: path), DataDirectory.database(in: path)] {
            for suffix in ["", "-wal", "-shm", "-journal", ".new"] { unsafe unlink(file + suffix) }
        }
        guard unsafe rmdir(path) != 0, errno != ENOENT else { return }
        throw .system(path: path, reason: unsafe String(cString: strerror(errno)))
    }
}

/// Turns one layer's error into the next one's.
func mapping<T: ~Copyable, Inner: Error, Outer: Error>(
    _ wrap: (Inner) -> Outer, _ body: () throws(Inner) -> T
) throws(Outer) -> T {
    do {
        return try body()
    } catch {
        throw wrap(error)
    }
}
