import FairKitVault
import KeyRing
import Relational
import SQLCipher

/// A tenant's file that is open and migrated, but not in use yet.
///
/// Migrations may have taken long. Meanwhile keys may have been rewrapped, and the tenant may have been erased, so
/// `key.json` is read once more.
package struct StoreInOpening: Sendable {
    private let keys: TenantSecrets
    private let database: Database
    private let commits: Commits
    private let health = StoreHealth()
    private let audit: AuditAtOpening
    private let findings: [PageFinding]
    private let held: HeldDirectory

    /// The tenant's folder.
    var folder: String { keys.folder }

    /// Opens the file, if everything belongs together. It blocks while it reads.
    init(
        _ held: HeldDirectory, _ keys: TenantSecrets, observer: DatabaseObserver, damagedLog: Store.DamagedLog
    ) throws(StoreError) {
        let (path, anchor) = (DataDirectory.database(in: keys.location), DataDirectory.commits(in: keys.location))
        let findings = try checkLog(of: path, key: keys.key, anchor: anchor)
        let (commits, health) = (Commits(), health)
        let audit = try AuditAtOpening(keys, damagedLog: damagedLog)
        try damagedLog.allows(findings, in: path + "-wal", isLacking: audit.isLacking)
        database = try mapping(StoreError.opening) { () throws(OpeningError) in
            try opening(with: held.reserve) { () throws(OpeningError) in
                audit.begin()
                return try Database.open(
                    path: path, key: CipherKey(keys.key.bytes), migrations: Schema.tenant,
                    anchor: anchor, emptyingLog: findings.contains { $0.kind != .anchorMissing }, reserve: held.reserve,
                    seal: keys.seal,
                    preparing: { (tx) throws(DatabaseError) in try audit.prepareSome(tx) },
                    observer: health.observing(observer.counting(in: commits)))
            }
        }
        (self.keys, self.commits, self.audit, self.findings, self.held) = (keys, commits, audit, findings, held)
    }

    /// The store, if its key is still the one that opened it; otherwise the file is closed.
    /// - Parameter masterKey: the key that wraps the tenant's keys now.
    func end(masterKey: () throws(KeyError) -> MasterKey) throws(StoreError) -> StoreInFile {
        do throws(StoreError) {
            let master = try keys.wrapping(masterKey)
            try audit.finish(wrappingWith: master)
            let keyFile = try wholeFile(DataDirectory.key(in: keys.location))
            let file = StoreFile(
                database, held: held, folder: folder, keyFile: keyFile, findingsAtOpening: findings)
            let store = Store(
                database, at: .file(file), commits: commits, health: health, keys: keys.keys, digests: keys.digests,
                seal: keys.seal, anchor: audit.anchor)
            return StoreInFile(store: store, file: file)
        } catch {
            database.close()
            throw error
        }
    }
}

/// An open store, and its file.
struct StoreInFile: Sendable {
    let store: Store
    let file: StoreFile
}
