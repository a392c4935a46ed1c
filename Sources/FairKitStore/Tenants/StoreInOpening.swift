import FairKitVault
import KeyRing
import SQLCipher

/// A tenant's file that is open and brought up to date, and that nobody uses yet.
///
/// To get here may have taken long, since migrations do. Meanwhile keys may have been wrapped anew, and the tenant may have been erased: so what
/// `key.json` holds is looked at once more.
package struct StoreInOpening: Sendable {
    private let keys: TenantSecrets
    private let database: Database
    private let commits: Commits
    private let health = StoreHealth()
    private let audit: AuditAtOpening
    private let findings: [PageFinding]
    private let held: HeldDirectory

    /// The tenant's.
    var folder: String { keys.folder }

    /// Opens the file, unless what is there does not belong together. It blocks while it reads.
    init(
        _ held: HeldDirectory, _ keys: TenantSecrets, observer: DatabaseObserver, damagedLog: Store.DamagedLog
    ) throws(StoreError) {
        let (path, anchor) = (DataDirectory.database(in: keys.place), DataDirectory.commits(in: keys.place))
        let findings = try checkLog(of: path, key: keys.key, anchor: anchor)
        try damagedLog.allows(findings, in: path + "-wal")
        let (commits, health) = (Commits(), health)
        let audit = try AuditAtOpening(keys, damagedLog: damagedLog)
        database = try mapping(StoreError.opening) { () throws(OpeningError) in
            try opening(with: held.reserve) { () throws(OpeningError) in
                audit.begin()
                return try Database.open(
                    path: path, key: CipherKey(keys.key.bytes), migrations: Schema.tenant,
                    anchor: anchor, emptyingLog: !findings.isEmpty, reserve: held.reserve, seal: keys.seal,
                    preparing: { (tx) throws(DatabaseError) in try audit.prepareSome(tx) },
                    observer: health.observing(observer.counting(in: commits)))
            }
        }
        (self.keys, self.commits, self.audit, self.findings, self.held) = (keys, commits, audit, findings, held)
    }

    /// The store, if its key is still the one that it was opened with; else the file is closed.
    /// - Parameter masterKey: what the tenant's keys are wrapped with now.
    func end(masterKey: () throws(KeyError) -> MasterKey) throws(StoreError) -> Store {
        do throws(StoreError) {
            let master = try keys.wrapping(masterKey)
            try audit.finish(wrappingWith: master)
            let keyFile = try wholeFile(DataDirectory.key(in: keys.place))
            return Store(
                database: database, commits: commits, health: health, secrets: keys, anchor: audit.anchor,
                keyFile: keyFile, findingsAtOpening: findings, held: held)
        } catch {
            database.close()
            throw error
        }
    }
}
