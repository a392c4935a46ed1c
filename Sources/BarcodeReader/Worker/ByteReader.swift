/// Takes numbers and runs of bytes from the front of a message; nil once it holds too few.
struct ByteReader {
    private let bytes: [UInt8]
    private(set) var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= bytes.count - offset else { return nil }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }

    /// An unsigned number of `count` bytes (at most 7), most significant first.
    mutating func number(_ count: Int) -> Int? {
        take(count)?.reduce(0) { $0 << 8 | Int($1) }
    }
}

extension [UInt8] {
    /// Appends a number as `count` bytes, most significant first, clamped to their range.
    mutating func append(_ number: Int, bytes count: Int) {
        let clamped = Swift.min(Swift.max(number, 0), 1 << (8 * count) - 1)
        for place in (0..<count).reversed() { append(UInt8(truncatingIfNeeded: clamped >> (8 * place))) }
    }
}
