import FairKitCore
import FairKitVault
import SQLCipher

/// Seals the entries of a store from before its audit was sealed, some in each transaction.
///
/// Whether that is still to be done is told by `key.json`, which gets the audit's secret only when it has been: so nobody who holds the
/// database's key can have it done again. A crash before loses the secret, and the next opening begins anew.
struct EarlierEntries: Sendable {
    private let seal: any Seal
    private var last: (number: Int64, mac: [UInt8]) = (0, AuditHead.origin.mac)
    /// The audit was sealed before, by a secret that this `key.json` does not hold.
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
            guard let columns = row.columns else { throw .unsealed("entry \(row.number) holds what was never written") }
            let mac = try seal.mac(of: row.number, after: last.mac, columns: columns, patients: [])
            try connection.run("UPDATE audit SET mac = \(mac) WHERE number = \(row.number)")
            last = (row.number, mac)
        }
        return rows.count == EarlierEntries.atOnce
    }
}

/// An entry as it stands in the table, whatever has become of it.
struct AuditRow: Sendable {
    let number: Int64
    /// nil: no bytes.
    let mac: [UInt8]?
    /// The values of `AuditEntry.sealedColumns`; nil: not all are of a type that is ever written.
    let columns: [SQLValue]?
}

extension Connection {
    /// Rows in the order of their numbers.
    func auditRows(after number: Int64, limit: Int) throws(DatabaseError) -> [AuditRow] {
        try all(
            """
            SELECT number, mac, at, actor, role, account, session, address, action, outcome, object, profile_id,
                request_id, times, break_glass
            FROM audit WHERE number > \(number) ORDER BY number LIMIT \(limit)
            """
        ) { row throws(DatabaseError) in
            var columns: [SQLValue]? = []
            for index in AuditEntry.sealedColumns.indices {
                if let value = try? row.value(index + 2, as: SQLValue.self) {
                    columns?.append(value)
                } else {
                    columns = nil
                }
            }
            return AuditRow(number: try row.value(0), mac: try? row.value(1, as: [UInt8].self), columns: columns)
        }
    }
}
