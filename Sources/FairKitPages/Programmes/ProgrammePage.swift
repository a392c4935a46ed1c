import FairKitCore
import FairKitFrame
import FairKitService

/// The figures of a programme, or of the whole clinic, over a period, which the address names: numbers of people, never a
/// person.
enum ProgrammePage {
    /// Stands for the whole clinic in an address.
    private static let clinic = "clinic"

    static func show(_ page: PageCall) async throws -> Response {
        let fault = wrongDay(page)
        if fault == nil, let asked = wanted(page) {
            do {
                return draw(page, try await figures(page, in: asked), [])
            } catch let refusal as Refusal<Never> {
                guard case .invalid = refusal else { throw refusal }
            }
        }
        let wrong = fault ?? Wrong(field: "from", text: page.reader[.figuresWrongDays])
        return draw(page, try await figures(page, in: now(page)), [wrong])
    }

    static func csv(_ page: PageCall) async throws -> Response {
        let found = try await figures(page, in: try known(page))
        return page.csv(CSVFile(FigureSheet(found, in: page.reader.language), page.reader), as: found.fileName)
    }

    static func pdf(_ page: PageCall) async throws -> Response {
        let found = try await figures(page, in: try known(page))
        let pdf = try await page.tenancy.programmes.print(found, in: page.reader.language, by: page.caller)
        return page.pdf(pdf, as: found.fileName)
    }

    private static func figures(_ page: PageCall, in period: FigurePeriod) async throws -> ProgrammeFigures {
        try await page.tenancy.programmes.figures(of: try id(page), in: period, by: page.caller)
    }

    /// nil: the whole clinic.
    private static func id(_ page: PageCall) throws -> ProgrammeID? {
        try page.call.parameter("id") { (text: String) -> ProgrammeID?? in
            text == clinic ? .some(nil) : ProgrammeID(text).map { .some($0) }
        }
    }

    /// How an address names whose figures they are.
    static func name(of figures: ProgrammeFigures) -> String { figures.programme.map { "\($0.id)" } ?? clinic }

    private static func now(_ page: PageCall) -> FigurePeriod {
        .quarter(CalendarQuarter(of: page.tenancy.now().date()))
    }

    /// The period of the address, or else this quarter; nil: the address has another text.
    private static func wanted(_ page: PageCall) -> FigurePeriod? {
        let query = page.query
        if let from = query("from"), let to = query("to") { return FigurePeriod("\(from)..\(to)") }
        guard let text = query("period") else { return now(page) }
        return FigurePeriod(text)
    }

    /// Which of the days that were chosen can't be shown, and why; nil: none.
    private static func wrongDay(_ page: PageCall) -> Wrong? {
        let (query, today) = (page.query, page.tenancy.now().date())
        func day(_ name: String) -> CalendarDate? { query(name).flatMap { CalendarDate($0) } }
        func wrong(_ field: String, _ text: PageText) -> Wrong { Wrong(field: field, text: page.reader[text]) }
        guard query("from") != nil || query("to") != nil else {
            guard case .days(_, let last)? = wanted(page), last >= today else { return nil }
            return wrong("to", .figuresNotOver)
        }
        guard let from = day("from") else { return wrong("from", .typeADate) }
        guard let to = day("to") else { return wrong("to", .typeADate) }
        if to < from { return wrong("to", .figuresBackwards) }
        return to < today ? nil : wrong("to", .figuresNotOver)
    }

    private static func known(_ page: PageCall) throws -> FigurePeriod {
        guard let period = wanted(page) else { throw Problem.notFound }
        return period
    }

    private static func draw(_ page: PageCall, _ found: ProgrammeFigures, _ wrong: [Wrong]) -> Response {
        let (reader, sheet) = (page.reader, FigureSheet(found, in: page.reader.language))
        let (parts, whose) = (FigureParts(page: page, sheet: sheet), name(of: found))
        let isManager = reader.may(.manageProgrammes)
        let numbers: HTML = """
            <p class="soft">\(sheet.days). \(sheet.counted ?? "") \(reader[.figuresUntil])</p>
            \(found.programme == nil ? nil : parts.target)\(parts.people)\(parts.byFlag)\(parts.overTime)\
            \(found.programme == nil ? nil : parts.returns)
            <p class="soft">\(reader.language.figures.note)</p>
            <p class="actions"><a class="button quiet" href="\(to: reader["/programmes/\(whose)/figures.csv?period=\(found.period)"])">\(reader[.figuresCSV])</a>\
            <a class="button quiet" href="\(to: reader["/programmes/\(whose)/figures.pdf?period=\(found.period)"])">\(reader[.figuresPDF])</a></p>
            """
        let about = found.programme.map { "\($0.partner), \(reader.days(of: $0))" } ?? reader[.programmesLead]
        let content: HTML = """
            <p class="lead">\(about)</p>
            \(isManager && found.programme != nil ? parts.managing : nil)\(parts.periods(wrong))
            \(!wrong.isEmpty ? nil : sheet.notBegun.map { "<p class=\"banner warning\">\($0)</p>" as HTML } ?? numbers)
            """
        return ManagedPage(
            title: found.programme?.name ?? reader[.figuresClinic], tab: isManager ? .clinic : .home,
            back: isManager ? ("/programmes", .programmes) : ("/home", .home), refused: .figuresRefused, wrong: wrong,
            done: page.done(.programmeMade, .programmeChanged, .ownSaved, .programmeEnded)
        ).show(page, content)
    }
}
