/// Reads values separated by commas, semicolons or tabs (RFC 4180), record by record, from bytes that arrive in pieces.
///
/// The first separator of the first record is the one of the file. In addition, lines may end in LF or CR alone, and empty
/// lines, lines of empty values, and a first line `sep=;` are skipped. A malformed record is reported, and reading goes on
/// with the next line: a quote that is never closed costs its own line only.
package struct CSVReader {
    /// One record, with the line on which it begins.
    package struct Record: Equatable {
        package let line: Int
        /// nil: the record is malformed. Bytes that are no UTF-8 are `UTF8Text.unreadable`.
        package let fields: [String]?
        /// Whether it is malformed because it is too long.
        package var isTooLong = false
        /// Whether its line has no end, in a file that may have been cut off.
        package var isCutOff = false
    }

    /// Longest record.
    package static let longest = 1 << 16

    private var lines = LineSplitter(longest: CSVReader.longest)
    /// nil: there was none yet.
    package private(set) var separator: UInt8?
    /// The values of the first record; nil: there was none yet.
    private var columns: Int?
    /// A record with an open quote, and its lines.
    private var unclosed: (draft: Draft, lines: [LineSplitter.Line])?

    package init() {}

    /// The records that the next bytes complete.
    package mutating func take(_ bytes: [UInt8]) -> [Record] { lines.take(bytes).flatMap { read($0) } }

    /// The records that are left at the end of the file.
    ///
    /// - Parameter isWhole: whether the file is known to be complete.
    package mutating func finish(isWhole: Bool = true) -> [Record] {
        let last = lines.finish()
        var records = last.map { read($0) } ?? []
        while unclosed != nil { records += endOpen() }
        if !isWhole, let last, records.last?.line == last.number || records.last?.fields != nil {
            records[records.count - 1].isCutOff = true
        }
        return records
    }

    private mutating func read(_ line: LineSplitter.Line) -> [Record] {
        guard let bytes = line.bytes else {
            return endOpen() + [Record(line: line.number, fields: nil, isTooLong: true)]
        }
        if unclosed != nil, let record = recordAlone(bytes, at: line.number) { return endOpen() + [record] }
        var (draft, lines) = (unclosed?.draft ?? Draft(), unclosed?.lines ?? [])
        // Without a second owner they grow in place.
        unclosed = nil
        let isTooLong = draft.length + bytes.count > CSVReader.longest
        draft.read(bytes, &separator, choosing: columns == nil)
        lines.append(line)
        switch draft.state {
        case .quoted where !isTooLong:
            unclosed = (draft, lines)
            return []
        case .quoted, .broken:
            unclosed = (draft, lines)
            return endOpen()
        case .start, .plain, .quoteInQuoted:
            return [record(draft, at: lines[0].number)].compactMap(\.self)
        }
    }

    /// Ends a record whose quote is not closed: its first line is malformed, and the others are read by themselves.
    private mutating func endOpen() -> [Record] {
        guard let lines = unclosed?.lines else { return [] }
        unclosed = nil
        return [Record(line: lines[0].number, fields: nil)] + lines.dropFirst().flatMap { read($0) }
    }

    /// The record that a line inside an open quote would be by itself: the quote was never meant to go on.
    private func recordAlone(_ bytes: [UInt8], at line: Int) -> Record? {
        var (draft, separator) = (Draft(), self.separator)
        draft.read(bytes, &separator, choosing: false)
        guard let columns, columns > 1, draft.state != .quoted, draft.state != .broken,
            draft.fields.count + 1 == columns || draft.isFollowedByNothing(columns)
        else { return nil }
        return Record(line: line, fields: draft.texts)
    }

    /// - Returns: nil for a line without content.
    private mutating func record(_ draft: Draft, at line: Int) -> Record? {
        guard !draft.isFollowedByNothing(0) else { return nil }
        let fields = draft.texts
        if columns == nil {
            // A spreadsheet's own note.
            if fields == ["sep=", ""] { return nil }
            columns = fields.count
        }
        return Record(line: line, fields: fields)
    }
}

/// A record as far as it was read.
private struct Draft {
    enum State { case start, plain, quoted, quoteInQuoted, broken }

    private(set) var state = State.start
    private(set) var length = 0
    private(set) var fields: [[UInt8]] = []
    private var field: [UInt8] = []

    private static let separators = Array(",;\t".utf8)

    /// Reads one line, or the next line of a quoted value.
    mutating func read(_ line: [UInt8], _ separator: inout UInt8?, choosing: Bool) {
        if state == .quoted { field.append(UInt8(ascii: "\n")) }
        length += line.count + 1
        for byte in line {
            switch (state, byte) {
            case (.broken, _): return
            case (.quoted, UInt8(ascii: "\"")): state = .quoteInQuoted
            case (.quoted, _): field.append(byte)
            case (.quoteInQuoted, UInt8(ascii: "\"")):
                field.append(byte)
                state = .quoted
            case (_, _) where byte == separator || choosing && separator == nil && Draft.separators.contains(byte):
                separator = byte
                fields.append(field)
                field = []
                state = .start
            case (.quoteInQuoted, _): state = .broken
            case (.start, UInt8(ascii: "\"")): state = .quoted
            case (_, UInt8(ascii: "\"")): state = .broken
            case (_, _):
                field.append(byte)
                state = .plain
            }
        }
    }

    /// Whether it holds only empty values after a number of them.
    func isFollowedByNothing(_ count: Int) -> Bool {
        fields.count >= count
            && (fields + [field]).dropFirst(count).allSatisfy { $0.allSatisfy { $0 == 32 || $0 == 9 } }
    }

    var texts: [String] { (fields + [field]).map { String(decoding: $0, as: UTF8.self) } }
}
