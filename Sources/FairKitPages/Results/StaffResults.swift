import FairKitCore
import FairKitFrame
import FairKitService

/// The results that staff may see, narrowed by what stands in the address.
enum StaffResults {
    private static let most = 50

    static func show(_ page: PageCall) async throws -> Response { try await draw(page) }

    /// A kit's code leads to its results. It is posted, and hidden in the address that follows.
    static func find(_ page: PageCall, _ form: Form) async throws -> Response {
        guard page.reader.role != .patient else { throw Problem.forbidden }
        let code: KitCode
        do { code = try ScannedCode(form["code"]).code } catch {
            return try await draw(page, ArrivalsPage.fault(error, form, page.reader, finds: true), form["code"])
        }
        return .seeOther(page.reader["/results?kit=\(try page.tenancy.cursors.hide("\(code)", of: kitList))"])
    }

    private static let kitList = "results of a kit"

    private static func draw(_ page: PageCall, _ wrong: String? = nil, _ code: String = "") async throws -> Response {
        let (reader, faults) = (page.reader, wrong.map { [Wrong(field: "code", text: $0)] } ?? [])
        let (filter, typed) = filter(page)
        let start = try page.place(wrong == nil ? page.query("cursor") : nil, typed.list) {
            ResultCursor($0, in: filter.order)
        }
        let found = try await page.tenancy.results.list(
            filter, after: start, limit: most, in: reader.language, by: page.caller)
        let next = try found.next.map { typed.link(reader, try page.seal($0, typed.list)) }
        let empty = reader[typed.isAny || start != nil ? .noMatch : .noResultsOfStaff]
        let count: PageText = start == nil && next != nil ? .newestResults : .newestFirst
        return page.show(
            Document(
                title: reader[.results], tab: .results, refusal: .notSearched, wrong: faults,
                content: """
                    \(enter(reader))\(search(filter.kitCode.map { "\($0)" } ?? code, faults, reader))\(form(typed, reader))
                    \(found.items.isEmpty ? "<p class=\"lead\">\(empty)</p>" : table(found.items, count, reader))
                    \(found.withholding > 0 ? "<p class=\"soft\">\(reader[.withheldCount, ["count": .number(found.withholding)]])</p>" as HTML : nil)
                    \(next.map { "<p><a class=\"button quiet\" href=\"\(to: $0)\">\(reader[.older])</a></p>" as HTML })
                    """))
    }

    private static func enter(_ reader: Reader) -> HTML? {
        guard reader.may(.recordResult) else { return nil }
        return """
            <p class="actions"><a class="button" href="\(to: reader["/results/new"])">\(reader[.newResult])</a>\
            <a class="button quiet" href="\(to: reader["/results/import"])">\(reader[.importTitle])</a>\
            <a class="button quiet" href="\(to: reader["/results/unmatched"])">\(reader[.unmatchedLink])</a></p>

            """
    }

    /// What stands in the address, as far as it can be read.
    private struct Typed {
        var (from, to, flag, held, kit) = ("", "", "", "", "")
        var list: String { "results \(from) \(to) \(flag) \(held) \(kit)" }
        var isAny: Bool { ![from, to, flag, held, kit].allSatisfy(\.isEmpty) }

        func link(_ reader: Reader, _ cursor: String) -> Link {
            reader["/results?from=\(from)&to=\(to)&flag=\(flag)&held=\(held)&kit=\(kit)&cursor=\(cursor)"]
        }
    }

    private static func filter(_ page: PageCall) -> (ResultFilter, Typed) {
        let query = page.query
        var (filter, typed) = (ResultFilter(), Typed())
        if let day = query("from").flatMap({ CalendarDate($0) }) { (filter.from, typed.from) = (day, "\(day)") }
        if let day = query("to").flatMap({ CalendarDate($0) }) { (filter.to, typed.to) = (day, "\(day)") }
        if let flag = query("flag").flatMap({ AbnormalFlag(rawValue: $0) }) {
            (filter.flag, typed.flag) = (flag, flag.rawValue)
        }
        if let kit = query("kit"), let text = try? page.tenancy.cursors.reveal(kit, of: kitList) {
            (filter.kitCode, typed.kit) = (KitCode(stored: text), kit)
        }
        if query("held") == "true" { (filter.isHeld, typed.held) = (true, "true") }
        return (filter, typed)
    }

    private static func search(_ code: String, _ wrong: [Wrong], _ reader: Reader) -> HTML {
        """
        <form class="card filters" role="search" method="post" action="\(to: reader["/results/find"])">
          \(Shell.token(reader))
          \(reader.field("code", .findResult, wrong, with: .search(code, most: 200, isCode: true)))
          <button>\(reader[.search])</button>\(code.isEmpty ? nil : reader.button("/results", .removeFilters))
        </form>
        """
    }

    private static func form(_ typed: Typed, _ reader: Reader) -> HTML {
        let words = reader.language.report
        let flags = [("", reader[.anyFlag])] + AbnormalFlag.allCases.map { ($0.rawValue, words.flags[$0]) }
        return """
            <form class="card filters" method="get" action="\(to: reader["/results"])">
              \(typed.kit.isEmpty ? nil : "<input type=\"hidden\" name=\"kit\" value=\"\(typed.kit)\">" as HTML)
              \(reader.field("from", .resultsFrom, with: .day(typed.from)))
              \(reader.field("to", .resultsTo, with: .day(typed.to)))
              \(reader.select("flag", words.flag, flags, typed.flag.isEmpty ? nil : typed.flag))
              <label class="choice"><input type="checkbox" name="held" value="true"\
            \(typed.held.isEmpty ? nil : " checked" as HTML)> \(reader[.onlyHeld])</label>
              <button>\(reader[.filter])</button>
            </form>
            """
    }

    private static func table(_ results: [ResultView], _ count: PageText, _ reader: Reader) -> HTML {
        let words = reader.language.report
        return """
            <section class="card"><h2 class="hide">\(reader[.results])</h2>
            \(reader.scrolled(
                reader[.results], reader[count, ["count": .number(results.count)]],
                reader.role == .laboratory
                    ? [words.testDate, words.level, reader[.kitCode], words.status]
                    : [words.testDate, words.patient, words.level, words.status], results.map { row($0, reader) }))</section>
            """
    }

    private static func row(_ result: ResultView, _ reader: Reader) -> HTML {
        let version = result.current
        // A laboratory knows no patient. Its codes stand last, so that a telephone shows the level first.
        let code: HTML = "<td><span class=\"code\">\(result.kitCode.description)</span></td>"
        let isLaboratory = reader.role == .laboratory
        let name: HTML = result.patientName.map { "<td class=\"name\">\($0)</td>" } ?? code
        let isUnread =
            reader.role == .clinician && result.profileID != nil && result.result.readAt == nil && result.hold == nil
        return """
            <tr><th scope="row"><a href="\(to: reader["/results/\(result.id)"])">\(reader.day(version.findings.testDate))</a></th>\
            \(isLaboratory ? nil : name)\
            <td><b class="nowrap">\(version.findings.level.map { reader.language.text(of: $0) } ?? reader[.noLevel])</b> \
            \(reader.signs(of: result))</td>\(isLaboratory ? code : nil)\
            <td class="sentence">\(reader.status(of: result))\
            \("<br>\(reader.badge("plain", "○", reader[.unreadByPatient]))", if: isUnread)</td></tr>

            """
    }
}
