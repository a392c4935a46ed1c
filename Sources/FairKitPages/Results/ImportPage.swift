import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird
import NIOCore

/// The page where a laboratory imports a file of results. Another page shows what each line does before anything is stored.
enum ImportPage {
    static func show(_ page: PageCall) async throws -> Response { draw(page, [], try sent(page)) }

    /// Shows which column holds what, and what would become of each line.
    static func check(_ page: PageCall, _ form: Form, _ sent: Multipart?) async throws -> Response {
        let file: ImportedFile
        do { file = try ImportedFile(in: sent) } catch { return unfit(error, page) }
        return try await ImportCheck(file, form).show(page)
    }

    /// Stores the lines that can be stored, if they are read as the page before has shown.
    static func send(_ page: PageCall, _ form: Form, _ sent: Multipart?) async throws -> Response {
        try await checked(page, form, sent) { file, check in
            try await page.once(form, file.bytes) {
                let counts = Counts(try await check.run(isRehearsal: false, page))
                return .seeOther(page.reader["/results/import?sent=\(try page.seal(counts, list(page)))"])
            }
        }
    }

    /// Goes on with a file whose columns a person has seen, or shows them.
    private static func checked(
        _ page: PageCall, _ form: Form, _ sent: Multipart?,
        _ goOn: (ImportedFile, ImportCheck) async throws -> Response
    ) async throws -> Response {
        let file: ImportedFile
        do { file = try ImportedFile(in: sent) } catch { return unfit(error, page) }
        let check = ImportCheck(file, form)
        return try await check.isChecked ? goOn(file, check) : check.show(page)
    }

    /// Gives the lines back that can't be stored, with what is wrong.
    static func refused(_ page: PageCall, _ form: Form, _ sent: Multipart?) async throws -> Response {
        try await checked(page, form, sent) { file, check in
            let bad = try await check.run(isRehearsal: true, page).filter { !$0.faults.isEmpty }
            let problems = bad.map { line in
                (line.number, line.faults.map { check.text(of: $0, page.reader) }.joined(separator: " "))
            }
            let table = file.table(of: Dictionary(uniqueKeysWithValues: problems))
            return page.csv(table, as: "fairkit-problems", "text/csv; charset=utf-8")
        }
    }

    private static func unfit(_ unfit: ImportedFile.Unfit, _ page: PageCall) -> Response {
        draw(page, [Wrong(field: "file", text: page.reader[unfit.text])])
    }

    private static func draw(_ page: PageCall, _ wrong: [Wrong], _ sent: HTML? = nil) -> Response {
        let reader = page.reader
        let content: HTML = """
            <p class="lead">\(reader[.importLead])</p>
            <form class="card" method="post" action="\(to: reader["/results/import"])" enctype="multipart/form-data">
              \(Shell.token(reader))
              \(reader.field("file", .importFile, wrong, hint: .importFileHint, with: "type=\"file\" accept=\".csv,.txt,.tsv,text/csv\" required"))
              <div class="actions"><button>\(reader[.importCheck])</button></div>
            </form>
            \(ImportExample.html(reader))
            """
        return page.show(
            Document(
                title: reader[.importTitle], about: reader.name, tab: .results, refusal: .importRefused, wrong: wrong,
                back: (reader["/results"], .results), above: sent ?? "", content: content))
    }

    // MARK: - What was done

    /// How many lines were stored, were stored before, and were refused.
    struct Counts: CustomStringConvertible {
        let numbers: [Int]

        init(_ lines: [FileImport.Line]) {
            let before = lines.count { $0.isBefore }
            let refused = lines.count { !$0.faults.isEmpty }
            numbers = [lines.count - before - refused, before, refused]
        }

        init?(_ text: String) {
            numbers = text.split(separator: "-").compactMap { Int($0) }
            if numbers.count != 3 { return nil }
        }

        var description: String { numbers.map { "\($0)" }.joined(separator: "-") }
    }

    private static func list(_ page: PageCall) -> String {
        "import of \(page.reader.own?.account.id.description ?? "")"
    }

    private static func sent(_ page: PageCall) throws -> HTML? {
        let reader = page.reader
        guard let counts = try page.place(page.query("sent"), list(page), { Counts($0) })
        else { return nil }
        let texts = zip([PageText.importStored, .importBefore, .importNotStored], counts.numbers)
            .filter { $0.1 > 0 || $0.0 == .importStored }
        return """
            <div class="banner \(counts.numbers[2] > 0 ? "warning" : "ok")" tabindex="-1">\
            \(texts.map { "<p>\(reader[$0.0, ["count": .number($0.1)]])</p>" as HTML })\
            <p><a href="\(to: reader["/results"])">\(reader[.results])</a></p></div>
            """
    }
}

extension FileImport.Line {
    var faults: [LineFault] { if case .refused(let faults) = outcome { faults } else { [] } }

    var taken: ReportedResult? { if case .taken(let reported) = outcome { reported } else { nil } }

    /// Whether it was stored before.
    var isBefore: Bool { if case .repeated? = taken { true } else { false } }
}
