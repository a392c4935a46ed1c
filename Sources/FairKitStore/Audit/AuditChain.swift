import FairKitCore
import FairKitVault
import KeyRing
import Relational

/// Follows the audit log from the first entry, as long as each entry is intact.
///
/// It reads in pieces, each on a snapshot of its own. Entries never change, so the pieces fit together.
struct AuditChain {
    private let seal: any Seal
    /// The last intact entry, and its MAC.
    private(set) var number: Int64 = 0
    /// How many entries are intact.
    private(set) var count: Int64 = 0
    private var mac = AuditHead.origin.mac

    private static let atOnce = 1000

    init(seal: any Seal) {
        self.seal = seal
    }

    /// - Parameter end: the last entry to verify.
    /// - Returns: the first finding.
    mutating func follow(
        to end: Int64, on connection: borrowing ReadTransaction, watchedBy progress: WorkProgress? = nil
    ) throws(DatabaseError) -> AuditFinding? {
        if let first = try connection.firstAuditNumber(), first < 1 { return .inserted(first) }
        let epochs = Set(try connection.epochs())
        while number < end {
            let entries = try connection.entries(after: number, limit: AuditChain.atOnce)
            guard !entries.isEmpty else { return nil }
            for entry in entries where entry.row.number <= end {
                let follows = entry.row.number == number + 1 || epochs.contains(entry.row.number - 1)
                guard try isNext(entry, as: entry.row.number), follows, let mac = entry.row.mac
                else { return try finding(at: number + 1, before: entry.row.number, on: connection) }
                (self.number, self.mac) = (entry.row.number, mac)
                count += 1
            }
            progress?.did(entries.count)
            // The caller that stopped it needs no answer.
            if progress?.now.isStopped ?? false { return nil }
        }
        return nil
    }

    /// Whether an entry is the one that was written under this number, after the last intact one.
    private func isNext(_ entry: SealedEntry, as number: Int64) throws(DatabaseError) -> Bool {
        guard let mac = entry.row.mac, let columns = entry.row.columns, let patients = entry.patients else {
            return false
        }
        let expected = try seal.mac(of: number, after: self.mac, columns: columns, patients: patients)
        return equalInConstantTime(mac, expected)
    }

    /// The finding at a number. All other entries are tried to find out whether the right one was moved.
    private func finding(
        at wanted: Int64, before next: Int64, on connection: borrowing ReadTransaction
    ) throws(DatabaseError) -> AuditFinding {
        var last = wanted - 1
        while true {
            let entries = try connection.entries(after: last, limit: AuditChain.atOnce)
            guard let end = entries.last else { break }
            for entry in entries where entry.row.number != wanted {
                if try isNext(entry, as: wanted) { return .reordered(wanted, standsAt: entry.row.number) }
            }
            last = end.row.number
        }
        return next == wanted ? .changed(wanted) : .missing(wanted)
    }
}

/// A stored entry, with its patients.
private struct SealedEntry {
    let row: AuditRow
    /// nil: some have a type that is never written.
    let patients: [SQLValue]?
}

extension Connection {
    fileprivate func firstAuditNumber() throws(DatabaseError) -> Int64? {
        try first("SELECT number FROM audit ORDER BY number LIMIT 1") { row throws(DatabaseError) in try row.value(0) }
    }

    fileprivate func entries(after number: Int64, limit: Int) throws(DatabaseError) -> [SealedEntry] {
        let rows = try auditRows(after: number, limit: limit)
        guard let last = rows.last?.number else { return [] }
        let patients = try all(
            """
            SELECT entry, profile_id FROM audit_patient
            WHERE block >= \(AuditBlock.of(number)) AND block <= \(AuditBlock.of(last)) AND entry > \(number) AND entry <= \(last)
                AND \(.storedType)(entry) = \(.integerType) AND block = entry / \(AuditBlock.size)
            ORDER BY entry, profile_id
            """
        ) { row throws(DatabaseError) in
            (entry: try row.value(0, as: Int64.self), patient: try? row.value(1, as: SQLValue.self))
        }
        let shown = Dictionary(grouping: patients, by: \.entry)
        return rows.map { row in
            let patients = shown[row.number] ?? []
            let values = patients.compactMap(\.patient)
            return SealedEntry(row: row, patients: values.count == patients.count ? values : nil)
        }
    }

    /// The first entry whose patients are recorded though it does not exist, or in the wrong block.
    func strayPatients() throws(DatabaseError) -> AuditFinding? {
        let last = AuditBlock.of(try lastAuditNumber())
        // Other types sort after all numbers.
        for end in ["block < 0", "block > \(last)"] as [SQL] {
            if let stray = try strayPatient(end) { return stray }
        }
        var begin: Int64? = 0
        while let block = begin {
            if let stray = try strayPatient("block >= \(block) AND block < \(block + 32)") { return stray }
            begin = try first("SELECT MIN(block) FROM audit_patient WHERE block >= \(block + 32) AND block <= \(last)")
            {
                row throws(DatabaseError) in try row.value(0, as: Int64?.self)
            }.flatMap(\.self)
        }
        return nil
    }

    private func strayPatient(_ some: SQL) throws(DatabaseError) -> AuditFinding? {
        let stray = try first(
            """
            SELECT COALESCE(CAST(entry AS BIGINT), 0) FROM audit_patient p
            WHERE \(some) AND (\(.storedType)(entry) <> \(.integerType) OR block <> entry / \(AuditBlock.size)
                OR NOT EXISTS (SELECT 1 FROM audit a WHERE a.number = p.entry))
            LIMIT 1
            """
        ) { row throws(DatabaseError) in try row.value(0, as: Int64.self) }
        return stray.map { .strayPatients($0) }
    }
}
