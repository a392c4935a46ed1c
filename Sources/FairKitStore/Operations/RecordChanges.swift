package import FairKitCore
package import Relational

extension Connection {
    /// The changes after a number, in their order; 0: from the first. `Store.commits` tells when there are more.
    package func changes(after number: Int64, limit: Int) throws(DatabaseError) -> [RecordChange] {
        try all(
            """
            SELECT number, noun, id, version, at FROM change WHERE number > \(number) ORDER BY number LIMIT \(limit)
            """
        ) { row throws(DatabaseError) in
            let record: ChangedRecord
            switch try row.value(1, as: ChangedRecord.Noun.self) {
            case .profile: record = .profile(try row.value(2))
            case .kit: record = .kit(try row.value(2))
            case .result: record = .result(try row.value(2))
            case .alert: record = .alert(try row.value(2))
            }
            return RecordChange(
                number: try row.value(0), record: record, version: try row.value(3), at: try row.value(4))
        }
    }
}

extension WriteTransaction {
    /// Records in the same transaction that a record was created, changed or erased. The functions that store records
    /// call it, so that no use case can forget it.
    func logChange(of record: ChangedRecord, version: Int? = nil, at now: Timestamp) throws(DatabaseError) {
        let (noun, id) = record.columns
        try run(
            """
            INSERT INTO change (number, noun, id, version, at)
            VALUES (\(Epoch.next(in: "change")), \(noun), \(id), \(version), \(now))
            """)
    }
}

extension ChangedRecord {
    /// The stored kind of a record.
    fileprivate enum Noun: String, SQLValueConvertible {
        case profile, kit, result, alert
    }

    fileprivate var columns: (noun: Noun, id: [UInt8]) {
        switch self {
        case .profile(let id): (.profile, id.bytes)
        case .kit(let id): (.kit, id.bytes)
        case .result(let id): (.result, id.bytes)
        case .alert(let id): (.alert, id.bytes)
        }
    }
}
