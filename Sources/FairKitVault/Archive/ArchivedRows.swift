package import KeyRing
package import Relational

/// Some rows of one table, as a piece of an archive holds them: the table's place in the header (2 bytes), the number of
/// rows (4 bytes), and each row's values.
///
/// A value is a byte for its type, then for an integer 8 bytes, for a text or a blob its length in 4 bytes and its bytes.
/// Numbers have their most significant byte first.
package struct ArchivedRows: Sendable {
    /// The table's place in the header.
    package let table: Int
    package private(set) var rows = 0
    /// The whole piece.
    package private(set) var bytes: [UInt8]

    /// A piece is closed once it has this size.
    package static let size = 1 << 20
    private static let headLength = 6

    /// - Parameter table: its place in the header.
    package init(of table: Int) {
        self.table = table
        bytes = [UInt8](repeating: 0, count: ArchivedRows.headLength)
        bytes.reserveCapacity(ArchivedRows.size + ArchivedRows.size / 4)
        put(number: table, length: 2, at: 0)
    }

    package var isFull: Bool { bytes.count >= ArchivedRows.size }

    /// Appends a row.
    /// - Parameter row: `ArchivedRows.encoded`.
    package mutating func append(_ row: [UInt8]) {
        bytes += row
        rows += 1
        put(number: rows, length: 4, at: 2)
    }

    /// The values of a row, as a piece has them.
    package static func encoded(_ values: [SQLValue]) -> [UInt8] {
        var bytes: [UInt8] = []
        for value in values { bytes.append(value) }
        return bytes
    }

    private mutating func put(number: Int, length: Int, at start: Int) {
        for place in 0..<length {
            bytes[start + place] = UInt8(truncatingIfNeeded: number >> (8 * (length - 1 - place)))
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ value: SQLValue) {
        switch value {
        case .null: append(0)
        case .integer(let number):
            append(1)
            append(number: UInt64(bitPattern: number), length: 8)
        case .text(let text):
            append(2)
            append(number: UInt64(text.utf8.count), length: 4)
            append(contentsOf: text.utf8)
        case .blob(let blob):
            append(3)
            append(number: UInt64(blob.count), length: 4)
            append(contentsOf: blob)
        }
    }

    private mutating func append(number: UInt64, length: Int) {
        for place in (0..<length).reversed() { append(UInt8(truncatingIfNeeded: number >> UInt64(8 * place))) }
    }
}

extension ArchivedRows {
    /// Reads the rows of a piece.
    /// - Parameter columns: the number of columns of each table, in the order of the header.
    /// - Returns: nil if the piece does not have this form.
    package static func read(_ piece: [UInt8], columns: [Int]) -> (table: Int, rows: [[SQLValue]])? {
        var reader = PieceReader(piece)
        guard let table = reader.number(2), let count = reader.number(4), table < columns.count else { return nil }
        var rows: [[SQLValue]] = []
        for _ in 0..<count {
            var row: [SQLValue] = []
            row.reserveCapacity(columns[Int(table)])
            for _ in 0..<columns[Int(table)] {
                guard let value = reader.value() else { return nil }
                row.append(value)
            }
            rows.append(row)
        }
        return reader.isAtEnd ? (Int(table), rows) : nil
    }
}

private struct PieceReader {
    private let piece: [UInt8]
    private var place = 0

    init(_ piece: [UInt8]) { self.piece = piece }

    var isAtEnd: Bool { place == piece.count }

    mutating func number(_ length: Int) -> UInt64? {
        guard length <= piece.count - place else { return nil }
        var number: UInt64 = 0
        for _ in 0..<length {
            number = number << 8 | UInt64(piece[place])
            place += 1
        }
        return number
    }

    mutating func value() -> SQLValue? {
        switch number(1) {
        case 0: return .null
        case 1: return number(8).map { .integer(Int64(bitPattern: $0)) }
        case 2: return bytes().flatMap { String(validating: $0, as: UTF8.self) }.map { .text($0) }
        case 3: return bytes().map { .blob(Array($0)) }
        default: return nil
        }
    }

    private mutating func bytes() -> ArraySlice<UInt8>? {
        guard let length = number(4), length <= UInt64(piece.count - place) else { return nil }
        defer { place += Int(length) }
        return piece[place..<(place + Int(length))]
    }
}

/// The digest of rows, piece by piece: SHA-256 of the digest so far and the next piece.
package struct RowDigest: Sendable {
    package private(set) var value = [UInt8](repeating: 0, count: 32)

    package init() {}

    package mutating func add(_ piece: [UInt8]) throws(KeyError) { value = try sha256(value + piece) }
}
