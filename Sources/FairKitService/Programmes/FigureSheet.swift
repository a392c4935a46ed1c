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

    /// How new the numbers are; nil: nothing was counted yet.
    package var counted: String? {
        figures.countedThrough.map { fill(words.through, ["date": language.text(of: $0)]) }
    }

    /// How far the target is met, in sentences.
    package var target: String {
        if let notBegun { return notBegun }
        guard let target = figures.target else { return words.noTarget }
        let count = figures.people[.completed]?.count
        let values = ["count": number(count ?? 0), "target": number(target)]
        let sentence = fill(count == nil ? words.fewerOf : words.least, values)
        if count ?? 0 >= target { return "\(sentence) \(words.met)" }
        let hasEnded = figures.countedThrough.map { $0 >= figures.through } ?? false
        return [sentence, hasEnded ? words.notMet : soFar].compactMap(\.self).joined(separator: " ")
    }

    /// Says until when the period goes on; nil: it has ended.
    package var soFar: String? {
        figures.through < figures.today ? nil : fill(words.soFar, ["date": language.text(of: figures.through)])
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

    /// What the return is computed of.
    package var inputs: [(label: String, value: String)] {
        guard case .value(let value) = figures.investment else { return [] }
        let known = value.economics
        func money(_ amount: Thousandths) -> String { "\(self.money(amount)) \(known.currency)" }
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
        fill(words.days, ["from": language.text(of: from), "to": language.text(of: through)])
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
