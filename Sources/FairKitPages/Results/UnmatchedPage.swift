import FairKitCore
import FairKitFrame
import FairKitService

/// A laboratory's results whose kit no person has registered, the oldest first. A result leaves the list when its kit is
/// registered, or when its laboratory withdraws it, and by nothing else.
enum UnmatchedPage {
    private static let most = 50
    private static let list = "unmatched results"

    static func show(_ page: PageCall) async throws -> Response {
        let reader = page.reader
        let filter = ResultFilter(isUnmatched: true, order: .oldest)
        let start = try page.place(page.query("cursor"), list) {
            ResultCursor($0, in: filter.order)
        }
        let found = try await page.tenancy.results.list(
            filter, after: start, limit: most, counting: true, in: reader.language, by: page.caller)
        let next = try found.next.map { reader["/results/unmatched?cursor=\(try page.seal($0, list))"] }
        let now = page.tenancy.now()
        let candidates = try await page.tenancy.results.candidates(for: found.items.map(\.id), by: page.caller)
        let content: HTML = """
            <p class="lead">\(reader[.unmatchedLead])</p>
            \(found.items.isEmpty ? "<p>\(reader[.noUnmatched])</p>" : table(found, candidates, now, reader))
            \(next.map { "<p><a class=\"button quiet\" href=\"\(to: $0)\">\(reader[.importFurther])</a></p>" as HTML })
            <section class="card"><h2>\(reader[.unmatchedWrongCode])</h2><p>\(reader[.unmatchedAdvice])</p>
            <p class="actions"><a class="button quiet" href="\(to: reader["/kits?stage=arrived"])">\(reader[.unmatchedArrived])</a></p></section>
            """
        return page.show(
            Document(
                title: reader[.unmatchedResults], about: reader.name, tab: .results,
                back: (reader["/results"], .results),
                content: content))
    }

    private static func table(
        _ found: FairKitService.ResultPage, _ candidates: [ResultID: [KitView]], _ now: Timestamp, _ reader: Reader
    ) -> HTML {
        let words = reader.language.report
        let heads = [
            reader[.kitCode], reader[.unmatchedMaybe], reader[.labNumber], words.testDate, reader[.unmatchedWaits],
            words.level, words.flag,
        ]
        let counts: [String: TextTemplate.Value] = [
            "count": .number(found.items.count), "total": .number(found.total?.count ?? found.items.count),
        ]
        return """
            <section class="card"><h2 class="hide">\(reader[.unmatchedResults])</h2>
            \(reader.scrolled(
                reader[.unmatchedResults], reader[.unmatchedShown, counts], heads, numbers: [5],
                found.items.map { row($0, candidates[$0.id] ?? [], now, reader) }))</section>
            """
    }

    private static func row(
        _ result: ResultView, _ candidates: [KitView], _ now: Timestamp, _ reader: Reader
    ) -> HTML {
        let version = result.current
        let days = reader.day(at: now).daysSince1970 - reader.day(at: version.recordedAt).daysSince1970
        return """
            <tr><th scope="row"><a class="code nowrap" href="\(to: reader["/results/\(result.id)"])">\(result.kitCode.description)</a></th>\
            <td>\(candidates.isEmpty ? "–" : "\(candidates.map { candidate($0, of: result, reader) })" as HTML)</td>\
            <td class="code">\(result.reference)</td><td>\(reader.day(version.findings.testDate))</td>\
            <td>\(reader[.unmatchedDays, ["count": .number(days)]])</td>\
            <td class="num">\(version.findings.level.map { reader.language.text(of: $0) } ?? reader[.noLevel])</td>\
            <td>\(reader.signs(of: result))</td></tr>

            """
    }

    /// A kit to which a result may belong, and what to do about it.
    private static func candidate(_ kit: KitView, of result: ResultView, _ reader: Reader) -> HTML {
        if kit.code == result.kitCode {
            return """
                <p>\(reader[.unmatchedLate]) \(reader.button("/kits/review", .reviewTitle, of: kit.code.description))</p>
                """
        }
        let arrived = kit.arrival.map { time -> HTML in ", \(reader.day(reader.day(at: time)))" }
        return """
            <p><a class="code nowrap" href="\(to: reader["/kits/\(kit.id)"])">\(kit.code.description)</a><br>\
            <span class="soft small">\(reader.status(of: kit))\(arrived)</span><br>\
            \(reader.button("/results/\(result.id)/code?kit=\(kit.id)", .codeUse, of: kit.code.description))</p>
            """
    }
}
