import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// A patient's levels over time: a chart for each unit, and a table with every value.
enum TrendPage {
    static func show(_ page: PageCall) async throws -> Response {
        let reader = page.reader
        let own = try page.patient
        let trend = try await page.tenancy.results.trend(of: own, by: page.caller)
        let person = try await page.tenancy.profiles.show(own, by: page.caller).profile.details
        let content: HTML = """
            \(PatientResults.views(reader, .trend))
            \(trend.points.isEmpty ? reader.empty(.noTrend, .noTrendWhy) : nil)
            \(trend.lines.map { part($0, reader) })
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

    private static func part(_ line: ResultTrend.Line, _ reader: Reader) -> HTML {
        let words = reader.language.report
        let heads = [words.testDate, words.level, words.flag, words.range, reader[.change]]
        let title = reader[.trendOf, ["unit": .text(line.unit.rawValue)]]
        let rows = line.points.indices.reversed().map { index in
            row(line.points[index], after: index > 0 ? line.points[index - 1] : nil, reader)
        }
        return """
            <section class="card">
              <h2>\(title)</h2>
              <figure>\(TrendChart(of: line).html(for: reader))<figcaption>\(reader[.trendLegend])</figcaption></figure>
              <div class="scroll" tabindex="0" role="region" aria-label="\(title)"><table>
                <caption>\(reader[.newestFirst, ["count": .number(line.points.count)]])</caption>
                <thead><tr>\(heads.map { "<th scope=\"col\">\($0)</th>" as HTML })</tr></thead>
                <tbody>\(rows)</tbody>
              </table></div>
            </section>
            """
    }

    private static func row(_ point: ResultTrend.Point, after before: ResultTrend.Point?, _ reader: Reader) -> HTML {
        let course = LevelCourse(
            from: before.map { EarlierLevel(level: $0.level, testDate: $0.date) }, to: point.level)
        return """
            <tr><th scope="row"><a href="\(to: reader["/results/\(point.result)"])">\(reader.day(point.date))</a></th>\
            <td class="num">\(reader.inWords(point.level))</td><td class="nowrap">\(reader.flag(point.flag))\
            \(point.needsVerification ? " \(reader.badge("held", "◇", reader[.beingChecked]))" : nil)</td>\
            <td class="nowrap">\(reader.language.text(of: point.range, in: point.level.unit))</td>\
            <td class="sentence">\(reader[course.text])</td></tr>

            """
    }
}

extension Reader {
    /// A level, in whose place a limit stands in words: `less than 20 mg/dL`.
    func inWords(_ level: Level) -> String {
        let number = language.text(of: Level(value: level.value, unit: level.unit))
        let text: PageText
        switch level.comparator {
        case nil: return number
        case .less: text = .lessThan
        case .lessOrEqual: text = .atMost
        case .greaterOrEqual: text = .atLeast
        case .greater: text = .moreThan
        }
        return self[text, ["level": .text(number)]]
    }
}

extension LevelCourse {
    fileprivate var text: PageText {
        switch self {
        case .first: .courseFirst
        case .risen: .courseRisen
        case .fallen: .courseFallen
        case .steady: .courseSteady
        case .open: .courseOpen
        }
    }
}
