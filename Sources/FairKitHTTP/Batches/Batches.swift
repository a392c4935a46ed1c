import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// Bodies in batches: lines in, an outcome for each line out. See decision 0109.
enum Batches {
    /// Reads lines as long as the client sends them, and answers their outcomes meanwhile.
    ///
    /// - Parameters:
    ///   - members: those that a table can hold.
    ///   - options: further parameters of the query, which `work` reads.
    static func run<Work: BatchWork>(
        _ call: Call, of members: TableMembers, options: Set<Substring> = [],
        _ work: (inout Query) -> Work
    ) throws -> Response {
        let (format, work) = try form(of: call, members, options, work)
        guard let slot = call.shared.concurrency.batches.slot(for: call.holder) else {
            throw Problem.tooManyOpen("batches: 2 per key or account, 4 per tenant")
        }
        let channel = call.context.channel
        channel.triggerUserOutboundEvent(UploadFlow.Event.streamWanted, promise: nil)
        let run = BatchRun(work, as: format, of: members, in: call)
        return Response(
            status: .ok, headers: [.contentType: ndjson],
            body: ResponseBody { writer in
                defer { withExtendedLifetime(slot) {} }
                try await run.write(to: &writer) { reading in
                    channel.triggerUserOutboundEvent(reading, promise: nil)
                }
            })
    }

    private static let ndjson = "application/x-ndjson"
    private static let types: [String: Bool] = [
        ndjson: false, "application/ndjson": false, "application/jsonl": false, "text/csv": true,
    ]

    private static func form<Work: BatchWork>(
        of call: Call, _ members: TableMembers, _ options: Set<Substring>, _ work: (inout Query) -> Work
    ) throws -> (BatchLines.Format, Work) {
        guard let isTable = call.request.mediaType.flatMap({ types[$0] }), call.request.hasReadableCharset else {
            throw Problem(
                .unsupportedMediaType, .unsupportedMediaType,
                "Send the lines as application/x-ndjson, or as text/csv in UTF-8 or UTF-16.")
        }
        guard call.request.headers[.contentEncoding].map({ $0.lowercased() == "identity" }) ?? true else {
            throw Problem.compressed
        }
        let ofTables: Set<Substring> = isTable ? ["columns", "dates", "decimals"] : []
        return try call.query(ofTables.union(options), pages: []) { query in
            let form = TableForm(dates: query.word("dates"), decimals: query.word("decimals"))
            let columns = query.value("columns", ColumnChoice.expected) { ColumnChoice($0, of: members) }
            return (isTable ? .table(form, columns) : .ndjson, work(&query))
        }
    }
}

extension BatchLines.Line {
    /// The body in the line; faults are recorded.
    ///
    /// - Parameter read: reads a row of a table.
    func body<Body: Decodable>(
        _ faults: inout Faults, row read: ([String: String], TableForm, inout Faults) -> Body
    ) throws(Problem) -> Body {
        switch content {
        case .json(let bytes):
            // RFC 8259, section 8.1, allows only UTF-8; the decoder would guess.
            guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
                throw Problem.malformedJSON
            }
            do { return try Problem.decoding(Body.self, from: bytes, noting: &faults) } catch {
                throw (error as? any ProblemConvertible)?.problem ?? .malformedJSON
            }
        case .row(let members, let form): return read(members, form, &faults)
        case .tooLong: throw Problem(.contentTooLarge, .tooLarge, "A line has at most 64 KB. Send less.")
        case .broken(let sentence), .unfit(let sentence): throw Invalid("", sentence).problem
        }
    }
}

extension Request {
    /// Whether the body's character set, if it is said, is one that is read.
    fileprivate var hasReadableCharset: Bool {
        let parameters = headers[.contentType]?.lowercased().split(separator: ";").dropFirst() ?? []
        let charset = parameters.map { $0.filter { $0 != " " && $0 != "\"" } }.first { $0.hasPrefix("charset=") }
        return charset.map {
            ["utf-8", "utf8", "us-ascii", "utf-16", "utf-16le", "utf-16be"].contains($0.dropFirst(8))
        } ?? true
    }
}
