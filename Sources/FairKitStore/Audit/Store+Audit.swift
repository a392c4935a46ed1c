import Coordination
package import FairKitCore
import KeyRing
import SQLCipher
import Synchronization

/// What became of the wish to note outside the database how far the audit has come.
package enum AuditNote: Hashable, Sendable {
    /// It is noted, or was before.
    case noted
    /// What was noted before is not in the database any more, or the note itself was changed: it stays as it is, and tells.
    case refused
}

extension Store {
    /// What the audit's checkpoints are checked with.
    package var auditPublicKey: [UInt8] { seal.key.publicKey }
    /// The tenant whose audit it is, as its checkpoints name it.
    package var auditTenant: String { seal.key.tenant }

    /// How many entries there are beyond what is noted outside the database.
    package func unnotedEntries() async throws(DatabaseError) -> Int64 {
        let noted: Int64 = if case .holds(let anchor) = anchor.state.withLock(\.self) { anchor.head.number } else { 0 }
        return try await read { (tx) throws(DatabaseError) in try tx.auditHead().number - noted }
    }

    /// Signs how far the audit has come, and notes it outside the database. Without new entries it does nothing.
    package func noteAudit(at now: Timestamp) async throws(StoreError) -> AuditNote {
        let anchor = anchor.state.withLock(\.self)
        let found: AuditFound
        do {
            found = try await write { (tx) throws(DatabaseError) in try tx.signedAudit(since: anchor, at: now) }
        } catch { throw .opening(.database(path: database.path, error)) }
        return try await self.anchor.thread.run { () throws(StoreError) in try self.anchor.move(found) }
    }

    /// The same as the last thing that is done with the database, in the name of the last entry's time.
    func closeAudited(awaitingLongReads: Bool) {
        let (anchor, found) = (anchor, FoundAtEnd())
        database.close(awaitingLongReads: awaitingLongReads) { (tx) throws(DatabaseError) in
            guard let last = try tx.lastEntryTime() else { return }
            let state = try tx.signedAudit(since: anchor.state.withLock(\.self), at: last)
            found.state.withLock { $0 = state }
        }
        // A process that ends has nobody left to tell; the next one finds the older note, and all that it tells holds.
        if let state = found.state.withLock(\.self) { _ = try? anchor.move(state) }
    }
}

/// Carries out of the last write what it found.
private final class FoundAtEnd: Sendable {
    let state = Mutex<AuditFound?>(nil)
}

/// What a transaction found when it was to sign how far the audit has come.
struct AuditFound: Hashable, Sendable {
    let head: AuditHead
    let loss: AuditLoss?
}

extension Connection where Access == Writing {
    /// Signs how far the audit has come, if all that was noted before is there.
    func signedAudit(since anchor: AuditAnchor.State, at now: Timestamp) throws(DatabaseError) -> AuditFound {
        guard case .holds(let anchor) = anchor else { return AuditFound(head: .origin, loss: nil) }
        let loss = try loss(since: anchor)
        if loss == nil { try signAudit(at: now) }
        return AuditFound(head: try auditState(), loss: loss)
    }
}

/// The anchor's file, as it is known to who has the store open.
final class AnchorFile: Sendable {
    private let path: String
    private let key: AuditKey
    let state: Mutex<AuditAnchor.State>
    let thread = BlockingThread()

    init(path: String, key: AuditKey) throws(StoreError) {
        self.path = path
        self.key = key
        state = Mutex(try AuditAnchor.read(from: path, key: key))
    }

    /// Notes what was found, if it is further than what is noted.
    func move(_ found: AuditFound) throws(StoreError) -> AuditNote {
        try state.withLock { (state) throws(StoreError) in
            guard case .holds(let anchor) = state else { return .refused }
            guard let loss = found.loss else {
                guard found.head.number > anchor.head.number else { return .noted }
                state = .holds(try written(AuditAnchor(head: found.head)))
                return .noted
            }
            if case .cut(let first) = loss, anchor.missingFrom == nil {
                state = .holds(try written(AuditAnchor(head: anchor.head, missingFrom: first)))
            }
            return .refused
        }
    }

    /// Begins anew, where what was noted before can't hold any more, and rightly so.
    func begin(at head: AuditHead) throws(StoreError) {
        try state.withLock { (state) throws(StoreError) in state = .holds(try written(AuditAnchor(head: head))) }
    }

    private func written(_ anchor: AuditAnchor) throws(StoreError) -> AuditAnchor {
        try anchor.write(to: path, key: key)
        return anchor
    }
}
