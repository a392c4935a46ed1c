import FairKitCore
package import FairKitService

extension CSVFile {
    /// The figures of a programme: a line for each number, with the days that it is about.
    package init(_ figures: ProgrammeFigures) {
        self.init(["programme", "partner", "from", "to", "number", "flag", "value", "suppressed", "unit"])
        let days = (figures.from, figures.through)
        func line(
            _ name: String, flag: AbnormalFlag? = nil, _ value: Cell, isSuppressed: Bool = false, unit: String,
            of days: (CalendarDate, CalendarDate)
        ) -> [Cell] {
            [
                .text(figures.programme?.name), .text(figures.programme?.partner), .text("\(days.0)"),
                .text("\(days.1)"), .text(name), .text(flag?.rawValue), value, .text(isSuppressed ? "true" : "false"),
                .text(unit),
            ]
        }
        func people(
            _ measure: FigureMeasure, flag: AbnormalFlag? = nil, _ figure: Figure?,
            of days: (CalendarDate, CalendarDate)
        ) -> [Cell] {
            let count = figure?.count.map { "\($0)" }
            return line(
                measure.rawValue, flag: flag, .number(count ?? ""), isSuppressed: count == nil, unit: "people", of: days
            )
        }
        func all(_ figures: [FigureMeasure: Figure], of days: (CalendarDate, CalendarDate)) -> [[Cell]] {
            FigureMeasure.allCases.filter { figures[$0] != nil }.map { people($0, figures[$0], of: days) }
        }
        var lines = all(figures.people, of: days)
        lines += AbnormalFlag.allCases.map {
            people(.completed, flag: $0, figures.completedByFlag[$0], of: days)
        }
        for part in figures.parts { lines += all(part.people, of: (part.from, part.through)) }
        if let target = figures.target { lines.append(line("target", .number("\(target)"), unit: "people", of: days)) }
        if let day = figures.countedThrough {
            lines.append(line("countedThrough", .text("\(day)"), unit: "date", of: days))
        }
        if let known = figures.programme?.economics {
            var amounts = [
                ("savedPerTest", known.savedPerTest), ("costPerQuarter", known.costPerQuarter),
                ("costPerTest", known.costPerTest),
            ]
            if case .value(let value) = figures.investment {
                amounts += [("saved", value.saved), ("cost", value.cost)]
                lines.append(line("quarters", .number("\(value.quarters)"), unit: "quarters", of: days))
                let ratio = "\(value.ratio < 0 ? "-" : "")\(Thousandths(count: abs(value.ratio)))"
                lines.append(line("returnOnInvestment", .number(ratio), unit: "ratio", of: days))
            }
            for (name, amount) in amounts {
                lines.append(line(name, .number("\(amount)"), unit: known.currency, of: days))
            }
            lines.append(line("source", .text(known.source), unit: "", of: days))
        }
        for cells in lines { add(cells) }
    }
}
