import FairKitCore
import FairKitFrame
import FairKitService

/// A patient's results, the newest first, with those that are being checked, and those that others share.
enum PatientResults {
    private static let most = 50

    static func show(_ page: PageCall, of own: ProfileID) async throws -> Response {
        let reader = page.reader
        let filter = ResultFilter()
        let cursor = page.query("cursor")
        let start = try page.place(cursor, "results") { ResultCursor($0, in: filter.order) }
        let found = try await page.tenancy.results.list(
            filter, after: start, limit: most, in: reader.language, by: page.caller)
        let held = start == nil ? try await page.tenancy.results.held(by: page.caller) : []
        let next = try found.next.map { reader["/results?cursor=\(try page.seal($0, "results"))"] }
        let list: HTML = """
            <section class="card">
              <h2>\(reader[.newestFirst, ["count": .number(found.items.count)]])</h2>
              <ul class="list results">
            \(found.items.map { row($0, own, reader) })
              </ul>
            </section>
            \(next.map { "<p><a class=\"button quiet\" href=\"\(to: $0)\">\(reader[.older])</a></p>" as HTML })
            """
        let content: HTML = """
            \(views(reader, .results))
            \(HeldPart.html(held, reader))
            \(!found.items.isEmpty ? list : held.isEmpty
                ? reader.empty(.noResults, .nothingToDoWhy, ("/kits/new", .registerKit)) : nil)
            """
        return page.show(Document(title: reader[.results], about: reader.name, tab: .results, content: content))
    }

    /// The ways to see one's results.
    static func views(_ reader: Reader, _ current: PageText) -> HTML {
        let all: [(Link.Path, PageText)] = [
            ("/results", .results), ("/results/trend", .trend), ("/results/shares", .shares),
        ]
        return reader.views(.waysToSee, all, current)
    }

    /// Date, value, unit, sign and word in one line.
    private static func row(_ result: ResultView, _ own: ProfileID, _ reader: Reader) -> HTML {
        let (version, language) = (result.current, reader.language)
        let isOwn = result.profileID == own
        var notes: [String] = []
        if !isOwn { notes.append(reader[.sharedBy, ["name": .text(result.patientName ?? reader[.nameNotShown])]]) }
        switch version.status {
        case .preliminary: notes.append(reader[.partial])
        case .final: break
        default: notes.append(language.report.statuses[version.status])
        }
        let found = version.findings
        let reported = found.level.map { language.text(of: $0) } ?? found.genotype.map { "\($0)" } ?? reader[.noLevel]
        let level = version.status.isWithdrawn ? "–" : reported
        let isNew = isOwn && result.readAt == nil
        return """
                <li><a href="\(to: reader["/results/\(result.id)"])"><span class="name">\
            <b>\(reader.day(version.findings.testDate))</b>\
            \(isNew ? " <b class=\"new\">\(reader[.newWord])</b>" as HTML : "")\
            \(notes.isEmpty ? nil : "<span>\(notes.joined(separator: ", "))</span>" as HTML)</span>\
            <span class="num">\(level)</span>\
            \(version.status.isWithdrawn ? nil : version.interpretation.flag.map { reader.flag($0) })</a></li>

            """
    }
}

/// Results that wait for a confirmation: the patient learns that, and no value.
enum HeldPart {
    static func html(_ held: [HeldResult], _ reader: Reader) -> HTML? {
        guard !held.isEmpty else { return nil }
        let rows = held.map { one in
            let since: HTML = "\(reader[.heldSince]) \(reader.day(reader.day(at: one.since)))"
            return reader.row(nil, since, [], reader.badge("held", "◇", reader[.beingChecked]))
        }
        return """
            <section class="card"><h2>\(reader[.heldTitle])</h2><p>\(reader[.heldWhy])</p>\
            <ul class="list">\(rows)</ul></section>
            """
    }
}
