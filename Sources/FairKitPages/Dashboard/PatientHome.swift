import FairKitCore
import FairKitFrame
import FairKitService

/// A patient's first page: one next step in a sentence that leads to where it is done, the latest result, and the kits.
enum PatientHome {
    static func show(_ page: PageCall) async throws -> Response {
        let reader = page.reader
        let own = try page.patient
        let found = try await page.tenancy.dashboard(by: page.caller)
        let held = try await page.tenancy.results.held(by: page.caller)
        let person = try await page.tenancy.profiles.show(own, by: page.caller).profile.details
        let name = person.givenName.isEmpty ? person.familyName : person.givenName
        let content: HTML = """
            <p class="lead">\(reader[.hello, ["name": .text(name)]])</p>
            \(next(found, isHeld: !held.isEmpty, reader))
            \(HeldPart.html(held, reader))
            \(found.latestResult.map { latest($0, reader) })
            \(kits(found, reader))
            \(nextTest(found.nextTestDue, own, reader))
            """
        return page.show(
            Document(
                title: reader[.home], about: reader.name, tab: .home, done: page.done(.nextTestSet, .nextTestRemoved),
                content: content))
    }

    private static func next(_ found: Dashboard, isHeld: Bool, _ reader: Reader) -> HTML {
        let step = step(found, isHeld: isHeld, reader)
        let place = step.place.map { path, text -> HTML in
            "<p><a class=\"button\" href=\"\(to: reader[path])\">\(reader[text])</a></p>"
        }
        return """
            <section class="card next">
              <p class="soft">\(reader[.nextStep])</p>
              <h2>\(step.what)</h2>
              <p>\(step.why)</p>
              \(isCritical(found) ? reader.callNow : nil)
              \(place)
            </section>
            """
    }

    private typealias Step = (what: String, why: String, place: (path: Link.Path, text: PageText)?)

    /// The one thing to do now, the most urgent first.
    private static func step(_ found: Dashboard, isHeld: Bool, _ reader: Reader) -> Step {
        let latest = found.latestResult
        let result = latest.map { ("/results/\($0.id)" as Link.Path, PageText.openResult) }
        if isCritical(found) { return (reader[.callToday], reader[.callTodayWhy], result) }
        let kits = (found.pendingKits?.items ?? []).map { ($0, KitStep(of: $0, reader)) }
        if let (_, step) = kits.first(where: { $0.0.status == .registered }) {
            return (step.what, step.why, step.place)
        }
        if let latest, latest.result.readAt == nil {
            return (reader[.readResult], reader[.readResultWhy], result)
        }
        if isHeld { return (reader[.heldTitle], reader[.messageFollows], ("/results", .results)) }
        if let (kit, step) = kits.first { return (step.what, step.why, ("/kits/\(kit.id)", .openKit)) }
        if let day = found.nextTestDue {
            return (
                reader[.nextTest, ["date": .text(reader.language.text(of: day))]], reader[.nothingToDoWhy],
                ("/kits/new", .registerKit)
            )
        }
        return (reader[.nothingToDo], reader[.nothingToDoWhy], ("/kits/new", .registerKit))
    }

    private static func isCritical(_ found: Dashboard) -> Bool {
        found.latestResult.map { !$0.current.status.isWithdrawn && $0.current.isCritical } ?? false
    }

    private static func nextTest(_ due: CalendarDate?, _ own: ProfileID, _ reader: Reader) -> HTML {
        let sentence =
            due.map { reader[.nextTest, ["date": .text(reader.language.text(of: $0))]] } ?? reader[.noNextTest]
        return """
            <section class="card"><h2>\(reader[.nextTestDue])</h2><p>\(sentence)</p>
            <p>\(NextTestPage.link(own, due, reader))</p></section>
            """
    }

    private static func latest(_ result: ResultView, _ reader: Reader) -> HTML {
        let version = result.current
        let isWithdrawn = version.status.isWithdrawn
        let level: HTML =
            isWithdrawn
            ? "<p>\(reader.language.report.withdrawn)</p>"
            : "\(reader.value(version.findings.level, version.interpretation.flag))"
        return """
            <section class="card">
              <div class="head"><h2>\(reader[.latestResult])</h2>\(reader.day(version.findings.testDate))</div>
              \(level)
              \(isWithdrawn ? nil : version.interpreted.map { RangeBar(of: $0).html(for: reader) })
              <p><a href="\(to: reader["/results/\(result.id)"])">\(reader[.openResult])</a></p>
            </section>
            """
    }

    private static func kits(_ found: Dashboard, _ reader: Reader) -> [HTML] {
        (found.pendingKits?.items ?? []).map { kit in
            """
            <section class="card">
              <div class="head"><h2>\(reader[.yourKit])</h2><span class="code">\(kit.code.description)</span></div>
              <p>\(reader.language.report.kitStatuses[kit.status]): \(KitStep(of: kit, reader).what)</p>
              <p><a href="\(to: reader["/kits/\(kit.id)"])">\(reader[.openKit])</a></p>
            </section>
            """
        }
    }
}
