package import FairKitCore

/// Figures of a programme in the words of one language, in the order of the page and the print.
package struct FigureSheet: Sendable {
    package typealias Row = (name: String, figure: Figure)

    /// A part of the period.
    package struct Part: Sendable {
        package let name: String
        package let figures: [Figure]
    }

    package let figures: ProgrammeFigures
    package let language: Language

    package init(_ figures: ProgrammeFigures, in language: Language) {
        (self.figures, self.language) = (figures, language)
    }

    private var words: FigureWords { language.figures }

    /// What is shown of each part of the period.
    package var ofParts: [FigureMeasure] {
        [.registered, .completed, .active].filter { figures.people[$0] != nil }
    }

    package var days: String { text(from: figures.from, through: figures.through) }

    package var measures: [Row] {
        FigureMeasure.allCases.compactMap { measure in
            figures.people[measure].map { (words.measures[measure], $0) }
        }
    }

    package var byFlag: [Row] {
        AbnormalFlag.allCases.map { (language.report.flags[$0], figures.completedByFlag[$0] ?? .suppressed) }
    }

    package var parts: [Part] {
        figures.parts.map { part in
            Part(
                name: text(from: part.from, through: part.through),
                figures: ofParts.map { part.people[$0] ?? .suppressed })
        }
    }

    /// Through which day of the period people are counted; nil: nothing was counted yet.
    package var counted: String? {
        figures.countedThrough.map { fill(words.through, ["date": language.text(of: min($0, figures.through))]) }
    }

    /// How far the target is met, in sentences.
    package var target: String {
        if let notBegun { return notBegun }
        guard let target = figures.target else {
            return figures.period.quarters(at: figures.today).isEmpty ? words.byQuarter : words.noTarget
        }
        let (count, hasEnded) = (figures.people[.completed]?.count, figures.lastCounted() == figures.through)
        let few = hasEnded ? words.fewerOf : words.fewerSoFar
        let many = hasEnded ? words.least : words.leastSoFar
        let sentence = fill(count == nil ? few : many, ["count": number(count ?? 0), "target": number(target)])
        if count ?? 0 >= target { return "\(sentence) \(words.met)" }
        return hasEnded ? "\(sentence) \(words.notMet)" : sentence
    }

    /// Says when the programme begins; nil: it has begun within the period.
    package var notBegun: String? {
        guard let start = figures.programme?.startsOn, start > min(figures.through, figures.today) else { return nil }
        return fill(words.notBegun, ["date": language.text(of: start)])
    }

    /// The return in per cent, or why there is none.
    package var verdict: String {
        switch figures.investment {
        case .missing(let missing): words.missing[missing]
        case .value(let value): percent(value.ratio)
        }
    }

    /// What the return is computed of: as long as there is none, what the programme has set.
    package var inputs: [(label: String, value: String)] {
        guard let known = figures.programme?.economics else { return [] }
        func money(_ amount: Thousandths) -> String { "\(self.money(amount)) \(known.currency)" }
        guard case .value(let value) = figures.investment else {
            return [
                (words.saved, money(known.savedPerTest)), (words.perQuarter, money(known.costPerQuarter)),
                (words.perTest, money(known.costPerTest)), (words.source, known.source),
            ]
        }
        return [
            (words.measures[.completed], number(value.completed)), (words.saved, money(known.savedPerTest)),
            (words.savedInAll, money(value.saved)), (words.perQuarter, money(known.costPerQuarter)),
            (words.quarters, number(value.quarters)), (words.perTest, money(known.costPerTest)),
            (words.costInAll, money(value.cost)), (words.source, known.source),
        ]
    }

    /// nil: there is no return.
    package var perUnit: String? {
        guard case .value(let value) = figures.investment else { return nil }
        let values = ["currency": value.economics.currency, "amount": decimal(value.ratio + 1000)]
        return fill(words.spent, values)
    }

    package func text(of figure: Figure) -> String { figure.count.map { number($0) } ?? words.fewer }

    private func number(_ count: Int) -> String { language.text(of: count) }

    private func text(from: CalendarDate, through: CalendarDate) -> String {
        let last = figures.lastCounted(until: through)
        let isSoFar = last >= from && last < through
        return fill(
            isSoFar ? words.daysSoFar : words.days,
            ["from": language.text(of: from), "to": language.text(of: isSoFar ? last : through)])
    }

    private func fill(_ text: String, _ values: [String: String]) -> String { text.filled(values, in: language) }

    private func money(_ amount: Thousandths) -> String { decimal(amount.count) }

    /// Thousandths with digits in groups, without trailing zeros.
    private func decimal(_ thousandths: Int64) -> String {
        let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
        let digits = String("\(rest + 1000)".dropFirst().reversed().drop { $0 == "0" }.reversed())
        let text = number(Int(whole)) + (digits.isEmpty ? "" : language.decimal(".") + digits)
        return (thousandths < 0 ? "−" : "") + text
    }

    private func percent(_ thousandths: Int64) -> String { "\(decimal(thousandths * 100)) %" }
}

extension ProgrammeFigures {
    /// The last day that is counted, at most a day; before anyone is counted, yesterday.
    /// - Parameter day: nil: the last of the period.
    package func lastCounted(until day: CalendarDate? = nil) -> CalendarDate {
        min(day ?? through, countedThrough ?? today.adding(days: -1))
    }

    /// The name of their file, without its kind: the programme in plain letters, and the period.
    package var fileName: String {
        let plain = (programme?.name ?? "").lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        let words = String(plain).split(separator: "-").map { String($0) }
        let days =
            switch period {
            case .last, .days: "\(from)-to-\(through)"
            case .quarter, .year: "\(period)"
            }
        return (["fairkit-figures"] + words + [days]).joined(separator: "-")
    }
}
