package import FairKitCore
import FairKitVault
import Relational
import Synchronization

extension Store {
    /// Verifies the audit log from the first entry to the last, and checks that its end is there.
    ///
    /// It runs on a connection of its own, so that no reader waits. See decision 0020.
    /// - Parameter kept: an externally kept checkpoint, if there is one.
    package func verifyAudit(
        against kept: AuditCheckpoint? = nil
    ) async throws(DatabaseError) -> AuditVerification {
        let verifier = auditVerifier(against: kept, checkingSignatures: true)
        let progress = WorkProgress.current
        return try await engine.readOnDedicatedConnection { [location] (connection) throws(DatabaseError) in
            progress?.expect(try location.rows(of: ["audit"], on: connection)[0])
            return try verifier.verify(connection, watchedBy: progress)
        }
    }

    /// - Parameter checkingSignatures: takes a fifth of a millisecond per checkpoint.
    func auditVerifier(against kept: AuditCheckpoint? = nil, checkingSignatures: Bool) -> AuditVerifier {
        AuditVerifier(
            seal: seal, anchor: anchor.state.withLock(\.self), kept: kept, checksSignatures: checkingSignatures)
    }
}

/// Compares the audit log with all that is known of it.
struct AuditVerifier: Sendable {
    let seal: any Seal
    /// Read before the entries, so that it is never ahead of them.
    let anchor: AuditAnchor.State
    let kept: AuditCheckpoint?
    let checksSignatures: Bool

    func verify(
        _ connection: borrowing ReadTransaction, watchedBy progress: WorkProgress? = nil
    ) throws(DatabaseError) -> AuditVerification {
        let last = try connection.lastAuditNumber()
        let newest = try connection.newestCheckpoint()
        var chain = AuditChain(seal: seal)
        var findings = [try chain.follow(to: last, on: connection, watchedBy: progress)]
        findings.append(try end(after: chain, last: last, on: connection))
        findings.append(try keptElsewhere(chain, last: last, on: connection))
        findings.append(try checkpoints(through: newest.position, chain: chain, on: connection))
        switch anchor {
        case .missing: findings.append(.anchorMissing)
        case .changed: findings.append(.anchorChanged)
        case .holds: break
        }
        return AuditVerification(
            entries: chain.count, checkpoint: newest.checkpoint, findings: findings.compactMap(\.self))
    }

    /// Whether the database still contains what the anchor records.
    private func end(
        after chain: AuditChain, last: Int64, on connection: borrowing ReadTransaction
    ) throws(DatabaseError) -> AuditFinding? {
        guard case .holds(let anchor) = anchor else { return nil }
        if let first = anchor.missingFrom { return .cutTail(from: first, to: anchor.head.number) }
        return try finding(number: anchor.head.number, mac: anchor.head.mac, chain: chain, last: last, on: connection)
    }

    private func keptElsewhere(
        _ chain: AuditChain, last: Int64, on connection: borrowing ReadTransaction
    ) throws(DatabaseError) -> AuditFinding? {
        guard let kept else { return nil }
        guard try isSigned(kept) else { return .foreignCheckpoint }
        if let restored = try connection.restoration(instead: kept.number, verified: chain.number) { return restored }
        return try finding(number: kept.number, mac: kept.mac, chain: chain, last: last, on: connection)
    }

    private func finding(
        number: Int64, mac: [UInt8], chain: AuditChain, last: Int64, on connection: borrowing ReadTransaction
    ) throws(DatabaseError) -> AuditFinding? {
        guard number > 0 else { return nil }
        guard last >= number else { return .cutTail(from: last + 1, to: number) }
        // The broken chain is reported already.
        guard chain.number >= number else { return nil }
        let isThere = try connection.exists("SELECT 1 FROM audit WHERE number = \(number) AND mac = \(mac)")
        return isThere ? nil : .replaced(upTo: number)
    }

