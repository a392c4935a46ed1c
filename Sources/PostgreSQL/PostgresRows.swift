import Relational

/// The rows of a query, all of which the server has sent; one of them is the current row.
///
/// Other types than integers, truths, text and bytes have no value here, as floating point has none: a SUM of integers is
/// `numeric`, and such a statement lacks a CAST.
final class PostgresRows {
    private let sql: SQL
    private let result: LibPQResult
    private var row: Int32 = -1

    init(_ result: LibPQResult, of sql: SQL) {
        self.result = result
        self.sql = sql
    }

    /// Moves to the next row.
    /// - Returns: false if there is none.
    func next() -> Bool {
        row += 1
        return row < result.rows
    }
}

extension PostgresRows: ColumnSource {
    var text: String { sql.text }

    func isNull(_ column: Int32) -> Bool { result.isNull(row, column) }

    func integer(_ column: Int32) -> Int64? {
        guard !isNull(column) else { return nil }
        switch result.type(of: column) {
        case PostgresType.bool, PostgresType.int2, PostgresType.int4, PostgresType.int8: break
        default: return nil
        }
        // Of one, two, four or eight bytes, the most significant first.
        return result.withBytes(row, column) { bytes in
            var number: Int64 = bytes.isEmpty ? 0 : Int64(Int8(bitPattern: bytes.byte(0)))
            for index in bytes.byteOffsets.dropFirst() { number = number << 8 | Int64(bytes.byte(index)) }
            return number
        }
    }

    func text(_ column: Int32) -> String? {
        guard !isNull(column), result.type(of: column) == PostgresType.text else { return nil }
        return result.withBytes(row, column) { bytes in
            unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
        }
    }

    func withBytes(_ column: Int32, _ body: (RawSpan) -> Void) -> Bool {
        guard !isNull(column), result.type(of: column) == PostgresType.bytea else { return false }
        result.withBytes(row, column, body)
        return true
    }

    func value(_ column: Int32) -> SQLValue? {
        if isNull(column) { return .null }
        if let number = integer(column) { return .integer(number) }
        if let text = text(column) { return .text(text) }
        var blob: [UInt8] = []
        let isBlob = withBytes(column) { bytes in unsafe bytes.withUnsafeBytes { unsafe blob = [UInt8]($0) } }
        return isBlob ? .blob(blob) : nil
    }
}

extension RawSpan {
    fileprivate func byte(_ offset: Int) -> UInt8 { unsafe unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self) }
}
