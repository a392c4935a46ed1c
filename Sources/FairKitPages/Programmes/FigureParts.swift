import FairKitCore
import FairKitFrame
import FairKitService

/// The parts of the page of a programme.
struct FigureParts {
    let page: PageCall
    let sheet: FigureSheet

    private var reader: Reader { page.reader }
    private var words: FigureWords { reader.language.figures }
    private var name: String { ProgrammePage.name(of: sheet.figures) }

    /// What an administrator does with the programme.
    var managing: HTML {
        """
        <p class="actions">\(reader.button("/programmes/\(name)/change", .programmeChange))\
        \(reader.button("/programmes/\(name)/targets", .programmeTargets))\
        \(reader.button("/programmes/\(name)/coordinators", .programmeCoordinators))\
        \(reader.button("/programmes/\(name)/code", .programmeCode))\
        \(sheet.figures.programme?.mayEnd(on: sheet.figures.today) == true ? ending : nil)</p>
        """
    }

    private var ending: HTML {
        """
        <a class="button danger quiet apart" href="\(to: reader["/programmes/\(name)/end"])">\(reader[.programmeEnd])</a>
        """
    }

    /// The periods, each a link. Any days are a form, whose answer has them in its address.
    func periods(_ wrong: [Wrong]) -> HTML {
        let today = sheet.figures.today
        let quarter = CalendarQuarter(of: today)
        let all: [(PageText, FigurePeriod)] = [
            (.figuresWeek, .last(7)), (.figuresMonth, .last(30)), (.figuresQuarter, .quarter(quarter)),
            (.figuresBefore, .quarter(quarter.adding(-1))), (.figuresYear, .year(quarter.year)),
        ]
        let views = all.map { text, period -> (Link, HTML, Bool) in
            let link = reader["/programmes/\(name)?period=\(period)"]
            return (link, "\(reader[text])", wrong.isEmpty && period == sheet.figures.period)
        }
        func day(_ name: String, _ label: PageText, _ shown: CalendarDate) -> HTML {
            let typed = page.query(name) ?? "\(shown)"
            return reader.field(name, label, wrong, with: .day(typed, isRequired: true))
        }
        // Of a period that began today no day is over.
        let last = sheet.figures.lastCounted()
        return """
            \(reader.views(.figuresPeriod, views))
            <form class="filters noprint" method="get" action="\(to: reader["/programmes/\(name)"])">
            \(day("from", .resultsFrom, min(sheet.figures.from, last)))\(day("to", .resultsTo, last))
            <button class="quiet">\(reader[.filter])</button></form>
            """
    }

    var target: HTML {
        "<section class=\"card\"><h2>\(words.target)</h2><p>\(sheet.target)</p></section>\n"
    }

    var people: HTML { numbers(words.people, sheet.measures, words.returned) }

    var byFlag: HTML { numbers(words.byFlag, sheet.byFlag, words.undivided) }

    /// A chart, and a table with the same numbers.
    private func numbers(_ title: String, _ rows: [FigureSheet.Row], _ note: String) -> HTML {
        let cells = rows.map { name, figure -> HTML in
            "<tr><th scope=\"row\">\(name)</th><td class=\"num\">\(reader.people(figure))</td></tr>\n"
        }
        return """
            <section class="card"><h2>\(title)</h2>
            \(BarChart(title: title, bars: rows).html(for: reader))
            \(table(title, [words.counted, words.people], cells))<p class="soft">\(note)</p></section>

            """
    }

    private func table(_ name: String, _ heads: [String], _ rows: [HTML]) -> HTML {
        reader.scrolled(name, sheet.days, heads, numbers: Set(heads.indices.dropFirst()), rows)
    }

    var overTime: HTML? {
        guard !sheet.parts.isEmpty else { return nil }
        let rows = sheet.parts.map { part -> HTML in
            let cells = part.figures.map { "<td class=\"num\">\(reader.people($0))</td>" as HTML }
            return "<tr><th scope=\"row\">\(part.name)</th>\(cells)</tr>\n"
        }
        let shown = sheet.ofParts.firstIndex(of: .completed) ?? 0
        let title = "\(words.parts): \(words.measures[.completed])"
        let bars: [FigureSheet.Row] =
            sheet.parts.count > 14 ? [] : sheet.parts.map { (name: $0.name, figure: $0.figures[shown]) }
        return """
            <section class="card"><h2>\(words.parts)</h2>
            \(bars.isEmpty ? nil : BarChart(title: title, bars: bars).html(for: reader))
            \(table(words.parts, [words.period] + sheet.ofParts.map { words.measures[$0] }, rows))</section>

            """
    }

    /// The number, or why there is none; its formula, and the source of what it is computed of.
    var returns: HTML {
        let facts = sheet.inputs.map { "<dt>\($0.label)</dt><dd>\($0.value)</dd>\n" as HTML }
        let result: HTML =
            sheet.perUnit.map { "<p class=\"value\">\(sheet.verdict)</p><p>\($0)</p>" as HTML }
            ?? "<p>\(sheet.verdict)</p>"
        return """
            <section class="card"><h2>\(words.returns)</h2>\(result)
            <p class="soft">\(words.formula)</p>\(facts.isEmpty ? nil : "<dl class=\"facts\">\(facts)</dl>" as HTML)</section>

            """
    }
}
