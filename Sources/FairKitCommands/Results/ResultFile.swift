import FairKitAPI
import FairKitCore
import FairKitServer
import FoundationEssentials

/// A file of results, line by line: CSV with a header, or NDJSON.
struct ResultFile {
    /// The result of a line, or the fault of the line.
    struct Line {
        let number: Int
        let reference: String
        /// A line of a batch.
        let body: Result<Data, ResultRequest.Malformed>
        /// The faults of members that are not needed: only a critical result is taken with them. nil: none.
        let doubts: ResultRequest.Malformed?
    }

    private var lines: BatchLines
    private let chunks: FileChunks
    private let name: String
    private var isOver = false

    /// The bytes read so far, and the size of the file.
    var consumed: Int { chunks.consumed }
    var size: Int? { chunks.size }

    /// - Parameters:
    ///   - path: its suffix says the format. `-` is standard input, which has no suffix: NDJSON begins with a brace, and a CSV
    ///     header never does.
    ///   - form: how a table writes dates and numbers.
    ///   - columns: which column of a table holds which member; nil: the header says it.
    init(path: String, form: TableForm, columns: ColumnChoice?) throws {
        let chunks = try FileChunks(path: path)
        self.chunks = chunks
        name = path == "-" ? "standard input" : path
        let suffix =
            path == "-" ? try ResultFile.begin(of: chunks) : path.split(separator: ".").last?.lowercased()
        switch suffix {
        case "csv", "tsv": lines = BatchLines(.table(form, columns))
        case "ndjson", "jsonl": lines = BatchLines(.ndjson)
        default: throw OperatorError("\(path) is neither .csv nor .ndjson. Give it the suffix of its format.")
        }
    }

    /// The suffix that a file without one would have, by its first byte that is no white space.
    private static func begin(of chunks: FileChunks) throws(OperatorError) -> String {
        let first = try chunks.peek().first { !" \t\r\n".utf8.contains($0) }
        guard let first else { throw OperatorError("Standard input holds no results: pass CSV or NDJSON to it.") }
        return first == UInt8(ascii: "{") ? "ndjson" : "csv"
    }

    private func unfit(_ sentence: String) -> OperatorError {
        let start = "The first line"
        guard sentence.hasPrefix(start) else { return OperatorError("\(name): \(sentence)") }
        return OperatorError("\(start) of \(name)\(sentence.dropFirst(start.count))")
    }

    /// The lines of the next part of the file, which may be none.
    ///
    /// - Returns: nil at the end.
    mutating func next() throws -> [Line]? {
        guard !isOver else { return nil }
        let bytes = try chunks.next()
        isOver = bytes.isEmpty
        return try (isOver ? lines.finish(isWhole: true) : lines.take(bytes)).map { line throws(OperatorError) in
            if case .unfit(let sentence) = line.content { throw unfit(sentence) }
            return Line(line)
        }
    }
}

extension ResultFile.Line {
    fileprivate init(_ line: BatchLines.Line) {
        number = line.number
        switch line.content {
        case .tooLong: (reference, body) = ("", .failure(.init(sentence: "The line is longer than 64 KB.")))
        case .broken(let sentence), .unfit(let sentence):
            (reference, body) = ("", .failure(.init(sentence: sentence)))
        case .row(let members, let form):
            reference = members["reference"] ?? ""
            (body, doubts) = ResultFile.Line.body(members, form)
            return
        case .json(let bytes):
            if let repeated = RepeatedMember(in: bytes) {
                let sentence = "\(repeated.path.joined(separator: "/")): \(RepeatedMember.sentence)"
                (reference, body, doubts) = ("", .failure(.init(sentence: sentence)), nil)
                return
            }
            guard let object = try? JSONDecoder().decode([String: JSONTree].self, from: Data(bytes)) else {
                (reference, body) = ("", .failure(.init(sentence: "The line is not a JSON object.")))
                break
            }
            reference = object["reference"]?.plain ?? ""
            // With one of these, it has the format of the API, and is sent as it is.
            guard ["level", "range", "sample"].allSatisfy({ object[$0] == nil }) else {
                body = .success(Data(bytes))
                break
            }
            // JSON writes numbers with a point.
            let form = TableForm(decimals: .point)
            (body, doubts) = ResultFile.Line.body(object.compactMapValues { $0.plain }, form)
            return
        }
        doubts = nil
    }

    private static func body(
        _ members: [String: String], _ form: TableForm
    ) -> (Result<Data, ResultRequest.Malformed>, doubts: ResultRequest.Malformed?) {
        var faults = Faults()
        let posted = ResultRequest(members, written: form, noting: &faults)
        let doubts = faults.isEmpty ? nil : ResultRequest.Malformed(faults)
        if let doubts, ResultRequest.refuses(faults) { return (.failure(doubts), nil) }
        guard let json = try? JSONEncoder().encode(posted),
            let tree = try? JSONDecoder().decode(JSONTree.self, from: json)
        else { return (.failure(.init(sentence: "The line can't be written as JSON.")), nil) }
        // The server decides by the level, and keeps of a critical one what was sent.
        let sent = ResultRequest.sent(in: members, at: faults)
        let whole = faults.fields.reduce(tree) { $0.setting(sent[$1.pointer], at: $1.pointer) }
        guard !faults.isEmpty, let changed = try? JSONEncoder().encode(whole) else { return (.success(json), nil) }
        return (.success(changed), doubts)
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
