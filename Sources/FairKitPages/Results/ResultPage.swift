import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// One result: for its patient in `PatientResult`, for staff with the laboratory's words.
enum ResultPage {
    static func show(_ page: PageCall) async throws -> Response {
        if page.reader.role != .patient { return try await StaffResult.show(page) }
        let reader = page.reader
        if let own = reader.profile { return try await PatientResult.show(page, of: own) }
        let result = try await page.tenancy.results.show(page.call.id(), in: reader.language, by: page.caller)
        let version = result.current
        let day = reader.language.text(of: version.findings.testDate)
        let content: HTML = """
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

    /// The laboratory's own words.
    private static func meaning(_ result: ResultView, _ reader: Reader) -> HTML? {
        guard let words = result.current.findings.interpretation else { return nil }
        return """
            <section class="card">
              <h2>\(reader[.whatItMeans])</h2>
              <p>\(words)</p>
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
