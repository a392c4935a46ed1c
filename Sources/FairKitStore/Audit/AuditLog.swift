package import FairKitCore
import FairKitVault
package import Relational

extension WriteTransaction {
    /// Appends a sealed entry to the audit log. If it can't be sealed, it fails, and so does the transaction.
    package func record(_ entry: AuditEntry) throws(DatabaseError) { try record([entry]) }

    /// Appends sealed entries to the audit log, in their order.
    package func record(_ entries: [AuditEntry]) throws(DatabaseError) {
        guard !entries.isEmpty else { return }
        let seal = try seal
        var head = try auditEnd()
        var sealed: [SealedEntry] = []
        var full: [Int64] = []
        for entry in entries {
            let patients = entry.sortedPatients
            let number = max(head.number, head.epoch) + 1
            let mac = try seal.mac(
                of: number, after: head.mac, columns: entry.columns, patients: patients.map { .blob($0) })
            if AuditBlock.of(number) > AuditBlock.of(head.number) { full.append(AuditBlock.of(head.number)) }
            (head.number, head.mac) = (number, mac)
            let setsBack = head.at.map { entry.at.advanced(by: AuditFilter.leastStep) < $0 } ?? false
            head.at = entry.at
            sealed.append(
                SealedEntry(entry: entry, number: number, mac: mac, patients: patients, setsBack: setsBack))
            guard number.isMultiple(of: AuditCheckpoint.interval) else { continue }
            try insertEntries(sealed)
            sealed = []
            try signAudit(at: entry.at)
        }
        try insertEntries(sealed)
        for block in full { try mark(block) }
    }

    /// The last entry, and the newest epoch, after which the next entry comes.
    private func auditEnd() throws(DatabaseError) -> (number: Int64, mac: [UInt8], epoch: Int64, at: Timestamp?) {
        let end = try first("SELECT number, mac, \(Epoch.last), at FROM audit ORDER BY number DESC LIMIT 1") {
            row throws(DatabaseError) in
            (
                number: try row.value(0, as: Int64.self), mac: try row.value(1, as: [UInt8].self),
                epoch: try row.value(2, as: Int64.self), at: try row.value(3, as: Timestamp?.self)
            )
        }
        if let end { return end }
        return (0, AuditHead.origin.mac, try lastEpoch(), nil)
    }

    /// Stores entries in their order: several by one statement, which costs a server less.
    private func insertEntries(_ entries: [SealedEntry]) throws(DatabaseError) {
        for some in entries.together(where: { $0.pattern == $1.pattern }) {
            try run(
                """
                INSERT INTO audit (number, at, actor, role, account, session, address, action, outcome, object, profile_id,
                    request_id, times, break_glass, mac, patients, sets_back)
                VALUES \(some.map(\.row).joined(by: ", "))
                """)
        }
    }

    /// Signs the state of the audit log if it has advanced since the last checkpoint.
    /// - Returns: the last checkpoint; nil: there is no entry yet.
    @discardableResult
    func signAudit(at now: Timestamp) throws(DatabaseError) -> AuditCheckpoint? {
        let (head, last) = (try auditHead(), try lastCheckpoint())
        guard head.number > last?.number ?? 0 else { return last }
        let (seal, position) = (try seal, (last?.position ?? 0) + 1)
        let signature = try seal.signature(
            of: AuditCheckpoint.statement(
                position: position, number: head.number, mac: head.mac, at: now, of: seal.owner))
        try run(
            """
            INSERT INTO audit_checkpoint (position, number, mac, at, signature)
            VALUES (\(position), \(head.number), \(head.mac), \(now), \(signature))
            """)
        return AuditCheckpoint(
            position: position, number: head.number, mac: head.mac, at: now, signature: signature)
    }
}

/// An entry with its place in the chain.
private struct SealedEntry {
    let entry: AuditEntry
    let number: Int64
    let mac: [UInt8]
    let patients: [[UInt8]]
    /// Whether its time is more than an hour before that of the entry before it.
    let setsBack: Bool

    var row: SQL {
        let actor = entry.actor
        return """
            (\(number), \(entry.at), \(actor.key), \(actor.role), \(actor.account), \(actor.session),
                \(sealed: actor.address, .auditAddress, of: number), \(entry.action), \(entry.outcome),
                \(entry.object), \(entry.profileID), \(entry.requestID), \(entry.times), \(entry.breakGlass ? true : nil), \(mac),
                \(patients.isEmpty ? nil : Array(patients.joined())), \(setsBack ? true : nil))
            """
    }

    /// Which columns are NULL: an engine prepares a statement for each pattern.
    var pattern: [Bool] { entry.columns.map { $0 == .null } + [patients.isEmpty, setsBack] }
}

extension Connection {
    /// The last entry's number and MAC. It is read from the table each time, so that a rollback can't leave a wrong
    /// value in memory.
    func auditHead() throws(DatabaseError) -> (number: Int64, mac: [UInt8]) {
        let head = try first("SELECT number, mac FROM audit ORDER BY number DESC LIMIT 1") {
            row throws(DatabaseError) in
            (number: try row.value(0, as: Int64.self), mac: try row.value(1, as: [UInt8].self))
        }
        return head ?? (0, AuditHead.origin.mac)
    }

    /// The newest checkpoint; nil if there is none.
    package func lastCheckpoint() throws(DatabaseError) -> AuditCheckpoint? {
        try checkpoints("1 = 1 ORDER BY position DESC LIMIT 1").first
    }

    func checkpoints(_ condition: SQL) throws(DatabaseError) -> [AuditCheckpoint] {
        try all("SELECT position, number, mac, at, signature FROM audit_checkpoint WHERE \(condition)") {
            row throws(DatabaseError) in
            AuditCheckpoint(
                position: try row.value(0), number: try row.value(1), mac: try row.value(2), at: try row.value(3),
                signature: try row.value(4))
        }
    }

    /// The time of the last entry.
    func lastEntryTime() throws(DatabaseError) -> Timestamp? {
        try first("SELECT at FROM audit ORDER BY number DESC LIMIT 1") { row throws(DatabaseError) in try row.value(0) }
    }
}
