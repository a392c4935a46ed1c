/// Reads comma-separated values by RFC 4180, record by record.
///
/// In addition, lines may end in LF alone, and a byte order mark and empty lines are skipped. A malformed record is reported,
/// and reading goes on after it.
package struct CSVReader {
    /// One record, with the line on which it begins.
    package struct Record: Equatable {
        package let line: Int
        /// nil: the record is malformed.
        package let fields: [String]?
    }

    /// Longest record. An open quote would swallow the rest of the file otherwise.
    package static let longest = 1 << 16

    private var bytes: ByteLines
    private var line = 1

    package init(_ chunks: @escaping () throws -> [UInt8]) {
        bytes = ByteLines(chunks)
    }

    private enum State { case start, plain, quoted, quoteInQuoted, broken }

    /// - Returns: nil at the end.
    package mutating func next() throws -> Record? {
        while true {
            let first = line
            guard let record = try readRecord() else { return nil }
            if record != [] { return Record(line: first, fields: record.flatMap(texts)) }
        }
    }

    /// - Returns: nil at the end, `.some(nil)` for a malformed record, no field for an empty line.
    private mutating func readRecord() throws -> [[UInt8]]?? {
        var fields: [[UInt8]] = []
        var field: [UInt8] = []
        var state = State.start
        var isEmpty = true
        var length = 0
        while let byte = try bytes.next() {
            isEmpty = false
            length += 1
            if byte == UInt8(ascii: "\n") { line += 1 }
            switch (state, byte) {
            case (.quoted, UInt8(ascii: "\"")): state = .quoteInQuoted
            case (.quoted, _): append(byte, to: &field, length)
            case (.quoteInQuoted, UInt8(ascii: "\"")):
                append(byte, to: &field, length)
                state = .quoted
            case (.broken, UInt8(ascii: "\n")): return .some(nil)
            case (.broken, _): break
            case (_, UInt8(ascii: "\n")):
                if state != .quoteInQuoted, field.last == UInt8(ascii: "\r") { field.removeLast() }
                if state != .quoteInQuoted, fields.isEmpty, field.isEmpty { return .some([]) }
                return length > CSVReader.longest ? .some(nil) : .some(fields + [field])
            case (_, UInt8(ascii: ",")):
                fields.append(field)
                field = []
                state = .start
            case (.quoteInQuoted, UInt8(ascii: "\r")): break
            case (.quoteInQuoted, _): state = .broken
            case (.start, UInt8(ascii: "\"")): state = .quoted
            case (_, UInt8(ascii: "\"")): state = .broken
            case (_, _):
                append(byte, to: &field, length)
                state = .plain
            }
        }
        if isEmpty { return nil }
        return state == .quoted || state == .broken || length > CSVReader.longest ? .some(nil) : .some(fields + [field])
    }

    private func append(_ byte: UInt8, to field: inout [UInt8], _ length: Int) {
        if length <= CSVReader.longest { field.append(byte) }
    }

    private func texts(_ fields: [[UInt8]]) -> [String]? {
        let texts = fields.compactMap { String(validating: $0, as: UTF8.self) }
        return texts.count == fields.count ? texts : nil
    }
}
