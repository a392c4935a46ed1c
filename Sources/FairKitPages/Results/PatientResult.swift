import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// One result for its patient: value, range, what it means, what to do, what became of it. Opening it marks it as read.
enum PatientResult {
    static func show(_ page: PageCall, of own: ProfileID) async throws -> Response {
        let (reader, id) = (page.reader, try page.call.id() as ResultID)
        let result: ResultView
        do { result = try await page.tenancy.results.show(id, in: reader.language, by: page.caller) } catch {
            guard case .notFound = error else { throw error }
            return try await held(id, page)
        }
        let version = result.current
        let isOwn = result.profileID == own
        if isOwn, result.result.readAt == nil, page.request.method == .get {
            _ = try await page.tenancy.results.markRead(id, in: reader.language, by: page.caller)
        }
        let day = reader.language.text(of: version.findings.testDate)
        let pdf = reader["/results/\(id)/report.pdf"]
        let content: HTML = """
            \(try await banner(result, isOwn, page))
            \(version.status.isWithdrawn ? nil : level(version, reader))
            \(meaning(result, reader))
            \(ResultVersions.html(result, reader))
            \(facts(result, reader))
            <p class="actions"><a class="button quiet" href="\(to: pdf)">\(reader[.openPDF])</a> \
            \(isOwn ? "<a class=\"button quiet\" href=\"\(to: reader["/results/shares"])\">\(reader[.shares])</a>" : nil)</p>
            """
        return page.show(
            Document(
                title: reader[.resultOf, ["date": .text(day)]], about: result.patientName ?? reader.name, tab: .results,
                back: (reader["/results"], .results), content: content))
    }

    /// A link of a message may lead to a result that waits for a confirmation since then.
    private static func held(_ id: ResultID, _ page: PageCall) async throws -> Response {
        let held = try await page.tenancy.results.held(by: page.caller).filter { $0.id == id }
        guard !held.isEmpty else { throw Problem.notFound }
        return page.show(
            Document(
                title: page.reader[.beingChecked], about: page.reader.name, tab: .results,
                back: (page.reader["/results"], .results), content: "\(HeldPart.html(held, page.reader))"))
    }

    private static func banner(_ result: ResultView, _ isOwn: Bool, _ page: PageCall) async throws -> HTML? {
        let (reader, version) = (page.reader, result.current)
        let words = reader.language.report
        guard !version.status.isWithdrawn else { return "<p class=\"banner warning\">\(words.withdrawn)</p>" }
        guard version.isCritical, isOwn else {
            return version.status == .preliminary ? "<p class=\"banner warning\">\(words.preliminary)</p>" : nil
        }
        return """
            <section class="banner critical">
              <h2>\(reader[.callToday])</h2>
              <p>\(reader[.callTodayWhy])</p>
              \(reader.callNow)
              \(try await done(about: result, page))
            </section>
            """
    }

    /// What the clinic was really told, and what came of it.
    private static func done(about result: ResultView, _ page: PageCall) async throws -> HTML? {
        guard let id = result.alertID else { return nil }
        let (reader, alert): (Reader, NamedAlert)
        do { (reader, alert) = (page.reader, try await page.tenancy.alerts.show(id, by: page.caller)) } catch {
            guard case .notFound = error else { throw error }
            return nil
        }
        let state: PageText
        switch alert.state {
        case .open: state = .criticalOpen
        case .acknowledged: state = .criticalKnown
        case .resolved: state = .criticalClosed
        case .retracted: return nil
        }
        return "<p>\(reader[.criticalSince]) \(reader.moment(alert.raisedAt)). \(reader[state])</p>"
    }

    private static func level(_ version: ResultVersion, _ reader: Reader) -> HTML {
        """
        <section class="card">
          <h2>\(reader[.levelName])</h2>
          \(reader.value(version.findings.level, version.interpretation.flag))
          \(version.findings.level == nil ? "<p class=\"value\">\(genotype(version, reader))</p>" as HTML : nil)
          \(version.interpreted.map { RangeBar(of: $0).html(for: reader) })
        </section>
        """
    }

    private static func genotype(_ version: ResultVersion, _ reader: Reader) -> String {
        version.findings.genotype.map { "\($0)" } ?? reader[.noLevel]
    }

    private static func meaning(_ result: ResultView, _ reader: Reader) -> HTML? {
        guard let words = result.summary?.paragraphs, !words.isEmpty else { return nil }
        return """
            <section class="card">
              <h2>\(reader[.whatItMeans])</h2>
              \(words.map { "<p>\($0)</p>" as HTML })
            </section>
            """
    }

    private static func facts(_ result: ResultView, _ reader: Reader) -> HTML {
        let (version, words) = (result.current, reader.language.report)
        let facts: [(String, HTML?)] = [
            (words.testDate, reader.day(version.findings.testDate)),
            (words.laboratory, result.laboratory.map { "\($0)" }),
            (words.kit, "<span class=\"code\">\(result.kitCode.description)</span>"),
            (words.genotype, version.findings.genotype.map { "\($0.description)" }),
            (words.interpretation, version.findings.interpretation.map { "\($0)" }),
            (words.status, "\(words.statuses[version.status])"),
        ]
        return """
            <section class="card">
              <h2>\(reader[.aboutResult])</h2>
              \(reader.facts(facts))
            </section>
            """
    }
}
