import FairKitCore
import FairKitVault
import Relational

/// Seals the entries of a store from a version without a sealed audit log, some in each transaction.
///
/// `key.json` tells whether that is still to be done: it gets the audit secret only afterwards. So an attacker with the
/// database's key can't have the log sealed again. A crash before that loses the secret, and the next opening starts
/// over.
struct EarlierEntries: Sendable {
    private let seal: any Seal
    private var last: (number: Int64, mac: [UInt8]) = (0, AuditHead.origin.mac)
    /// The audit log was sealed before, with a secret that this `key.json` does not hold.
    private(set) var areSealed = false

    private static let atOnce = 2000

    init(seal: any Seal) {
        self.seal = seal
    }

    /// - Returns: whether there is more to do.
    mutating func sealSome(on connection: borrowing WriteTransaction) throws(DatabaseError) -> Bool {
        if last.number == 0, try connection.lastCheckpoint() != nil {
            areSealed = true
            return false
        }
        let rows = try connection.auditRows(after: last.number, limit: EarlierEntries.atOnce)
        for row in rows {
            guard let columns = row.columns else { throw .unsealed("entry \(row.number) has an unexpected type") }
            let mac = try seal.mac(of: row.number, after: last.mac, columns: columns, patients: [])
            try connection.run("UPDATE audit SET mac = \(mac) WHERE number = \(row.number)")
            last = (row.number, mac)
        }
        return rows.count == EarlierEntries.atOnce
    }
}

/// A stored entry, intact or not.
struct AuditRow: Sendable {
    let number: Int64
    /// nil: not a blob.
    let mac: [UInt8]?
    /// The values of `AuditEntry.sealedColumns`; nil: some have a type that is never written.
    let columns: [SQLValue]?
    /// The patients of a list; nil: a type that is never written.
    let patients: [SQLValue]?
    /// Whether it is marked as older than the entry before it.
    let setsBack: Bool
}

extension Connection {
    /// Rows in the order of their numbers.
    func auditRows(after number: Int64, limit: Int) throws(DatabaseError) -> [AuditRow] {
        try all(
            """
            SELECT number, mac, at, actor, role, account, session, address, action, outcome, object, profile_id,
                request_id, times, break_glass, patients, sets_back
            FROM audit WHERE number > \(number) ORDER BY number LIMIT \(limit)
            """
        ) { row throws(DatabaseError) in
            var columns: [SQLValue]? = []
            for index in AuditEntry.sealedColumns.indices {
                let value =
                    AuditEntry.sealedColumns[index] == "address"
                    ? try? row.value(index + 2, as: SQLValue.self, sealed: .auditAddress, key: 0)
                    : try? row.value(index + 2, as: SQLValue.self)
                if let value {
                    columns?.append(value)
                } else {
                    columns = nil
                }
            }
            let patients = try? row.value(AuditEntry.sealedColumns.count + 2, as: [UInt8]?.self) ?? []
            return AuditRow(
                number: try row.value(0), mac: try? row.value(1, as: [UInt8].self), columns: columns,
                patients: patients?.ids.map { .blob($0) },
                setsBack: (try? row.value(AuditEntry.sealedColumns.count + 3, as: Int64?.self)) != nil)
        }
    }
}
