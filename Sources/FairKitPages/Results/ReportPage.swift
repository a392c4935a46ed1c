import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird
import NIOCore

/// A result's report as PDF/A, in the reader's language. Its name says the day, and nothing that a person typed.
enum ReportPage {
    static func show(_ page: PageCall) async throws -> Response {
        let id: ResultID = try page.call.id()
        let result = try await page.tenancy.results.show(id, in: page.reader.language, by: page.caller)
        let pdf = try await page.tenancy.results.report(of: id, in: page.reader.language, by: page.caller)
        let name = "fairkit-\(result.current.findings.testDate).pdf"
        return page.call.file(
            ByteBuffer(bytes: pdf), "application/pdf", "inline; filename=\"\(name)\"", [.cacheControl: "no-store"])
    }
}
