package import FairKitCore
package import FairKitVault
package import KeyRing
package import SQLCipher
import Synchronization

/// One tenant's encrypted file in use.
///
/// What a transaction can do stands in the extensions of `Connection`, one file per noun.
package final class Store: Sendable {
    let database: Database
    /// The tenant's keys.
    let keys: TenantKeys
    /// What is stored in place of secrets is made with these.
    private let digests: DigestKeys
    /// Which API keys there are, for as long as the server runs: also while the file is closed.
    package let knownKeys: KnownKeys
    /// What seals the audit.
    let seal: AuditSeal
    /// How far the audit has come, noted outside the database.
    let anchor: AnchorFile
    /// `key.json` as it was when it opened the store, or when the master key changed: what a backup gets, whatever has become of
    /// the file since.
    let keyFile: Mutex<[UInt8]>
    /// What the log showed when the store was opened, and did not stand in the way: worth a line in the server's log.
    package let findingsAtOpening: [PageFinding]
    /// What is committed while the store is open.
    package let commits: Commits
    /// How the file is.
    let health: StoreHealth
    /// The data directory that it is in.
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

    /// Opens a tenant's file; whatever is missing or does not belong together is refused, and nothing is changed.
    ///
    /// - Parameters:
    ///   - folder: the tenant's.
    ///   - observer: is told what the database does.
    ///   - damagedLog: what is done about a log in which answered commits are damaged.
    ///   - masterKey: is asked for once there is something to open.
    package static func open(
        _ held: HeldDirectory, folder: String = DataDirectory.defaultTenant, observer: DatabaseObserver = .none,
        damagedLog: DamagedLog = .refused, masterKey: () throws(KeyError) -> MasterKey
    ) throws(StoreError) -> Store {
        let keys = try TenantSecrets(of: held.directory, folder: folder, masterKey: masterKey)
        let opening = try StoreInOpening(held, keys, observer: observer, damagedLog: damagedLog)
        return try opening.end { () throws(KeyError) in keys.master }
    }

    /// The same for the first tenant of a directory that nothing else is opened in.
    package static func open(
        _ directory: DataDirectory, observer: DatabaseObserver = .none, damagedLog: DamagedLog = .refused,
        masterKey: () throws(KeyError) -> MasterKey
    ) throws(StoreError) -> Store {
        try open(HeldDirectory(directory), observer: observer, damagedLog: damagedLog, masterKey: masterKey)
    }

    /// What `open` does about a log in which answered commits are damaged.
    package enum DamagedLog: Sendable {
        /// Nothing is opened.
        case refused
        /// What was committed after the damage is given up, once the log has been copied to a new file. A log that is not
        /// damaged is refused. The audit tells of it.
        case cutOff(keeping: String, at: Timestamp)

        /// Copies a log that is given up to its place; one that is gone leaves nothing to copy.
        /// - Throws: `damagedLog`, or `soundLog` where nothing has to be given up.
        func allows(_ findings: [PageFinding], in log: String) throws(StoreError) {
            switch (self, findings.first(where: \.isCertain)) {
            case (.refused, nil): break
            case (.refused, let worst?): throw .damagedLog(path: log, worst)
            case (.cutOff, nil): throw .soundLog(path: log)
            case (.cutOff(let copy, _), _?): if fileSize(log) != nil { try copyFile(log, to: copy) }
            }
        }
    }

    /// The key of its file.
    var key: TenantKey { keys.key }

    /// Runs a closure in a transaction; returns after the commit's fsync. See `Database.write`.
    /// - Parameter lane: in which line it waits.
    package func write<T: Sendable>(
        in lane: WriteLane = .normal,
        _ body: @escaping @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> T
    ) async throws(DatabaseError) -> T {
        try await database.write(lane: lane.ofDatabase, body)
    }

    /// Runs a closure on a snapshot. See `Database.read`.
    /// - Parameter lane: in which line it waits.
    package func read<T: Sendable>(
        in lane: ReadLane = .normal,
        _ body: @escaping @Sendable (borrowing ReadTransaction) throws(DatabaseError) -> T
    ) async throws(DatabaseError) -> T {
        try await database.read(lane: lane.ofDatabase, body)
    }

    /// What is stored in place of an API key.
    package func digest(of secret: APIKeySecret) throws(KeyError) -> [UInt8] {
        try digests.digest(of: secret.bytes, for: .apiKey)
    }

    /// What is stored in place of a person's secret.
    package func digest(of secret: Secret<some AccountSecretKind>) throws(KeyError) -> [UInt8] {
        try digests.digest(of: Array(secret.text.utf8), for: .accountSecret)
    }

    package func digest(of code: BackupCode) throws(KeyError) -> [UInt8] {
        try digests.digest(of: code.bytes, for: .backupCode)
    }

    /// Who tries to sign in from where, as that is stored.
    /// - Parameters:
    ///   - email: in small letters.
    ///   - confirms: a person who is signed in shows the password again. Strangers who sign in don't count for them, nor they for those.
    package func signInPair(
        _ email: MailAddress, from origin: Origin, confirms: Bool = false
    ) throws(KeyError) -> SignInPair {
        SignInPair(
            email: try digests.digest(of: Array("email:\(email)".utf8), for: .signIn),
            source: try digests.digest(of: Array("source:\(origin.source)".utf8), for: .signIn),
            strangers: try digests.digest(
                of: Array("\(confirms ? "confirming" : "strangers"):\(email)".utf8), for: .signIn))
    }

    /// What is stored in place of a share's link.
    package func digest(of link: ShareSecret) throws(KeyError) -> [UInt8] {
        try digests.digest(of: link.bytes, for: .shareLink)
    }

    /// What is stored in place of a PIN: of each link another one, so that no two can be seen to be the same.
    package func digest(of pin: SharePIN, of link: ShareSecret) throws(KeyError) -> [UInt8] {
        try digests.digest(of: link.bytes + pin.digits, for: .sharePIN)
    }

    /// What is stored in place of a kit's activation secret: of each kit another one.
    package func digest(of secret: ActivationSecret, of code: KitCode) throws(KeyError) -> [UInt8] {
        try digests.digest(of: Array("\(code)\0".utf8) + secret.bytes, for: .activation)
    }

    /// What goes with a place in a list, so that it is taken in this list of this tenant only.
    package func digest(ofPlace place: String, in list: String) throws(KeyError) -> [UInt8] {
        try digests.digest(of: Array("\(list)\0\(place)".utf8), for: .cursor)
    }

    /// A request under an Idempotency-Key as it is stored: it says nothing of what was sent.
    package func repetition(of request: KeyedRequest, by actor: ActorID) throws(KeyError) -> Repetition {
        Repetition(
            actor: actor, route: request.route, key: request.key,
            digest: try digests.digest(of: request.content, for: .request))
    }

    /// Finishes what is queued and closes the file.
    package func close() {
        closeAudited(awaitingLongReads: true)
    }

    /// The same for a process that ends at once: a check that can't be interrupted is not waited for.
    package func closeAtOnce() {
        closeAudited(awaitingLongReads: false)
    }

    /// The version of the schema since which the audit is sealed.
    static let firstSealedVersion = 9
}
