import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// Where a person begins: a patient with one next step in a sentence, a clinician with what waits.
enum HomePage {
    static func show(_ page: PageCall) async throws -> Response {
        let reader = page.reader
        if reader.may(.acknowledgeAlert) { return try await StaffHome.show(page) }
        guard reader.role == .patient else {
            return page.show(
                Document(title: reader[.home], tab: .home, content: "<p class=\"lead\">\(reader[.nothingForRole])</p>"))
        }
        let found = try await page.tenancy.dashboard(by: page.caller)
        return page.show(
            Document(
                title: reader[.home], about: reader.name, tab: .home,
                content: "\(next(found, reader))\(found.latestResult.map { latest($0, reader) })\(kits(found, reader))")
        )
    }

    private static func next(_ found: Dashboard, _ reader: Reader) -> HTML {
        let (step, more) = sentence(found, reader)
        return """
            <section class="card next">
              <p class="soft">\(reader[.nextStep])</p>
              <h2>\(step)</h2>
              <p>\(more)</p>
            </section>
            """
    }

    /// The one thing to do now, the most urgent first.
    private static func sentence(_ found: Dashboard, _ reader: Reader) -> (String, String) {
        let latest = found.latestResult
        if let latest, !latest.current.status.isWithdrawn, latest.current.isCritical {
            return (reader[.callToday], reader[.callTodayWhy])
        }
        let kits = found.pendingKits?.items ?? []
        if let kit = kits.first(where: { $0.status == .registered }), let day = kit.sendBy {
            return (reader[.postSample, ["date": .text(reader.language.text(of: day))]], reader[.postSampleHow])
        }
        if kits.contains(where: { $0.status == .mailed }) { return (reader[.sampleTravels], reader[.messageFollows]) }
        if !kits.isEmpty { return (reader[.sampleAtLaboratory], reader[.messageFollows]) }
        if let latest, latest.readAt == nil { return (reader[.readResult], reader[.readResultWhy]) }
        if let day = found.nextTestDue {
            return (reader[.nextTest, ["date": .text(reader.language.text(of: day))]], reader[.messageFollows])
        }
        return (reader[.nothingToDo], reader[.nothingToDoWhy])
    }

    private static func latest(_ result: ResultView, _ reader: Reader) -> HTML {
        let version = result.current
        return """
            <section class="card">
              <div class="head"><h2>\(reader[.latestResult])</h2>\(reader.day(version.findings.testDate))</div>
              \(reader.value(version.findings.level, version.interpretation.flag))
              \(version.interpreted.map { RangeBar(of: $0).html(for: reader) })
              <p><a href="\(to: reader["/results/\(result.id)"])">\(reader[.openResult])</a></p>
            </section>
            """
    }

    private static func kits(_ found: Dashboard, _ reader: Reader) -> [HTML] {
        (found.pendingKits?.items ?? []).map { kit in
            """
            <section class="card">
              <div class="head"><h2>\(reader[.yourKit])</h2><span class="code">\(kit.code.description)</span></div>
              <p>\(reader.language.report.kitStatuses[kit.status])</p>
            </section>
            """
        }
    }
}
