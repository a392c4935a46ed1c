import FairKitAPI
import FairKitCore
package import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird
import NIOCore

/// Results to take along: reports as PDF, and trends as pictures.
enum Reports {
    static func result(_ call: Call) async throws -> Response {
        let id: ResultID = try call.id()
        let language = try language(call)
        let pdf = try await call.tenancy.results.report(of: id, in: language, by: call.caller)
        return file(pdf, "application/pdf", "fairkit-result-\(id).pdf", call)
    }

    static func course(_ call: Call) async throws -> Response {
        let id: ProfileID = try call.id()
        let language = try language(call)
        let pdf = try await call.tenancy.results.historyReport(of: id, in: language, by: call.caller)
        return file(pdf, "application/pdf", "fairkit-course-\(id).pdf", call)
    }

    static func trendSVG(_ call: Call) async throws -> Response {
        let id: ProfileID = try call.id()
        let language = try language(call)
        let svg = try await call.tenancy.results.trendChart(of: id, as: .svg, in: language, by: call.caller)
        return file(svg, "image/svg+xml", "fairkit-trend-\(id).svg", call)
    }

    static func trendPNG(_ call: Call) async throws -> Response {
        let id: ProfileID = try call.id()
        let (language, width) = try call.query(ofDocuments.union(["width"]), pages: []) { query in
            let language: Language? = query.word("language")
            return (language, query.value("width", "200 to 2400 pixels") { Int($0).flatMap(Reports.width) })
        }
        let png = try await call.tenancy.results.trendChart(
            of: id, as: .png(width: width ?? 960), in: language, by: call.caller)
        return file(png, "image/png", "fairkit-trend-\(id).png", call)
    }

    /// The parameters of every document. A browser sends a ticket, since it can't set headers.
    private static let ofDocuments: Set<Substring> = [
        "language", StreamCredential.parameter, StreamCredential.tenant,
    ]

    private static func width(_ width: Int) -> Int? { (200...2400).contains(width) ? width : nil }

    /// nil: the patient's.
    private static func language(_ call: Call) throws -> Language? {
        try call.query(ofDocuments, pages: []) { $0.word("language") }
    }

    /// A file that a browser shows, and saves under this name.
    private static func file(_ bytes: [UInt8], _ type: String, _ name: String, _ call: Call) -> Response {
        call.file(ByteBuffer(bytes: bytes), type, "inline; filename=\"\(name)\"")
    }
}

extension DrawFailure: ProblemConvertible {
    package var problem: Problem {
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
