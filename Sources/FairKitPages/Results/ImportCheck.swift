import FairKitAPI
import FairKitCore
import FairKitService

/// A laboratory's file before it is sent: which column holds what, what is wrong, and what each line does.
struct ImportCheck {
    private let file: ImportedFile
    private let columns: ColumnMap
    /// Whether a person has seen the columns.
    private let isAgain: Bool
    /// Whether the columns are those of the page before.
    let isChecked: Bool

    private static let (mostFaults, mostShown, mostUnused) = (500, 200, 20)

    init(_ file: ImportedFile, _ form: Form) {
        self.file = file
        isAgain = !form["mapped"].isEmpty
        columns = isAgain ? ColumnMap(form, of: file) : ColumnMap(guessing: file.header)
        isChecked = isAgain && columns.missing.isEmpty && form["checked"] == columns.text
    }

    func run(isRehearsal: Bool, _ page: PageCall) async throws -> [FileImport.Line] {
        try await FileImport(file: file, columns: columns).run(isRehearsal: isRehearsal, page)
    }

    func show(_ page: PageCall) async throws -> Response {
        let reader = page.reader
        let fields = ColumnFields(file: file, columns: columns, reader: reader)
        let wrong = fields.wrong
        let lines = wrong.isEmpty ? try await run(isRehearsal: true, page) : []
        let content: HTML = """
            \(wrong.isEmpty ? summary(lines, reader) : "<p class=\"lead\">\(reader[.importMap])</p>")
            \(problems(lines, reader))
            <form class="card" method="post" action="\(to: reader["/results/import/send"])" enctype="multipart/form-data">
              \(Shell.token(reader))\(file.kept)\
            <input type="hidden" name="mapped" value="yes"><input type="hidden" name="checked" value="\(columns.text)">
              \(wrong.isEmpty ? buttons(lines, reader) : nil)
              \(fields.html(isOpen: !wrong.isEmpty))
            </form>
            \(outcomes(lines, reader))
            """
        return page.show(
            Document(
                title: reader[.importTitle], about: reader.name, tab: .results, refusal: .importRefused,
                wrong: isAgain ? wrong : [], back: (reader["/results/import"], .importOther), content: content))
    }

    // MARK: - Before it is sent

    private func summary(_ lines: [FileImport.Line], _ reader: Reader) -> HTML {
        let taken = lines.filter { $0.faults.isEmpty && !$0.isBefore }
        let counts: [(PageText, Int)] = [
            (.importGood, taken.count), (.importBad, lines.count { !$0.faults.isEmpty }),
            (.importBefore, lines.count { $0.isBefore }),
            (.importAlerts, taken.count { $0.follows == .alert && $0.callsPeople }),
            (.importAlertsOnly, taken.count { $0.follows == .alert && !$0.callsPeople }),
            (.importHolds, taken.count { $0.taken?.result.hold != nil }),
            (.importWaits, taken.count { $0.follows == .waits }),
        ]
        let bad = counts[1].1
        let unused = columns.unused(of: file.header).prefix(Self.mostUnused).map { name -> HTML in
            "<li>\(reader[.importUnused, ["column": .text(name)]])</li>"
        }
        return """
            <div class="banner \(bad == 0 && unused.isEmpty ? "ok" : "warning")" tabindex="-1"><p><b>\(reader[.importNothingYet])</b></p>\
            <ul>\(counts.filter { $0.1 > 0 }.map { "<li>\(reader[$0.0, ["count": .number($0.1)]])</li>" as HTML })\(unused)</ul></div>
            """
    }

    private func buttons(_ lines: [FileImport.Line], _ reader: Reader) -> HTML {
        let bad = lines.count { !$0.faults.isEmpty }
        let isAllBefore = lines.allSatisfy { !$0.faults.isEmpty || $0.isBefore }
        let send: HTML = "<button>\(reader[.importSend, ["count": .number(lines.count - bad)]])</button>"
        let save: HTML = """
            <button class="quiet" formaction="\(to: reader["/results/import/refused"])">\
            \(reader[.importSave, ["count": .number(bad)]])</button>
            """
        return """
            <div class="actions">\(isAllBefore ? nil : send)\(bad > 0 ? save : nil)\
            <a class="button quiet" href="\(to: reader["/results/import"])">\(reader[.importNone])</a></div>
            """
    }

    // MARK: - Line by line

    /// A fault with the name of its column in the sheet.
    func text(of fault: LineFault, _ reader: Reader) -> String { "\(column(of: fault, reader)): \(fault.text)" }

    private func column(of fault: LineFault, _ reader: Reader) -> String {
        guard let member = fault.member else { return reader[.importWholeLine] }
        if case .place(let place) = columns.sources[member], !file.header[place].isEmpty { return file.header[place] }
        return reader.label(ofColumn: member)
    }

    private func problems(_ lines: [FileImport.Line], _ reader: Reader) -> HTML? {
        let all = lines.flatMap { line in line.faults.map { (line, $0) } }
        guard !all.isEmpty else { return nil }
        let rows = all.prefix(Self.mostFaults).map { line, fault -> HTML in
            """
            <tr><th scope="row">\(line.row)</th><td class="code">\(line.members["reference"]?.said ?? "–")</td>\
            <td>\(column(of: fault, reader))</td><td class="wide">\(fault.text)</td></tr>

            """
        }
        let heads = [reader[.importLine], reader[.labNumber], reader[.importColumn], reader[.importProblem]]
        return table(.importProblems, rows, of: all.count, heads, reader)
    }

    private func outcomes(_ lines: [FileImport.Line], _ reader: Reader) -> HTML? {
        let taken = lines.filter { $0.faults.isEmpty }
        guard !taken.isEmpty else { return nil }
        let first = taken.filter { $0.follows.isNotable } + taken.filter { !$0.follows.isNotable }
        let rows = first.prefix(Self.mostShown).compactMap { line -> HTML? in
            guard let result = line.taken?.result else { return nil }
            let level = result.current.findings.level.map { reader.language.text(of: $0) } ?? reader[.noLevel]
            let hold = result.hold.map { "<br><span class=\"soft\">\(reader[$0.text])</span>" as HTML }
            return """
                <tr><th scope="row">\(line.row)</th><td class="code">\(result.reference)</td>\
                <td class="code nowrap">\(result.kitCode.description)</td><td>\(reader.day(result.current.findings.testDate))</td>\
                <td class="num">\(level)</td>\
                <td>\(reader.signs(of: result))</td>\
                <td class="wide">\(reader[line.follows.text])\(hold)</td></tr>

                """
        }
        let words = reader.language.report
        let heads = [
            reader[.importLine], reader[.labNumber], reader[.kitCode], words.testDate, words.level, words.flag,
            reader[.whatFollows],
        ]
        return table(.importLines, rows, of: taken.count, heads, reader)
    }

    private func table(
        _ title: PageText, _ rows: [HTML], of total: Int, _ heads: [String], _ reader: Reader
    ) -> HTML {
        let caption = reader[.importShown, ["count": .number(rows.count), "total": .number(total)]]
        return """
            <section class="card"><h2>\(reader[title])</h2>
            \(reader.scrolled(reader[title], caption, heads, rows))</section>
            """
    }
}
