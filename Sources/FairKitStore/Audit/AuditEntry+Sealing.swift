import FairKitCore
import Relational

extension Seal {
    /// The MAC that chains the entries: it covers the entry and the MAC before. See the decision
    /// `0020-a-chained-audit`.
    /// - Parameters:
    ///   - previous: the MAC of the entry before.
    ///   - columns: as stored, so that another type with the same text is another value.
    ///   - patients: the patients of a list, in the order of their bytes.
    func mac(
        of number: Int64, after previous: [UInt8], columns: [SQLValue], patients: [SQLValue]
    ) throws(DatabaseError) -> [UInt8] {
        var message = Array("fairkit/audit-entry/v1".utf8)
        message.reserveCapacity(512)
        message.append(value: .blob(previous))
        message.append(value: .integer(number))
        var columns = columns[...]
        while columns.count > AuditEntry.columnsAlwaysSealed, columns.last == .null { columns.removeLast() }
        message.append(number: columns.count)
        for column in columns { message.append(value: column) }
        message.append(number: patients.count)
        for patient in patients { message.append(value: patient) }
        return try mac(of: message)
    }
}

extension [UInt8] {
    /// Appends a byte for the type, the length if it varies, and the bytes, so that no two rows have the same form.
    fileprivate mutating func append(value: SQLValue) {
        switch value {
        case .null: append(0)
        case .integer(let number):
            append(1)
            append(number: Int(number))
        case .text(let text):
            append(2)
            append(number: text.utf8.count)
            append(contentsOf: text.utf8)
        case .blob(let bytes):
            append(3)
            append(number: bytes.count)
            append(contentsOf: bytes)
        }
    }

    fileprivate mutating func append(number: Int) {
        let bits = UInt64(bitPattern: Int64(number))
        for shift in stride(from: 56, through: 0, by: -8) { append(UInt8(truncatingIfNeeded: bits >> UInt64(shift))) }
    }
}

extension AuditEntry {
    /// The columns that a MAC covers, in their order. Later columns are appended, and only if they are not NULL, so
    /// that older entries keep their MACs.
    static let sealedColumns = [
        "at", "actor", "role", "account", "session", "address", "action", "outcome", "object", "profile_id",
        "request_id",
        "times", "break_glass",
    ]

    /// The number of columns that every MAC covers.
    fileprivate static let columnsAlwaysSealed = 12

    /// The values of `sealedColumns`.
    var columns: [SQLValue] {
        [
            at.sqlValue, actor.key.sqlValue, actor.role.sqlValue, actor.account.sqlValue, actor.session.sqlValue,
            actor.address.sqlValue, action.sqlValue, outcome.sqlValue, object.sqlValue, profileID.sqlValue,
            requestID.sqlValue, times.sqlValue, breakGlass ? true.sqlValue : .null,
        ]
    }

    /// The patients of a list, in the order in which they are sealed.
    var sortedPatients: [[UInt8]] {
        patients.map(\.bytes).sorted { $0.lexicographicallyPrecedes($1) }
    }
}
