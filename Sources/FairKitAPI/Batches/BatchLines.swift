/// Reads the bodies of a file that arrives in pieces, line by line: a table, or NDJSON.
package struct BatchLines {
    package enum Format: Hashable, Sendable {
        /// Comma-separated values with a header, as `CSVReader` reads them.
        case table(TableForm, ColumnChoice?)
        /// A JSON object on each line.
        case ndjson
    }

    /// A line that is not empty.
    package struct Line: Sendable {
        /// From 1.
        package let number: Int
        package let content: Content

        package enum Content: Hashable, Sendable {
            /// A line of NDJSON.
            case json([UInt8])
            /// A row of a table, by the members of a body.
            case row([String: String], TableForm)
            /// It is longer than 64 KB.
            case tooLong
            /// No row of the table, with the reason.
            case broken(String)
            /// The header does not fit, so that no line of the file can be read.
            case unfit(String)
        }
    }

    private enum Reader {
        case ndjson(LineSplitter)
        case table(CSVReader, TableColumns?, TableForm, ColumnChoice?)
        /// After a header that does not fit.
        case over
    }

    /// The longest line, in bytes.
    package static let longest = CSVReader.longest

    private var text = UTF8Text()
    private var reader: Reader
    private let members: TableMembers

    /// - Parameter members: those that a table can hold.
    package init(_ format: Format, of members: TableMembers = .ofResults) {
        self.members = members
        switch format {
        case .table(let form, let choice): reader = .table(CSVReader(), nil, form, choice)
        case .ndjson: reader = .ndjson(LineSplitter(longest: BatchLines.longest))
        }
    }

    /// The lines that the next bytes complete.
    package mutating func take(_ bytes: [UInt8]) -> [Line] { read(text.take(bytes)) }

    /// The lines that are left at the end of the file.
    ///
    /// - Parameter isWhole: whether the file is known to be complete. Otherwise a last row without a line's end is refused:
    ///   an `82` may be all that arrived of `820`.
    package mutating func finish(isWhole: Bool) -> [Line] {
        let lines = read(text.finish())
        switch reader {
        case .over: return lines
        case .ndjson(var splitter):
            let last = splitter.finish().flatMap(BatchLines.line)
            reader = .ndjson(splitter)
            return lines + [last].compactMap(\.self)
        case .table(var csv, let columns, let form, let choice):
            let records = csv.finish(isWhole: isWhole || columns == nil)
            guard !records.isEmpty || columns != nil else { return [.init(1, .unfit(members.sentence))] }
            reader = .table(csv, columns, form, choice)
            return lines + records.compactMap { line($0) }
        }
    }

    private static let cutOff =
        "The last line has no line end, so it may have been cut off. End it with a line end, and send it again."

    private static let noRecord =
        "The line is not valid CSV (RFC 4180): a quote is not closed, or stands inside a value that does not begin with one."

    private mutating func read(_ bytes: [UInt8]) -> [Line] {
        switch reader {
        case .over: return []
        case .ndjson(var splitter):
            let lines = splitter.take(bytes)
            reader = .ndjson(splitter)
            return lines.compactMap(BatchLines.line)
        case .table(var csv, let columns, let form, let choice):
            let records = csv.take(bytes)
            reader = .table(csv, columns, form, choice)
            return records.compactMap { line($0) }
        }
    }

    /// - Returns: nil for an empty line.
    private static func line(_ line: LineSplitter.Line) -> Line? {
        guard let bytes = line.bytes else { return Line(line.number, .tooLong) }
        return bytes.allSatisfy { $0 == UInt8(ascii: " ") } ? nil : Line(line.number, .json(bytes))
    }

    /// - Returns: nil for the header.
    private mutating func line(_ record: CSVReader.Record) -> Line? {
        guard case .table(let csv, let columns, var form, let choice) = reader else { return nil }
        guard let columns else {
            do throws(TableColumns.Unfit) {
                reader = .table(
                    csv, try TableColumns(header: record.fields ?? [], of: members, chosenBy: choice), form, choice)
                return nil
            } catch {
                reader = .over
                return Line(record.line, .unfit(error.sentence))
            }
        }
        if record.isCutOff { return Line(record.line, .broken(BatchLines.cutOff)) }
        guard let fields = record.fields else {
            return Line(record.line, record.isTooLong ? .tooLong : .broken(BatchLines.noRecord))
        }
        guard let members = columns.members(of: fields) else {
            return Line(record.line, .broken("The line has \(fields.count) columns; the header, \(columns.count)."))
        }
        let line = Line(record.line, .row(members, form))
        form.read(members)
        reader = .table(csv, columns, form, choice)
        return line
    }
}

extension BatchLines.Line {
    fileprivate init(_ number: Int, _ content: Content) {
        self.init(number: number, content: content)
    }
}