    private func isSigned(_ checkpoint: AuditCheckpoint) throws(DatabaseError) -> Bool {
        try seal.isSignature(checkpoint.signature, of: checkpoint.statement(of: seal.owner))
    }

    /// Whether all checkpoints exist, from the first to the last known one, each signed and each with its entry.
    private func checkpoints(
        through newest: Int64, chain: AuditChain, on connection: borrowing ReadTransaction
    ) throws(DatabaseError) -> AuditFinding? {
        var (position, last): (Int64, Int64) = (0, .min)
        var due: Int64?
        let interval = AuditCheckpoint.interval
        while last < newest {
            let some = try connection.checkpointRows("c.position > \(last) ORDER BY c.position LIMIT 1000")
            if some.isEmpty { break }
            for row in some {
                guard let checkpoint = row.checkpoint, checkpoint.position == position + 1,
                    chain.number < checkpoint.number || checkpoint.mac == row.mac
                else { return .checkpoint(position + 1) }
                if checksSignatures, try !isSigned(checkpoint) { return .checkpoint(position + 1) }
                if case .holds(let anchor) = anchor, checkpoint.position == anchor.head.position,
                    checkpoint.number != anchor.head.signed
                {
                    return .checkpoint(checkpoint.position)
                }
                if let due, checkpoint.number > due, try connection.isAuditEntry(due) { return .checkpointMissing(due) }
                due = (checkpoint.number / interval + 1) * interval
                position += 1
            }
            last = position
        }
        if case .holds(let anchor) = anchor, position < anchor.head.position { return .checkpoint(position + 1) }
        if let due, due <= chain.number, try connection.isAuditEntry(due) { return .checkpointMissing(due) }
        return nil
    }
}

extension Connection {
    /// The finding that an entry was written after the state to which the store was restored.
    /// - Parameter last: the last intact entry.
    fileprivate func restoration(instead number: Int64, verified last: Int64) throws(DatabaseError) -> AuditFinding? {
        guard let epoch = try epochs().first(where: { $0 >= number }), epoch < last,
            try exists(
                """
                SELECT 1 FROM audit
                WHERE number = \(epoch + 1) AND action IN (\(AuditAction.storeRestored), \(AuditAction.logCut))
                """)
        else { return nil }
        let before = try self.number("SELECT COALESCE(MAX(number), 0) FROM audit WHERE number < \(epoch)")
        return before < Int(number) ? .restored(from: Int64(before) + 1, to: number) : nil
    }

    /// The last position, and its checkpoint if it is readable.
    fileprivate func newestCheckpoint() throws(DatabaseError) -> (position: Int64, checkpoint: AuditCheckpoint?) {
        let position = try first("SELECT MAX(position) FROM audit_checkpoint") { row throws(DatabaseError) in
            try row.value(0, as: Int64?.self)
        }
        guard let position = position.flatMap(\.self) else { return (0, nil) }
        return (position, try checkpointRows("c.position = \(position)").first?.checkpoint)
    }

    /// The stored checkpoints, each with the stored MAC of its entry.
    fileprivate func checkpointRows(
        _ condition: SQL
    ) throws(DatabaseError) -> [(checkpoint: AuditCheckpoint?, mac: [UInt8]?)] {
        try all(
            """
            SELECT c.position, c.number, c.mac, c.at, c.signature, a.mac
            FROM audit_checkpoint c LEFT JOIN audit a ON a.number = c.number
            WHERE \(condition)
            """
        ) { row throws(DatabaseError) in
            var checkpoint: AuditCheckpoint?
            if let position = try? row.value(0, as: Int64.self), let number = try? row.value(1, as: Int64.self),
                let mac = try? row.value(2, as: [UInt8].self), let at = try? row.value(3, as: Timestamp.self),
                let signature = try? row.value(4, as: [UInt8].self)
            {
                checkpoint = AuditCheckpoint(
                    position: position, number: number, mac: mac, at: at, signature: signature)
            }
            return (checkpoint, try? row.value(5, as: [UInt8].self))
        }
    }
}
