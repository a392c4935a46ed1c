import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// One result in words: value, range, what it means, what to do, and where it comes from.
enum ResultPage {
    static func show(_ page: PageCall) async throws -> Response {
        if page.reader.role != .patient { return try await StaffResult.show(page) }
        let reader = page.reader
        let result = try await page.tenancy.results.show(page.call.id(), in: reader.language, by: page.caller)
        let version = result.current
        let day = reader.language.text(of: version.findings.testDate)
        let isUrgent = version.isCritical && !version.status.isWithdrawn && reader.role == .patient
        let content: HTML = """
            \(isUrgent ? urgent(reader) : nil)
            <section class="card">
              <h2>\(reader[.levelName])</h2>
              \(reader.value(version.findings.level, version.interpretation.flag))
              \(version.interpreted.map { RangeBar(of: $0).html(for: reader) })
            </section>
            \(meaning(result, reader))
            \(facts(result, reader))
            """
        return page.show(
            Document(
                title: reader[.resultOf, ["date": .text(day)]], about: result.patientName ?? reader.name, tab: .results,
                above: "<a class=\"back\" href=\"\(to: reader["/results"])\">\(reader[.results])</a>", content: content)
        )
    }

    private static func urgent(_ reader: Reader) -> HTML {
        """
        <section class="banner critical">
          <h2>\(reader[.callToday])</h2>
          <p>\(reader[.callTodayWhy])</p>
        </section>
        """
    }

    /// The patient's summary; staff reads the laboratory's own words.
    private static func meaning(_ result: ResultView, _ reader: Reader) -> HTML? {
        let words = result.summary?.paragraphs ?? result.current.findings.interpretation.map { [$0] } ?? []
        guard !words.isEmpty else { return nil }
        return """
            <section class="card">
              <h2>\(reader[.whatItMeans])</h2>
              \(words.map { "<p>\($0)</p>" as HTML })
            </section>
            """
    }

    private static func facts(_ result: ResultView, _ reader: Reader) -> HTML {
        let (version, words) = (result.current, reader.language.report)
        var facts: [(String, HTML)] = [(words.testDate, reader.day(version.findings.testDate))]
        if let name = result.laboratory { facts.append((words.laboratory, "\(name)")) }
        facts.append((words.kit, "<span class=\"code\">\(result.kitCode.description)</span>"))
        if let genotype = version.findings.genotype { facts.append((words.genotype, "\("\(genotype)")")) }
        facts.append((words.status, "\(words.statuses[version.status])"))
        facts.append((words.version, "\(version.number)"))
        if let reason = version.reason { facts.append((words.reason, "\(reason)")) }
        return """
            <section class="card">
              <h2>\(reader[.aboutResult])</h2>
              <dl class="facts">\(facts.map { "<dt>\($0.0)</dt><dd>\($0.1)</dd>" as HTML })</dl>
            </section>
            """
    }
}
