import Coordination
package import FairKitCore
import FairKitVault
package import KeyRing
package import Relational

/// One tenant's open store, in whatever engine. Where it is, is its `location`.
///
/// The operations of a transaction are in the extensions of `Connection`, one file per noun.
package final class Store: Sendable {
    /// Runs its reads and writes.
    let engine: any Engine
    /// Where its data is.
    package let location: Location
    /// The tenant's keys.
    let keys: TenantKeys
    /// Derives the stored digests of secrets.
    private let digests: DigestKeys
    /// The tenant's API keys. It lives as long as the server, even while the store is closed.
    package let knownKeys: KnownKeys
    /// Seals the audit log.
    let seal: AuditSeal
    /// The audit log's state, recorded outside the database.
    let anchor: AnchorFile
    /// The commits since the store was opened.
    package let commits: Commits
    /// Whether the store can be written and is undamaged.
    let health: StoreHealth
    /// Counts the changes of callers by all servers; nil: there is one server, which counts them in `commits`.
    let freshCallers: FreshAnswer<CallersOfAll, DatabaseError>?

    init(
        _ engine: any Engine, at location: Location, commits: Commits, health: StoreHealth, keys: TenantKeys,
        digests: DigestKeys, seal: AuditSeal, anchor: AnchorFile
    ) {
        self.engine = engine
        self.location = location
        self.commits = commits
        self.health = health
        self.keys = keys
        self.digests = digests
        self.seal = seal
        self.anchor = anchor
        freshCallers =
            location.isShared
            ? FreshAnswer { () async throws(DatabaseError) in
                try await engine.read(lane: .urgent) { (tx) throws(DatabaseError) in try tx.callersOfAll() }
            } : nil
        knownKeys = KnownKeys(digestedWith: digests.key(for: .apiKey))
    }

    /// Runs a closure in a transaction; returns after the commit's fsync. See `Engine.write`.
    /// - Parameter lane: the queue in which it waits.
    package func write<T: Sendable>(
        in lane: WriteLane = .normal,
        _ body: @escaping @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> T
    ) async throws(DatabaseError) -> T {
        try await engine.write(lane: lane, body)
    }

    /// Has a request carried out together with those that wait with it; returns after the commit's fsync. See
    /// `Engine.write`.
    /// - Parameter lane: the queue in which it waits.
    package func write<Request, Value>(
        _ request: Request, by work: JointWork<Request, Value>, in lane: WriteLane
    ) async throws(DatabaseError) -> Value {
        try await engine.write(request, by: work, lane: lane)
    }

    /// Runs a closure on a snapshot. See `Engine.read`.
    /// - Parameter lane: the queue in which it waits.
    package func read<T: Sendable>(
        in lane: ReadLane = .normal,
        _ body: @escaping @Sendable (borrowing ReadTransaction) throws(DatabaseError) -> T
    ) async throws(DatabaseError) -> T {
        try await engine.read(lane: lane, body)
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

    /// The stored digest of a code. It depends on what the code proves: a contact point, or the address of a mail.
    package func digest<Proven>(of code: ContactCode, for proven: ID<Proven>) throws(KeyError) -> [UInt8] {
        try digests.digest(of: Array("contact\0\(proven)\0\(code.digits)".utf8), for: .accountSecret)
    }

    /// The digest by which codes to an address are counted.
    package func digest(ofAddress address: String, of kind: ContactKind) throws(KeyError) -> [UInt8] {
        // A number gets as many codes by SMS and by calls together.
        let medium = kind == .email ? "email" : "phone"
        return try digests.digest(of: Array("contact:\(medium):\(address)".utf8), for: .signIn)
    }

    /// The digest under which a budget is stored.
    func digest(of budget: SendingBudget) throws(KeyError) -> [UInt8] {
        let text = "sending:\(budget.kind.rawValue):\(budget.holder.rawValue):"
        return try digests.digest(of: Array(text.utf8) + budget.key, for: .signIn)
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
            email: try signInDigest(of: email),
            source: try digests.digest(of: Array("source:\(origin.source)".utf8), for: .signIn),
            unknownSources: try digests.digest(
                of: Array("\(confirms ? "confirming" : "strangers"):\(email)".utf8), for: .signIn))
    }

    /// The digest under which failed sign-ins to an address are counted.
    package func signInDigest(of email: MailAddress) throws(KeyError) -> [UInt8] {
        try digests.digest(of: Array("email:\(email)".utf8), for: .signIn)
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
    package func digest(ofPosition position: String, in list: String) throws(KeyError) -> [UInt8] {
        try digests.digest(of: Array("\(list)\0\(position)".utf8), for: .cursor)
    }

    /// The key of the search index of people.
    package var searchKey: SearchKey { SearchKey(digests.key(for: .search)) }

    /// The stored form of a request under an Idempotency-Key: a digest, which reveals nothing of the request.
    package func repetition(of request: KeyedRequest, by actor: ActorID) throws(KeyError) -> Repetition {
        Repetition(
            actor: actor, route: request.route, key: request.key,
            digest: try digests.digest(of: request.content, for: .request))
    }

    /// Finishes queued work and closes the store.
    package func close() {
        closeAudited(awaitingLongReads: true)
    }

    /// Closes the store of a process that is exiting: it does not wait for a check that can't be interrupted.
    package func closeAtOnce() {
        closeAudited(awaitingLongReads: false)
    }
}
