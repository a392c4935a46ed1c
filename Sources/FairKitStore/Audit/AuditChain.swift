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
    /// The time of the last intact entry, in milliseconds.
    private var time: Int64?

    private static let step = AuditFilter.leastStep.components.seconds * 1000

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
            let entries = try connection.auditRows(after: number, limit: AuditChain.atOnce)
            guard let last = entries.last?.number else { return nil }
            let marks = try connection.marks(from: number, to: last)
            for entry in entries where entry.number <= end {
                let follows = entry.number == number + 1 || epochs.contains(entry.number - 1)
                let block = AuditBlock.of(entry.number)
                let isFound = block == AuditBlock.of(end) || entry.isMarked(by: marks[block] ?? [])
                let isOlder = time.map { (entry.time ?? 0) < $0 &- AuditChain.step } ?? entry.setsBack
                guard try isNext(entry, as: entry.number), follows, isFound, entry.setsBack == isOlder,
                    let mac = entry.mac
                else { return try finding(at: number + 1, before: entry.number, on: connection) }
                (self.number, self.mac, time) = (entry.number, mac, entry.time)
                count += 1
            }
            progress?.did(entries.count)
            // The caller that stopped it needs no answer.
            if progress?.now.isStopped ?? false { return nil }
        }
        return nil
    }

    /// Whether an entry is the one that was written under this number, after the last intact one.
    private func isNext(_ entry: AuditRow, as number: Int64) throws(DatabaseError) -> Bool {
        guard let mac = entry.mac, let columns = entry.columns, let patients = entry.patients else { return false }
        let expected = try seal.mac(of: number, after: self.mac, columns: columns, patients: patients)
        return equalInConstantTime(mac, expected)
    }

    /// The finding at a number. All other entries are tried to find out whether the right one was moved.
    private func finding(
        at wanted: Int64, before next: Int64, on connection: borrowing ReadTransaction
    ) throws(DatabaseError) -> AuditFinding {
        var last = wanted - 1
        while true {
            let entries = try connection.auditRows(after: last, limit: AuditChain.atOnce)
            guard let end = entries.last else { break }
            for entry in entries where entry.number != wanted {
                if try isNext(entry, as: wanted) { return .reordered(wanted, standsAt: entry.number) }
            }
            last = end.number
        }
        return next == wanted ? .changed(wanted) : .missing(wanted)
    }
}

extension AuditRow {
    fileprivate var time: Int64? {
        guard let columns, let place = AuditEntry.sealedColumns.firstIndex(of: "at"),
            case .integer(let time) = columns[place]
        else { return nil }
        return time
    }

    /// Whether the entry's patients are among the marks of its block.
    fileprivate func isMarked(by marks: Set<[UInt8]>) -> Bool {
        var patients = patients ?? []
        if let columns, let place = AuditEntry.sealedColumns.firstIndex(of: "profile_id") {
            patients.append(columns[place])
        }
        return patients.allSatisfy {
            guard case .blob(let patient) = $0 else { return true }
            return marks.contains(AuditBlock.mark(of: patient))
        }
    }
}

extension Connection {
    fileprivate func firstAuditNumber() throws(DatabaseError) -> Int64? {
        try first("SELECT number FROM audit ORDER BY number LIMIT 1") { row throws(DatabaseError) in try row.value(0) }
    }

    /// The marks of the blocks from one entry to another.
    fileprivate func marks(from first: Int64, to last: Int64) throws(DatabaseError) -> [Int64: Set<[UInt8]>] {
        let found = try all(
            """
            SELECT block, marks FROM audit_block
            WHERE block >= \(AuditBlock.of(first)) AND block <= \(AuditBlock.of(last))
            """
        ) { row throws(DatabaseError) in
            let marks = (try? row.value(1, as: [UInt8].self)) ?? []
            return (
                try row.value(0, as: Int64.self),
                Set(stride(from: 1, to: marks.count, by: 2).map { Array(marks[$0 - 1...$0]) })
            )
        }
        return Dictionary(found) { $1 }
    }
}
