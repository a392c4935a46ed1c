import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird
import NIOCore

/// A list of results as comma-separated values, with the list's own filters.
enum ResultsCSV {
    /// The most pages that are joined in one file when the client asks for no page.
    private static let mostPages = 500

    private static let titles = [
        "id", "reference", "laboratoryId", "kitCode", "patientId", "testDate", "status", "version", "comparator",
        "level", "unit", "rangeLow", "rangeHigh", "flag", "genotype", "method", "needsVerification", "heldFor",
        "recordedAt", "patientName", "collectedAt", "orderNumber", "crp", "crpUnit", "comment",
        "phenotype", "interpretation",
    ]

    static func list(_ call: Call) async throws -> Response {
        var file = CSVFile(titles)
        var page = try await Results.list(call).body
        for item in page.items { file.add(item.cells) }
        var pages = 1
        let isWhole = call.request.uri.queryParameters["limit"] == nil
        while isWhole, let cursor = page.nextCursor, pages < mostPages {
            page = try await Results.list(call.replacing(call.request.next(cursor.sealed))).body
            for item in page.items { file.add(item.cells) }
            pages += 1
        }
        var headers: HTTPFields = [:]
        if let cursor = page.nextCursor, let link = HTTPField.Name("Link") {
            headers[link] = "<\(call.request.next(cursor.sealed).head.path ?? "")>; rel=\"next\""
        }
        return call.file(
            ByteBuffer(string: file.text), "text/csv; charset=utf-8; header=present",
            "attachment; filename=\"fairkit-results.csv\"", headers)
    }
}

extension Request {
    /// The same request for the page that begins at a cursor.
    fileprivate func next(_ cursor: String) -> Request {
        var head = head
        let pairs = (uri.query ?? "").split(separator: "&").filter { !$0.hasPrefix("cursor=") }
        head.path = uri.path + "?" + (pairs + ["cursor=\(cursor)"]).joined(separator: "&")
        return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    }
}

extension ResultBody {
    fileprivate var cells: [CSVFile.Cell] {
        [
            .text(id), .text(reference), .text(laboratoryId), .text(kitCode), .text(patientId), .text(testDate),
            .text(status), .number("\(version)"), .text(level?.comparator), .number(level.map { "\($0.value)" } ?? ""),
            .text(level?.unit), .number(range.map { "\($0.low)" } ?? ""), .number(range.map { "\($0.high)" } ?? ""),
            .text(flag), .text(genotype),
            .text(method), .text(needsVerification ? "true" : "false"), .text(heldFor), .text(recordedAt),
            .text(patientName), .text(sample?.collectedAt), .text(sample?.orderNumber),
            .number(sample?.crp.map { "\($0.value)" } ?? ""), .text(sample?.crp?.unit), .text(sample?.comment),
            .text(phenotype), .text(interpretation),
        ]
    }
}
