import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// Results in batches: lines in, an outcome for each line out. See decision 0109.
enum ResultBatches {
    static func record(_ request: Request, _ context: FairKitContext) async throws -> Response {
        let caller = try context.caller
        let batch = try batch(request)
        guard let place = try context.shared.gates.batches.place(for: context.holder) else {
            throw Problem.tooManyOpen("batches: 2 per key or account, 4 per tenant")
        }
        let channel = context.channel
        channel.triggerUserOutboundEvent(UploadFlow.Event.streamWanted, promise: nil)
        let run = ResultBatchRun(
            batch, of: request, results: try context.tenancy.results, limits: try context.limits, caller: caller,
            clock: try context.tenancy.clock)
        return Response(
            status: .ok, headers: [.contentType: ndjson],
            body: ResponseBody { writer in
                defer { withExtendedLifetime(place) {} }
                try await run.write(to: &writer) { reading in
                    channel.triggerUserOutboundEvent(reading, promise: nil)
                }
            })
    }

    private static let ndjson = "application/x-ndjson"
    private static let types: [String: Bool] = [
        ndjson: false, "application/ndjson": false, "application/jsonl": false, "text/csv": true,
    ]

    private static func batch(_ request: Request) throws -> ResultBatch {
        guard let isTable = request.mediaType.flatMap({ types[$0] }), request.hasReadableCharset else {
            throw Problem(
                .unsupportedMediaType, .unsupportedMediaType,
                "Send the lines as application/x-ndjson, or as text/csv in UTF-8 or UTF-16.")
        }
        guard request.headers[.contentEncoding].map({ $0.lowercased() == "identity" }) ?? true else {
            throw Problem.compressed
        }
        let ofTables: Set<Substring> = isTable ? ["columns", "dates", "decimals"] : []
        return try Query.read(request, ofTables.union(["dryRun"]), pages: []) { query in
            let form = TableForm(dates: query.word("dates"), decimals: query.word("decimals"))
            let columns = query.value("columns", ColumnChoice.expected) { ColumnChoice($0) }
            return ResultBatch(format: isTable ? .table(form, columns) : .ndjson, isDryRun: query.isSet("dryRun"))
        }
    }
}

/// What a client asks of a batch.
struct ResultBatch: Sendable {
    let format: ResultLines.Format
    /// Stores nothing, and only says what would happen.
    let isDryRun: Bool
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
