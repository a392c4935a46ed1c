import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// The results that a person may see, the newest first: a patient's own in `PatientResults`.
enum ResultsPage {
    private static let most = 50

    static func show(_ page: PageCall) async throws -> Response {
        if page.reader.role != .patient { return try await StaffResults.show(page) }
        let reader = page.reader
        if let own = reader.profile { return try await PatientResults.show(page, of: own) }
        let cursor = page.request.uri.queryParameters["cursor"].map { String($0) }
        let filter = ResultFilter()
        let start = try page.position(cursor) { ResultCursor($0, in: filter.order) }
        let found = try await page.tenancy.results.list(
            filter, after: start, limit: most, in: reader.language, by: page.caller)
        guard !found.items.isEmpty || start != nil else {
            return page.show(
                Document(
                    title: reader[.results], about: reader.name, tab: .results,
                    content: "<p class=\"lead\">\(reader[.noResults])</p>"))
        }
        let next = try page.cursor(found.next).map { reader["/results?cursor=\($0.sealed)"] }
        let content: HTML = """
            <section class="card">
              <h2>\(reader[.newestFirst, ["count": .number(found.items.count)]])</h2>
              <ul class="list">
            \(found.items.map { row($0, reader) })
              </ul>
            </section>
            \(next.map { "<p><a class=\"button quiet\" href=\"\(to: $0)\">\(reader[.older])</a></p>" as HTML })
            """
        return page.show(Document(title: reader[.results], about: reader.name, tab: .results, content: content))
    }

    private static func row(_ result: ResultView, _ reader: Reader) -> HTML {
        let (version, language) = (result.current, reader.language)
        let word = version.status == .final ? "" : ", \(language.report.statuses[version.status])"
        let sign =
            result.isHeld
            ? reader.badge("held", "◇", reader[.beingChecked]) : version.interpretation.flag.map { reader.flag($0) }
        return """
                <li><a href="\(to: reader["/results/\(result.id)"])"><span class="name">\
            <b>\(language.text(of: version.findings.testDate))</b><span>\(result.laboratory ?? "")\(word)</span></span>\
            <span class="num">\(version.findings.level.map { language.text(of: $0) } ?? reader[.noLevel])</span>\(sign)</a></li>

            """
    }
}
