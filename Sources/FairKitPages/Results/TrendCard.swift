import FairKitCore

/// The levels of one unit: their chart, and a table with every value.
struct TrendCard {
    let line: ResultTrend.Line
    /// Says what is missing in the chart.
    var note: HTML?

    func html(for reader: Reader) -> HTML {
        let words = reader.language.report
        let heads = [words.testDate, words.level, words.flag, reader.range, reader[.change]]
        let title = reader[reader.role == .patient ? .trendOf : .trendIn, ["unit": .text(line.unit.rawValue)]]
        let rows = line.points.indices.reversed().map { index in
            row(line.points[index], after: index > 0 ? line.points[index - 1] : nil, reader)
        }
        return """
            <section class="card">
              <h2>\(title)</h2>
              <figure>\(TrendChart(of: line).html(for: reader))<figcaption>\(reader[.trendLegend, ["range": .text(reader.range)]])</figcaption></figure>\(note)
              \(reader.scrolled(title, reader[.newestFirst, ["count": .number(line.points.count)]], heads, numbers: [1], rows))
            </section>
            """
    }

    private func row(_ point: ResultTrend.Point, after before: ResultTrend.Point?, _ reader: Reader) -> HTML {
        let course = LevelCourse(
            from: before.map { EarlierLevel(level: $0.level, testDate: $0.date) }, to: point.level)
        return """
            <tr><th scope="row"><a href="\(to: reader["/results/\(point.result)"])">\(reader.day(point.date))</a></th>\
            <td class="num">\(reader.inWords(point.level))</td><td>\(reader.flag(point.flag))\
            \(point.needsVerification ? " \(reader.waits)" : nil)</td>\
            <td>\(reader.language.text(of: point.range, in: point.level.unit))</td>\
            <td class="sentence">\(reader[course.text])</td></tr>

            """
    }
}

extension Reader {
    /// How this reader calls the reference range.
    var range: String { role == .patient ? self[.normalRange] : language.report.range }

    /// Says that results are missing in a chart until they are verified; nil: none is.
    func notDrawn(_ count: Int) -> HTML? {
        let text = self[role == .patient ? .checkedNotDrawn : .unverifiedNotDrawn, ["count": .number(count)]]
        return count == 0 ? nil : "<p class=\"soft\">\(text)</p>"
    }

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
