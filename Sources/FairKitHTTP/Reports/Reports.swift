import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird
import NIOCore

/// Results to take along: reports as PDF, and trends as pictures.
enum Reports {
    static func result(_ request: Request, _ context: FairKitContext) async throws -> Response {
        let id = try context.id("id", of: ResultID.self) { ResultID($0) }
        let language = try language(request)
        let pdf = try await context.tenancy.results.report(of: id, in: language, by: try context.caller)
        return file(pdf, "application/pdf", "fairkit-result-\(id).pdf", context)
    }

    static func course(_ request: Request, _ context: FairKitContext) async throws -> Response {
        let id = try person(context)
        let language = try language(request)
        let pdf = try await context.tenancy.results.historyReport(of: id, in: language, by: try context.caller)
        return file(pdf, "application/pdf", "fairkit-course-\(id).pdf", context)
    }

    static func trendSVG(_ request: Request, _ context: FairKitContext) async throws -> Response {
        let id = try person(context)
        let language = try language(request)
        let svg = try await context.tenancy.results.trendChart(
            of: id, as: .svg, in: language, by: try context.caller)
        return file(svg, "image/svg+xml", "fairkit-trend-\(id).svg", context)
    }

    static func trendPNG(_ request: Request, _ context: FairKitContext) async throws -> Response {
        let id = try person(context)
        let (language, width) = try Query.read(request, ofDocuments.union(["width"]), pages: []) { query in
            let language: Language? = query.word("language")
            return (language, query.value("width", "200 to 2400 pixels") { Int($0).flatMap(Reports.width) })
        }
        let png = try await context.tenancy.results.trendChart(
            of: id, as: .png(width: width ?? 960), in: language, by: try context.caller)
        return file(png, "image/png", "fairkit-trend-\(id).png", context)
    }

    /// The parameters of every document. A browser sends a ticket, since it can't set headers.
    private static let ofDocuments: Set<Substring> = [
        "language", StreamCredential.parameter, StreamCredential.tenant,
    ]

    private static func width(_ width: Int) -> Int? { (200...2400).contains(width) ? width : nil }

    /// nil: the patient's.
    private static func language(_ request: Request) throws -> Language? {
        try Query.read(request, ofDocuments, pages: []) { $0.word("language") }
    }

    private static func person(_ context: FairKitContext) throws(Problem) -> ProfileID {
        try context.id("id", of: ProfileID.self) { ProfileID($0) }
    }

    /// A file that a browser shows, and saves under this name.
    private static func file(
        _ bytes: [UInt8], _ type: String, _ name: String, _ context: FairKitContext
    ) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: type, .contentDisposition: "inline; filename=\"\(name)\""],
            body: ResponseBody(inChunks: ByteBuffer(bytes: bytes), on: context.channel))
    }
}

extension DrawFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .worker(.busy), .worker(.stopped), .worker(.unavailable): .busy
        case .worker(.unsandboxed), .noFonts:
            Problem(
                .serviceUnavailable, .drawingUnavailable,
                "This server draws no documents: it lacks fonts, or its system can't sandbox the drawing. Read the results as JSON."
            )
        case .worker(.workerFailed), .impossible:
            Problem(
                .serviceUnavailable, .drawingUnavailable,
                "This document can't be drawn. Read the results as JSON, and tell the operator.")
        }
    }
}
