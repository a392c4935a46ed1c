import FairKitCore
import FairKitStore

/// A person's results as a report shows them, and what is printed of the person.
struct PrintedHistory: Sendable {
    /// nil: the reader does not see whose results they are.
    let person: Person?
    /// The newest test first, as far as the reader sees them.
    let results: [PrintedResult]
    /// Whether there are more.
    let isCut: Bool
    /// By which the chart converts levels.
    let molarMass: MolarMass

    struct Person: Sendable {
        let details: ProfileDetails
        /// A reader with whom results are shared sees the name only.
        let isNameOnly: Bool
    }

    struct PrintedResult: Sendable {
        let result: TestResult
        let laboratory: Laboratory
    }

    /// The laboratories of the results, that of the newest first.
    var laboratories: [Laboratory] {
        var found: [Laboratory] = []
        for result in results where !found.contains(where: { $0.id == result.laboratory.id }) {
            found.append(result.laboratory)
        }
        return found
    }

    /// The most results of one report.
    static let mostResults = 200

    /// The chart of the levels in the unit of the newest one; nil: there is none.
    func chart(in language: Language) -> TrendChart? {
        guard let drawn = DrawnLevels(of: results.map(\.result), by: molarMass), let first = drawn.points.first,
            let last = drawn.points.last
        else { return nil }
        let (words, unit) = (language.report, drawn.unit.rawValue)
        var caption = [words.chartCaption.filled(["unit": unit], in: language)]
        if drawn.points.contains(where: \.isConverted) { caption.append(words.chartConverted) }
        if drawn.points.contains(where: \.needsVerification) { caption.append(words.chartHollow) }
        return TrendChart(
            caption: caption.joined(separator: " "), unit: unit,
            points: drawn.points.map { TrendChart.Point($0, in: language) }, firstDay: language.text(of: first.date),
            lastDay: language.text(of: last.date), rangeLabel: words.range)
    }
}

extension PrintedHistory {
    /// Results with their laboratories, as a report shows them.
    static func printed<Access>(_ results: [TestResult], in tx: borrowing Connection<Access>) throws(DatabaseError)
        -> [PrintedHistory.PrintedResult]
    {
        var laboratories: [LaboratoryID: Laboratory] = [:]
        for id in Set(results.map(\.laboratoryID)) { laboratories[id] = try tx.laboratory(id) }
        return results.map { result in
            .init(
                result: result,
                laboratory: laboratories[result.laboratoryID] ?? Laboratory(id: result.laboratoryID, name: ""))
        }
    }
}

extension TrendChart {
    /// The chart of a person without results.
    static func empty(in language: Language) -> TrendChart {
        let words = language.report
        return TrendChart(
            caption: words.noResults, unit: AATUnit.milligramsPerDecilitre.rawValue, points: [],
            firstDay: words.noResults, lastDay: "", rangeLabel: words.range)
    }
}

extension TrendChart.Point {
    fileprivate init(_ point: DrawnLevels.Point, in language: Language) {
        func number(_ value: Thousandths) -> Double { Double(value.count) / 1000 }
        let (level, mark) = (point.level, point.isConverted ? "*" : "")
        self.init(
            day: point.date.daysSince1970, value: number(level.value),
            label: "\(level.comparator?.rawValue ?? "")\(language.decimal("\(level.value)"))\(mark)",
            low: number(point.low), high: number(point.high), isAbnormal: point.flag != .normal,
            isHollow: point.needsVerification)
    }
}
