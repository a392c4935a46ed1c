import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird
import NIOCore

/// Figures of a programme to take along, with the numbers of the JSON.
enum FigureFiles {
    static func csv(_ call: Call) async throws -> Response {
        let period = try call.query(["period"], pages: []) { query in wanted(&query) }
        let found = try await call.tenancy.programmes.figures(
            of: try call.id(), in: period ?? .last(30), by: call.caller)
        return call.file(
            ByteBuffer(string: CSVFile(found).text), "text/csv; charset=utf-8; header=present",
            "attachment; filename=\"\(found.fileName).csv\"")
    }

    static func pdf(_ call: Call) async throws -> Response {
        let (period, language) = try call.query(["period", "language"], pages: []) {
            query -> (FigurePeriod?, Language?) in
            (wanted(&query), query.word("language"))
        }
        let found = try await call.tenancy.programmes.figures(
            of: try call.id(), in: period ?? .last(30), by: call.caller)
        let pdf = try await call.tenancy.programmes.print(found, in: language ?? .english, by: call.caller)
        return call.file(ByteBuffer(bytes: pdf), "application/pdf", "inline; filename=\"\(found.fileName).pdf\"")
    }

    private static func wanted(_ query: inout Query) -> FigurePeriod? {
        query.value("period", FigurePeriod.form) { FigurePeriod($0) }
    }
}
