import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import NIOCore

/// A result's report as PDF/A, in the reader's language. Its name says the day, and nothing that a person typed.
enum ReportPage {
    static func show(_ page: PageCall) async throws -> Response {
        let id: ResultID = try page.call.id()
        let result = try await page.tenancy.results.show(id, in: page.reader.language, by: page.caller)
        let pdf = try await page.tenancy.results.report(of: id, in: page.reader.language, by: page.caller)
        return page.pdf(pdf, as: "fairkit-\(result.current.findings.testDate)")
    }
}
