/// Reads values separated by commas, semicolons or tabs (RFC 4180), record by record, from bytes that arrive in pieces.
///
/// The first separator of the first record is the one of the file. In addition, lines may end in LF alone, and empty lines
/// and a first line `sep=;` are skipped. A malformed record is reported, and reading goes on after it.
package struct CSVReader {
    /// One record, with the line on which it begins.
    package struct Record: Equatable {
        package let line: Int
        /// nil: the record is malformed.
        package let fields: [String]?
    }

    /// Longest record. An open quote would swallow the rest of the file otherwise.
    package static let longest = 1 << 16

    private enum State { case start, plain, quoted, quoteInQuoted, broken }

    /// nil until the first record shows it.
    package private(set) var separator: UInt8?
    private var hasBegun = false
    private var line = 1

    // The record that is being read.
    private var first = 1
    private var fields: [[UInt8]] = []
    private var field: [UInt8] = []
    private var state = State.start
    private var length = 0

    private static let separators = Array(",;\t".utf8)

    package init() {}

    /// The records that the next bytes complete.
    package mutating func take(_ bytes: [UInt8]) -> [Record] {
        var records: [Record] = []
        for byte in bytes where read(byte) {
            if let record = cut() { records.append(record) }
        }
        return records
    }

    /// The last record, if its line has no end.
    package mutating func finish() -> Record? { length == 0 ? nil : cut() }

    /// - Returns: whether the byte ends the record.
    private mutating func read(_ byte: UInt8) -> Bool {
        length += 1
        if byte == UInt8(ascii: "\n") { line += 1 }
        switch (state, byte) {
        case (.quoted, UInt8(ascii: "\"")): state = .quoteInQuoted
        case (.quoted, _): append(byte)
        case (.quoteInQuoted, UInt8(ascii: "\"")):
            append(byte)
            state = .quoted
        case (_, UInt8(ascii: "\n")):
            if state == .start || state == .plain, field.last == UInt8(ascii: "\r") { field.removeLast() }
            return true
        case (.broken, _): break
        case (_, _) where separates(byte):
            fields.append(field)
            field = []
            state = .start
        case (.quoteInQuoted, UInt8(ascii: "\r")): break
        case (.quoteInQuoted, _): state = .broken
        case (.start, UInt8(ascii: "\"")): state = .quoted
        case (_, UInt8(ascii: "\"")): state = .broken
        case (_, _):
            append(byte)
            state = .plain
        }
        return false
    }

    private mutating func separates(_ byte: UInt8) -> Bool {
        if let separator { return byte == separator }
        guard !hasBegun, CSVReader.separators.contains(byte) else { return false }
        separator = byte
        return true
    }

    /// - Returns: nil for a line without content.
    private mutating func cut() -> Record? {
        defer {
            (fields, field, state, length) = ([], [], .start, 0)
            first = line
        }
        let isEmpty = fields.isEmpty && field.isEmpty && (state == .start || state == .plain)
        guard !isEmpty else { return nil }
        fields.append(field)
        defer { hasBegun = true }
        if !hasBegun, fields == [Array("sep=".utf8), []] { return nil }
        let isWhole = state != .quoted && state != .broken && length <= CSVReader.longest
        return Record(line: first, fields: isWhole ? texts : nil)
    }

    private mutating func append(_ byte: UInt8) {
        if length <= CSVReader.longest { field.append(byte) }
    }

    /// nil: not UTF-8.
    private var texts: [String]? {
        let texts = fields.compactMap { String(validating: $0, as: UTF8.self) }
        return texts.count == fields.count ? texts : nil
    }
}
