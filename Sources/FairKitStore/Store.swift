package import FairKitCore
package import FairKitVault
package import KeyRing
package import Relational
import SQLCipher
import Synchronization

/// One tenant's open encrypted file.
///
/// The operations of a transaction are in the extensions of `Connection`, one file per noun.
package final class Store: Sendable {
    let database: Database
    /// The tenant's keys.
    let keys: TenantKeys
    /// Derives the stored digests of secrets.
    private let digests: DigestKeys
    /// The tenant's API keys. It lives as long as the server, even while the file is closed.
    package let knownKeys: KnownKeys
    /// Seals the audit log.
    let seal: AuditSeal
    /// The audit log's state, noted outside the database.
    let anchor: AnchorFile
    /// `key.json` as it was when it opened the store, or after the master key changed. A backup gets this copy,
    /// whatever has happened to the file since.
    let keyFile: Mutex<[UInt8]>
    /// Findings in the write-ahead log that did not prevent opening: worth a line in the server's log.
    package let findingsAtOpening: [PageFinding]
    /// The commits since the store was opened.
    package let commits: Commits
    /// Whether the file can be written and is undamaged.
    let health: StoreHealth
    /// The data directory that contains it.
    package let held: HeldDirectory
    /// Its folder in `tenants/`.
    let folder: String

    init(
        database: Database, commits: Commits, health: StoreHealth, secrets: TenantSecrets, anchor: AnchorFile,
        keyFile: [UInt8],
        findingsAtOpening: [PageFinding], held: HeldDirectory
    ) {
        self.commits = commits
        self.health = health
        self.held = held
        folder = secrets.folder
        self.database = database
        (keys, digests, seal) = (secrets.keys, secrets.digests, secrets.seal)
        knownKeys = KnownKeys(digestedWith: secrets.digests.key(for: .apiKey))
        self.anchor = anchor
        self.keyFile = Mutex(keyFile)
        self.findingsAtOpening = findingsAtOpening
    }

    /// Opens a tenant's file. If anything is missing or does not belong together, it fails and changes nothing.
    ///
    /// - Parameters:
    ///   - folder: the tenant's folder.
    ///   - observer: gets the database's events.
    ///   - damagedLog: what to do about a log with damaged acknowledged commits.
    ///   - masterKey: called once there is something to open.
    package static func open(
        _ held: HeldDirectory, folder: String = DataDirectory.defaultTenant, observer: DatabaseObserver = .none,
        damagedLog: DamagedLog = .refused, masterKey: () throws(KeyError) -> MasterKey
    ) throws(StoreError) -> Store {
        let keys = try TenantSecrets(of: held.directory, folder: folder, masterKey: masterKey)
        let opening = try StoreInOpening(held, keys, observer: observer, damagedLog: damagedLog)
        return try opening.end { () throws(KeyError) in keys.master }
    }

    /// Opens the first tenant of a directory in which nothing else is open.
    package static func open(
        _ directory: DataDirectory, observer: DatabaseObserver = .none, damagedLog: DamagedLog = .refused,
        masterKey: () throws(KeyError) -> MasterKey
    ) throws(StoreError) -> Store {
        try open(HeldDirectory(directory), observer: observer, damagedLog: damagedLog, masterKey: masterKey)
    }

    /// What `open` does about a log with damaged acknowledged commits.
    package enum DamagedLog: Sendable {
        /// It refuses to open the store.
        case refused
        /// It discards the commits after the damage, after copying the log to a new file. An undamaged log is refused.
        /// The audit log records it.
        case cutOff(keeping: String, at: Timestamp)

        /// Copies a log that is about to be discarded; a missing log needs no copy.
        /// - Throws: `damagedLog`, or `soundLog` if nothing has to be discarded.
        func allows(_ findings: [PageFinding], in log: String) throws(StoreError) {
            switch (self, findings.first(where: \.isCertain)) {
            case (.refused, nil): break
            case (.refused, let worst?): throw .damagedLog(path: log, worst)
            case (.cutOff, nil): throw .soundLog(path: log)
            case (.cutOff(let copy, _), _?): if fileSize(log) != nil { try copyFile(log, to: copy) }
            }
        }
    }

    /// The key that encrypts its file.
    var key: TenantKey { keys.key }

    /// Runs a closure in a transaction; returns after the commit's fsync. See `Database.write`.
    /// - Parameter lane: the queue in which it waits.
    package func write<T: Sendable>(
        in lane: WriteLane = .normal,
        _ body: @escaping @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> T
    ) async throws(DatabaseError) -> T {
        try await database.write(lane: lane.ofDatabase, body)
    }

    /// Runs a closure on a snapshot. See `Database.read`.
    /// - Parameter lane: the queue in which it waits.
    package func read<T: Sendable>(
        in lane: ReadLane = .normal,
        _ body: @escaping @Sendable (borrowing ReadTransaction) throws(DatabaseError) -> T
    ) async throws(DatabaseError) -> T {
        try await database.read(lane: lane.ofDatabase, body)
    }

    /// The stored digest of an API key.
    package func digest(of secret: APIKeySecret) throws(KeyError) -> [UInt8] {
        try digests.digest(of: secret.bytes, for: .apiKey)
    }

    /// The stored digest of a person's secret.
    package func digest(of secret: Secret<some AccountSecretKind>) throws(KeyError) -> [UInt8] {
        try digests.digest(of: Array(secret.text.utf8), for: .accountSecret)
    }

    package func digest(of code: BackupCode) throws(KeyError) -> [UInt8] {
        try digests.digest(of: code.bytes, for: .backupCode)
    }

    /// The stored digest of a code that was sent to a contact point. It depends on the contact point.
    package func digest(of code: ContactCode, for contact: ContactPointID) throws(KeyError) -> [UInt8] {
        try digests.digest(of: Array("contact\0\(contact)\0\(code.digits)".utf8), for: .accountSecret)
    }

    /// The digest by which codes to an address are counted.
    package func digest(ofAddress address: String, of kind: ContactKind) throws(KeyError) -> [UInt8] {
        // A number gets as many codes by SMS and by calls together.
        let medium = kind == .email ? "email" : "phone"
        return try digests.digest(of: Array("contact:\(medium):\(address)".utf8), for: .signIn)
    }

    /// The stored digests of an address and of the source of a sign-in.
    /// - Parameters:
    ///   - email: in lower case.
    ///   - confirms: a signed-in person confirms their password. Their failures and those of unknown clients at sign-in
    ///     are counted apart.
    package func signInPair(
        _ email: MailAddress, from origin: Origin, confirms: Bool = false
    ) throws(KeyError) -> SignInPair {
        SignInPair(
            email: try digests.digest(of: Array("email:\(email)".utf8), for: .signIn),
            source: try digests.digest(of: Array("source:\(origin.source)".utf8), for: .signIn),
            strangers: try digests.digest(
                of: Array("\(confirms ? "confirming" : "strangers"):\(email)".utf8), for: .signIn))
    }

    /// The stored digest of a share's link.
    package func digest(of link: ShareSecret) throws(KeyError) -> [UInt8] {
        try digests.digest(of: link.bytes, for: .shareLink)
    }

    /// The stored digest of a PIN. It depends on the link, so that equal PINs have different digests.
    package func digest(of pin: SharePIN, of link: ShareSecret) throws(KeyError) -> [UInt8] {
        try digests.digest(of: link.bytes + pin.digits, for: .sharePIN)
    }

    /// The stored digest of a kit's activation secret. It depends on the kit.
    package func digest(of secret: ActivationSecret, of code: KitCode) throws(KeyError) -> [UInt8] {
        try digests.digest(of: Array("\(code)\0".utf8) + secret.bytes, for: .activation)
    }

    /// Authenticates a cursor, so that it is accepted only in this list of this tenant.
    package func digest(ofPlace place: String, in list: String) throws(KeyError) -> [UInt8] {
        try digests.digest(of: Array("\(list)\0\(place)".utf8), for: .cursor)
    }

    /// The key of the search index of people.
    package var searchKey: SearchKey { SearchKey(digests.key(for: .search)) }

    /// The stored form of a request under an Idempotency-Key: a digest, which reveals nothing of the request.
    package func repetition(of request: KeyedRequest, by actor: ActorID) throws(KeyError) -> Repetition {
        Repetition(
            actor: actor, route: request.route, key: request.key,
            digest: try digests.digest(of: request.content, for: .request))
    }

    /// Finishes queued work and closes the file.
    package func close() {
        closeAudited(awaitingLongReads: true)
    }

    /// Closes the file of a process that is exiting: it does not wait for a check that can't be interrupted.
    package func closeAtOnce() {
        closeAudited(awaitingLongReads: false)
    }

    /// The first schema version with a sealed audit log.
    static let firstSealedVersion = 9
}
