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
        anchor = try AnchorFile(path: DataDirectory.anchor(in: keys.place), key: keys.seal.key)
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
        var loss: AuditLoss?
        // What was given after the commits that are left may come from outside.
        if let cut { try tx.beginEpoch(at: cut) }
        if case .holds(let known) = anchor.state.withLock(\.self) {
            loss = try tx.loss(since: known)
            if let cut, !keys.isNew { try tx.record(.logCut(known, at: cut)) }
        }
        return AuditFound(head: try tx.auditState(), loss: loss)
    }

    /// Updates the anchor outside the database, once the changes inside are on the disk.
    func finish(wrappingWith master: MasterKey) throws(StoreError) {
        let state = state.withLock(\.self)
        guard state.earlier?.areSealed != true else {
            throw .key(.auditKeyMissing(path: DataDirectory.key(in: keys.place)))
        }
        guard let found = state.found else { return }
        if keys.isNew {
            try anchor.begin(at: found.head)
            try keys.keep(wrappedBy: master)
        } else if cut != nil, case .holds = anchor.state.withLock(\.self) {
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
        } catch { throw store.place.failure(error) }
    }
}

extension AuditEntry {
    /// The audit log had reached at least this state. An operator discarded its end, with the damaged part of a file's log or by
    /// restoring an earlier state of a database.
    static func logCut(_ known: AuditAnchor, at now: Timestamp) -> AuditEntry {
        AuditEntry(
            at: now, actor: AuditActor(key: .machine, role: .administrator), action: .logCut,
            object: "\(known.head.number)", profileID: nil, requestID: "command")
    }
}
