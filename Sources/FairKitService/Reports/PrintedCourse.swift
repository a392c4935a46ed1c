import FairKitCore
import FairKitStore
import Typesetting

/// A person's results as a report shows them, and what is printed of the person.
struct PrintedCourse: Sendable {
    /// nil: the reader does not see whose results they are.
    let person: Person?
    /// The newest test first, as far as the reader sees them.
    let results: [PrintedResult]
    /// Whether there are more.
    let isCut: Bool

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
        let valid = results.map(\.result).filter { !$0.current.status.isWithdrawn }
        guard let unit = valid.first?.current.findings.level.unit else { return nil }
        let versions = valid.map(\.current).filter { $0.findings.level.unit == unit }
            .sorted { $0.findings.testDate < $1.findings.testDate }
        guard let first = versions.first, let last = versions.last else { return nil }
        let words = language.report
        return TrendChart(
            caption: words.chartCaption.filled(["unit": unit.rawValue], in: language), unit: unit.rawValue,
            points: versions.map { TrendChart.Point($0, in: language) },
            firstDay: language.text(of: first.findings.testDate), lastDay: language.text(of: last.findings.testDate),
            rangeLabel: words.range)
    }
}

extension Transaction {
    /// Results with their laboratories, as a report shows them.
    func printed(_ results: [TestResult]) throws(DatabaseError) -> [PrintedCourse.PrintedResult] {
        var laboratories: [LaboratoryID: Laboratory] = [:]
        for id in Set(results.map(\.laboratoryID)) { laboratories[id] = try laboratory(id) }
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
    fileprivate init(_ version: ResultVersion, in language: Language) {
        func number(_ value: Thousandths) -> Double { Double(value.count) / 1000 }
        let level = version.findings.level
        self.init(
            day: version.findings.testDate.daysSince1970, value: number(level.value),
            label: "\(level.comparator?.rawValue ?? "")\(language.decimal("\(level.value)"))",
            low: number(version.range.low), high: number(version.range.high),
            isAbnormal: version.interpretation.flag != .normal)
    }
}
