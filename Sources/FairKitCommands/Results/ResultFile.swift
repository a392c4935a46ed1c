import FairKitAPI
import FairKitServer
import FoundationEssentials

/// A file of results, line by line: CSV with a header, or NDJSON.
struct ResultFile {
    /// The result of a line, or the fault of the line.
    struct Line {
        let number: Int
        let reference: String
        let kitCode: String
        /// The request body.
        let body: Result<Data, ResultRequest.Malformed>
    }

    private enum Format {
        case csv(CSVReader, header: [String])
        case ndjson(ByteLines, line: Int)
    }

    private var format: Format
    private let chunks: FileChunks

    /// The bytes read so far, and the size of the file.
    var consumed: Int { chunks.consumed }
    var size: Int? { chunks.size }

    /// - Parameter path: its suffix says the format. `-` is standard input, which has no suffix: NDJSON begins with a
    ///   brace, and a CSV header never does.
    init(path: String) throws {
        let chunks = try FileChunks(path: path)
        self.chunks = chunks
        let suffix =
            path == "-" ? try ResultFile.begin(of: chunks) : path.split(separator: ".").last?.lowercased()
        switch suffix {
        case "csv":
            var reader = CSVReader { try chunks.next() }
            let header = try reader.next()?.fields ?? []
            try ResultFile.check(header, of: path == "-" ? "standard input" : path)
            format = .csv(reader, header: header)
        case "ndjson", "jsonl": format = .ndjson(ByteLines { try chunks.next() }, line: 0)
        default: throw OperatorError("\(path) is neither .csv nor .ndjson. Give it the suffix of its format.")
        }
    }

    /// The suffix that a file without one would have, by its first byte that is no white space.
    private static func begin(of chunks: FileChunks) throws(OperatorError) -> String {
        let first = try chunks.peek().first { !" \t\r\n".utf8.contains($0) }
        guard let first else { throw OperatorError("Standard input holds no results: pass CSV or NDJSON to it.") }
        return first == UInt8(ascii: "{") ? "ndjson" : "csv"
    }

    /// - Returns: nil at the end.
    mutating func next() throws -> Line? {
        switch format {
        case .csv(var reader, let header):
            let record = try reader.next()
            format = .csv(reader, header: header)
            return record.map { ResultFile.line($0, header) }
        case .ndjson(var lines, var number):
            while let bytes = try lines.nextLine(limit: CSVReader.longest) {
                number += 1
                guard !bytes.allSatisfy({ $0 == UInt8(ascii: " ") }) else { continue }
                format = .ndjson(lines, line: number)
                return ResultFile.line(bytes, number)
            }
            return nil
        }
    }

    /// The values of a misspelt column would be lost, so the whole file is refused.
    private static func check(_ header: [String], of path: String) throws(OperatorError) {
        let strangers = header.filter { !ResultRequest.members.contains($0) }
        let missing = ResultRequest.required.filter { !header.contains($0) }
        guard strangers.isEmpty, missing.isEmpty, Set(header).count == header.count else {
            let names = ResultRequest.members.joined(separator: ",")
            throw OperatorError(
                "The first line of \(path) must name the columns, each once, out of: \(names). "
                    + "The first five are required.")
        }
    }

    private static func line(_ record: CSVReader.Record, _ header: [String]) -> Line {
        guard let fields = record.fields else {
            return Line(
                number: record.line, reference: "", kitCode: "",
                body: .failure(.init(sentence: "The line is not valid CSV (RFC 4180, UTF-8), or is longer than 64 KB."))
            )
        }
        guard fields.count == header.count else {
            return Line(
                number: record.line, reference: "", kitCode: "",
                body: .failure(.init(sentence: "The line has \(fields.count) columns; the header, \(header.count).")))
        }
        return line(record.line, members: Dictionary(zip(header, fields)) { first, _ in first })
    }

    private static func line(_ bytes: [UInt8], _ number: Int) -> Line {
        guard bytes.count <= CSVReader.longest,
            let object = try? JSONDecoder().decode([String: JSONTree].self, from: Data(bytes))
        else {
            return Line(
                number: number, reference: "", kitCode: "",
                body: .failure(.init(sentence: "The line is not a JSON object of at most 64 KB.")))
        }
        // With `level`, it has the format of the API, and is sent as it is.
        guard object["level"] == nil else {
            return Line(
                number: number, reference: object["reference"]?.plain ?? "", kitCode: object["kitCode"]?.plain ?? "",
                body: .success(Data(bytes)))
        }
        return line(number, members: object.compactMapValues { $0.plain })
    }

    private static func line(_ number: Int, members: [String: String]) -> Line {
        let body: Result<Data, ResultRequest.Malformed>
        do throws(ResultRequest.Malformed) {
            let posted = try ResultRequest(members)
            guard let json = try? JSONEncoder().encode(posted) else {
                throw ResultRequest.Malformed(sentence: "The line can't be written as JSON.")
            }
            body = .success(json)
        } catch { body = .failure(error) }
        return Line(
            number: number, reference: members["reference"] ?? "", kitCode: members["kitCode"] ?? "", body: body)
    }
}

extension JSONTree {
    /// A text or a number as in a column; nil for null; other values become a text that no column accepts.
    fileprivate var plain: String? {
        switch self {
        case .text(let text): text
        case .number(let number): "\(number)"
        case .null: nil
        case .bool, .vast, .list, .object: "\u{FFFD}"
        }
    }
}
