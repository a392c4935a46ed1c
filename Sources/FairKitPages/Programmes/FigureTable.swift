import FairKitCore
import FairKitFrame
import FairKitService

extension CSVFile {
    /// The figures of a page as a file: the same numbers, in the words of the page.
    init(_ sheet: FigureSheet, _ reader: Reader) {
        let (words, figures) = (reader.language.figures, sheet.figures)
        let heads = [
            words.programme, words.partner, reader[.resultsFrom], reader[.resultsTo], reader[.figuresCounted],
            words.counted, reader[.figuresNumber],
        ]
        self.init(heads, separatedBy: reader.language == .spanish ? ";" : ",")
        var lines: [[Cell]] = []
        func line(_ name: String, _ value: Cell, _ from: CalendarDate? = nil, _ through: CalendarDate? = nil) {
            let counted = figures.countedThrough.map { _ in "\(figures.lastCounted(until: through))" }
            lines.append([
                .text(figures.programme?.name), .text(figures.programme?.partner), .text("\(from ?? figures.from)"),
                .text("\(through ?? figures.through)"), .text(counted), .text(name), value,
            ])
        }
        func cell(_ figure: Figure) -> Cell {
            if let count = figure.count { .number("\(count)") } else { .text(words.fewer) }
        }
        line(words.period, .text(sheet.days))
        for (name, figure) in sheet.measures { line(name, cell(figure)) }
        for (name, figure) in sheet.byFlag { line("\(words.measures[.completed]): \(name)", cell(figure)) }
        for part in figures.parts {
            for measure in sheet.ofParts {
                line(words.measures[measure], cell(part.people[measure] ?? .suppressed), part.from, part.through)
            }
        }
        if figures.programme != nil {
            if let target = figures.target { line(words.target, .number("\(target)")) }
            line(words.returns, .text(sheet.verdict))
            for (label, value) in sheet.inputs { line(label, .text(value)) }
        }
        for line in lines { add(line) }
    }
}
