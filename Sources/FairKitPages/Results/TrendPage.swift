import FairKitCore
import FairKitFrame
import FairKitService

/// A patient's levels over time: a chart for each unit, and a table with every value.
enum TrendPage {
    static func show(_ page: PageCall) async throws -> Response {
        let reader = page.reader
        let own = try page.patient
        let trend = try await page.tenancy.results.trend(of: own, by: page.caller)
        let held = try await page.tenancy.results.held(by: page.caller)
        let person = try await page.tenancy.profiles.show(own, by: page.caller).profile.details
        let content: HTML = """
            \(PatientResults.views(reader, .trend))
            \(trend.points.isEmpty ? reader.empty(.noTrend, .noTrendWhy) : nil)
            \(trend.lines.enumerated().map { place, line in
                TrendCard(line: line, note: place == 0 ? reader.notDrawn(held.count) : nil).html(for: reader)
            })
            \(trend.lines.count > 1 ? "<p class=\"soft\">\(reader[.trendUnits])</p>" : nil)
            """
        return page.show(
            Document(
                title: reader[.trend], about: reader.name, tab: .results,
                above: """
                    <div class="person"><b>\(person.givenName) \(person.familyName)</b> \
                    <span>\(reader.day(person.birthDate))</span></div>
                    """, content: content))
    }
}
