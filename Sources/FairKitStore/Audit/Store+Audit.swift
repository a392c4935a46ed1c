import Coordination
package import FairKitCore
package import FairKitVault
import KeyRing
import Relational
import Synchronization

extension Store {
    /// The public key that verifies the checkpoints.
    package var auditPublicKey: [UInt8] { seal.key.publicKey }
    /// The tenant's name in its checkpoints.
    package var auditTenant: String { seal.key.tenant }

    /// How many entries there are beyond the anchor outside the database; negative: it records more.
    package func unnotedEntries() async throws(DatabaseError) -> Int64 {
        let noted: Int64 = if case .holds(let anchor) = anchor.state.withLock(\.self) { anchor.head.number } else { 0 }
        return try await read { (tx) throws(DatabaseError) in try tx.auditHead().number - noted }
    }

    /// Signs the state of the audit log and records it outside the database. Without new entries it does nothing.
    package func logAudit(at now: Timestamp) async throws(StoreError) -> AuditNote {
        let anchor = anchor.state.withLock(\.self)
        let found: AuditFound
        do {
            found = try await write { (tx) throws(DatabaseError) in try tx.signedAudit(since: anchor, at: now) }
        } catch { throw location.failure(error) }
        // The thread holds its work for a moment longer than it runs, and must not hold this store and its directory.
        return try await self.anchor.thread.run { [anchor = self.anchor] () throws(StoreError) in
            try anchor.move(found)
        }
    }

    /// Does the same as the last operation on the database, at the time of the last entry.
    func closeAudited(awaitingLongReads: Bool) {
        let (anchor, found) = (anchor, LastFinding())
        engine.close(awaitingLongReads: awaitingLongReads) { (tx) throws(DatabaseError) in
            guard let last = try tx.lastEntryTime() else { return }
            let state = try tx.signedAudit(since: anchor.state.withLock(\.self), at: last)
            found.state.withLock { $0 = state }
        }
        // An error has no receiver while the process exits. The next one finds the older anchor, which still holds.
        if let state = found.state.withLock(\.self) { _ = try? anchor.move(state) }
    }
}

/// Carries the outcome of the last write out of its closure.
private final class LastFinding: Sendable {
    let state = Mutex<AuditFound?>(nil)
}

extension WriteTransaction {
    /// Signs the state of the audit log, if everything that the anchor records is still there.
    func signedAudit(since anchor: AuditAnchor.State, at now: Timestamp) throws(DatabaseError) -> AuditFound {
        guard case .holds(let anchor) = anchor else { return AuditFound(head: .origin, loss: nil) }
        let loss = try loss(since: anchor)
        if loss == nil { try signAudit(at: now) }
        return AuditFound(head: try auditState(), loss: loss)
    }
}

extension Connection {
    /// The state of the audit log.
    func auditState() throws(DatabaseError) -> AuditHead {
        let head = try auditHead()
        let signed = try lastCheckpoint()
        return AuditHead(
            number: head.number, mac: head.mac, position: signed?.position ?? 0, signed: signed?.number ?? 0)
    }

    /// The loss of entries that the anchor records; nil: none is lost.
    func loss(since anchor: AuditAnchor) throws(DatabaseError) -> AuditLoss? {
        if let first = anchor.missingFrom { return .cut(from: first) }
        let known = anchor.head
        guard known.number > 0 else { return nil }
        let last = try auditHead().number
        guard last >= known.number else { return .cut(from: last + 1) }
        guard try exists("SELECT 1 FROM audit WHERE number = \(known.number) AND mac = \(known.mac)") else {
            return .replaced
        }
        let isSigned = try exists(
            "SELECT 1 FROM audit_checkpoint WHERE position = \(known.position) AND number = \(known.signed)")
        return isSigned || known.position == 0 ? nil : .unsigned
    }
}
