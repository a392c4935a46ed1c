/// Reads bytes from chunks, one by one or line by line; a byte order mark at the start is skipped.
package struct ByteLines {
    private let chunks: () throws -> [UInt8]
    private var chunk: [UInt8] = []
    private var position = 0
    private var isBegun = false

    package init(_ chunks: @escaping () throws -> [UInt8]) {
        self.chunks = chunks
    }

    /// - Returns: nil at the end.
    mutating func next() throws -> UInt8? {
        if position == chunk.count {
            chunk = try isBegun ? chunks() : start()
            isBegun = true
            position = 0
            guard position < chunk.count else { return nil }
        }
        defer { position += 1 }
        return chunk[position]
    }

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The first bytes, without a mark.
    private func start() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count <= ByteLines.mark.count, case let more = try chunks(), !more.isEmpty { bytes += more }
        return bytes.starts(with: ByteLines.mark) ? Array(bytes.dropFirst(ByteLines.mark.count)) : bytes
    }

    /// The next line without its end; nil at the end. A longer line is cut to `limit` bytes plus one, which shows that it
    /// was cut.
    package mutating func nextLine(limit: Int) throws -> [UInt8]? {
        var line: [UInt8] = []
        var isEmpty = true
        while let byte = try next() {
            isEmpty = false
            if byte == UInt8(ascii: "\n") { break }
            if line.count <= limit { line.append(byte) }
        }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return isEmpty ? nil : line
    }
}
