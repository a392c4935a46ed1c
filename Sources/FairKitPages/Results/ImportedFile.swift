import FairKitAPI
import FairKitFrame
import FoundationEssentials

/// A table of results that a laboratory chose in its browser. It is not stored: its page carries it from the check to the
/// sending. See decision 0168.
struct ImportedFile {
    static let (mostBytes, mostLines) = (500_000, 2000)
    /// The file in base64, with the form around it.
    static let mostOfForm = 800_000

    let bytes: [UInt8]
    let header: [String]
    /// Below the header, in their order.
    private let records: [CSVReader.Record]
    private let separator: UInt8?
    /// The rows of a spreadsheet by the lines of the file: a row with line breaks in a value is one.
    private let rows: [Int: Int]

    /// Why a file is no table.
    struct Unfit: Error { let text: PageText }

    /// The file that a form brings: chosen by a person, or carried by a page.
    init(in sent: Multipart?) throws(Unfit) {
        let chosen = sent?["file"].map { Array($0.body) } ?? []
        let kept = sent?["kept"].flatMap { Data(base64Encoded: Data($0.body)) } ?? Data()
        try self.init(chosen.isEmpty ? Array(kept) : chosen)
    }

    init(_ bytes: [UInt8]) throws(Unfit) {
        guard !bytes.isEmpty else { throw Unfit(text: .importNoFile) }
        guard !bytes.starts(with: [0x50, 0x4B, 3, 4]), !bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) else {
            throw Unfit(text: .importWorkbook)
        }
        guard bytes.count <= Self.mostBytes else { throw Unfit(text: .importTooLarge) }
        var (text, reader) = (UTF8Text(), CSVReader())
        let all = text.take(bytes) + text.finish()
        let found = reader.take(all) + reader.finish()
        guard !all.contains(0), found.count > 1, let header = found.first?.fields else {
            throw Unfit(text: .importEmpty)
        }
        guard found.count <= Self.mostLines + 1 else { throw Unfit(text: .importTooLarge) }
        self.bytes = bytes
        (self.header, records, separator) = (header, Array(found.dropFirst()), reader.separator)
        // A spreadsheet shows neither its own first line nor the line breaks in a value as rows.
        var further = all.starts(with: "sep=".utf8) ? 1 : 0
        var rows: [Int: Int] = [:]
        for record in found {
            rows[record.line] = record.line - further
            further += record.fields?.reduce(0) { $0 + $1.utf8.count { $0 == UInt8(ascii: "\n") } } ?? 0
        }
        self.rows = rows
    }

    /// The row of a spreadsheet, from 1, that a line of the file begins.
    func row(of line: Int) -> Int { rows[line] ?? line }

    /// The first value of a column.
    func example(of column: Int) -> String? {
        records.lazy.compactMap { record in
            record.fields.flatMap { $0.indices.contains(column) ? $0[column].said : nil }
        }.first.map { String($0.prefix(24)) }
    }

    /// These lines alone, as a table that a spreadsheet opens, with what is wrong in a last column.
    func table(of problems: [Int: String]) -> CSVFile {
        let mark = separator.map { String(Unicode.Scalar($0)) } ?? ","
        var file = CSVFile(header + ["problem"], separatedBy: mark)
        let raw = problems.isEmpty ? [:] : raw
        for record in records {
            guard let problem = problems[record.line] else { continue }
            let fields = record.fields ?? [raw[record.line] ?? ""]
            let padding = max(0, header.count - fields.count)
            let cells = fields + Array(repeating: "", count: padding) + [problem]
            file.add(cells.map { .text($0.said) })
        }
        return file
    }

    /// The lines as they stand in the file.
    private var raw: [Int: String] {
        var (text, splitter) = (UTF8Text(), LineSplitter(longest: CSVReader.longest))
        let lines = splitter.take(text.take(bytes) + text.finish()) + [splitter.finish()].compactMap(\.self)
        return Dictionary(
            uniqueKeysWithValues: lines.map { ($0.number, String(decoding: $0.bytes ?? [], as: UTF8.self)) })
    }

    /// In a form, for the next page.
    var kept: HTML { "<input type=\"hidden\" name=\"kept\" value=\"\(Data(bytes).base64EncodedString())\">" }
}
