package import FairKitCore
package import FairKitVault
import KeyRing
import Relational
import SQLCipher
import Synchronization

/// Prepares the audit log before the store is used: it seals the entries of an old store, and compares the anchor
/// outside the database with the log inside.
final class AuditAtOpening: Sendable {
    private struct State {
        var earlier: EarlierEntries?
        var found: AuditFound?
    }

    let anchor: AnchorFile
    private let keys: TenantSecrets
    private let cut: Timestamp?
    private let state = Mutex(State())

    init(_ keys: TenantSecrets, damagedLog: Store.DamagedLog) throws(StoreError) {
        self.keys = keys
        anchor = try AnchorFile(path: DataDirectory.anchor(in: keys.location), key: keys.seal.key)
        cut = if case .cutOff(_, let now) = damagedLog { now } else { nil }
    }

    /// Runs before the first part, and again if the disk was full meanwhile.
    func begin() {
        state.withLock { $0 = State(earlier: keys.isNew ? EarlierEntries(seal: keys.seal) : nil) }
    }

    /// - Returns: whether there is more to do.
    func prepareSome(_ tx: borrowing WriteTransaction) throws(DatabaseError) -> Bool {
        if var earlier = state.withLock(\.earlier) {
            let isMore = try earlier.sealSome(on: tx)
            state.withLock { [earlier] in $0.earlier = earlier }
            if isMore || earlier.areSealed { return isMore }
        }
        let found = try found(tx)
        state.withLock { $0.found = found }
        return false
    }

    private func found(_ tx: borrowing WriteTransaction) throws(DatabaseError) -> AuditFound {
        let known = known
        let loss: AuditLoss? = if let known { try tx.loss(since: known) } else { nil }
        // A number that was given after the commits that are left may come from outside.
        if let cut {
            try tx.beginEpoch(at: cut)
            if !keys.isNew { try tx.record(.logCut(known, at: cut)) }
        } else if case .cut = loss, known?.missingFrom == nil {
            // A day is far more than what can have been given since the last entry that is left.
            let last = try tx.lastEntryTime() ?? Timestamp(milliseconds: 0)
            try tx.beginEpoch(at: last.advanced(by: .seconds(86_400)))
        }
        return AuditFound(head: try tx.auditState(), loss: loss)
    }

    private var known: AuditAnchor? {
        if case .holds(let known) = anchor.state.withLock(\.self) { known } else { nil }
    }

    /// Whether the audit log lacks what its anchor records, or the anchor says nothing. It reads the closed file,
    /// unless there is a log beside it, which that would empty: the next opening records what is lacking, and leaves no
    /// log.
    func isLacking() throws(StoreError) -> Bool {
        guard !keys.isNew else { return false }
        guard let known else { return true }
        let path = DataDirectory.database(in: keys.location)
        guard fileSize(path + "-wal") ?? 0 == 0 else { return known.missingFrom != nil }
        let loss = try mapping(StoreError.opening) { () throws(OpeningError) in
            try Database.inspect(
                path: path, key: CipherKey(keys.key.bytes), newestVersion: Schema.tenant.count
            ) { tx in Result { () throws(DatabaseError) in try tx.loss(since: known) } }
        }
        do { return try loss.get() != nil } catch { throw .opening(.database(path: path, error)) }
    }

    /// Updates the anchor outside the database, once the changes inside are on the disk.
    func finish(wrappingWith master: MasterKey) throws(StoreError) {
        let state = state.withLock(\.self)
        guard state.earlier?.areSealed != true else {
            throw .key(.auditKeyMissing(path: DataDirectory.key(in: keys.location)))
        }
        guard let found = state.found else { return }
        if keys.isNew {
            try anchor.begin(at: found.head)
            try keys.keep(wrappedBy: master)
        } else if cut != nil {
            try anchor.begin(at: found.head)
        } else if found.loss != nil {
            _ = try anchor.move(found)
        }
    }
}

extension FileInstallation {
    /// Records with the first tenant that an operator discarded the damaged part of the log of `control.db`.
    package func recordControlCut(at now: Timestamp) async throws(StoreError) {
        let store = try open(folder: DataDirectory.defaultTenant)
        defer { close(store) }
        let entry = AuditEntry(
            at: now, actor: AuditActor(key: .machine, role: .administrator), action: .logCut, object: "control.db",
            profileID: nil, requestID: "command")
        do {
            try await store.write { (tx) throws(DatabaseError) in try tx.record(entry) }
        } catch { throw store.location.failure(error) }
    }
}

extension AuditEntry {
    /// The audit log had reached at least this state. An operator discarded its end, with the damaged part of a file's log or by
    /// restoring an earlier state of a database.
    /// - Parameter known: nil: no anchor told it.
    static func logCut(_ known: AuditAnchor?, at now: Timestamp) -> AuditEntry {
        AuditEntry(
            at: now, actor: AuditActor(key: .machine, role: .administrator), action: .logCut,
            object: known.map { "\($0.head.number)" } ?? "unknown", profileID: nil, requestID: "command")
    }
}
