import Relational

/// The values of a statement in PostgreSQL's binary format, one after another.
///
/// Each has a type: without one, the server would infer it, and refuse `$1 - $2`. Only that of a NULL is inferred.
struct Parameters {
    /// The object identifiers of their types; 0 is inferred.
    private(set) var types: [UInt32] = []
    /// The bytes of all values, and one more, so that an empty value has an address as well.
    private(set) var bytes: [UInt8] = []
    /// Where each value lies in the bytes; nil is NULL.
    private(set) var ranges: [Range<Int>?] = []

    init(_ values: [SQLValue]) {
        types.reserveCapacity(values.count)
        ranges.reserveCapacity(values.count)
        for value in values { append(value) }
        bytes.append(0)
    }

    private mutating func append(_ value: SQLValue) {
        let start = bytes.count
        switch value {
        case .null:
            types.append(0)
            ranges.append(nil)
            return
        case .integer(let number):
            types.append(PostgresType.int8)
            // Most significant byte first.
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        case .text(let text):
            types.append(PostgresType.text)
            bytes.append(contentsOf: text.utf8)
        case .blob(let blob):
            types.append(PostgresType.bytea)
            bytes.append(contentsOf: blob)
        }
        ranges.append(start..<bytes.count)
    }
}

/// The object identifiers of PostgreSQL's own types, which never change: `pg_type.dat` of its sources.
enum PostgresType {
    static let bool: UInt32 = 16
    static let bytea: UInt32 = 17
    static let int8: UInt32 = 20
    static let int2: UInt32 = 21
    static let int4: UInt32 = 23
    static let text: UInt32 = 25
}
