import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// The programmes whose figures the reader may see, each with its quarter against the target.
enum ProgrammesPage {
    static func show(_ page: PageCall) async throws -> Response {
        let reader = page.reader
        guard reader.may(.manageProgrammes) else { return try await home(page) }
        let content: HTML = """
            <p class="lead">\(reader[.programmesLead])</p>
            <p class="actions"><a class="button" href="\(to: reader["/programmes/new"])">\(reader[.programmeNew])</a>\
            <a class="button quiet" href="\(to: reader["/programmes/clinic"])">\(reader[.figuresClinic])</a></p>
            \(try await list(page) ?? reader.empty(.programmesNone, .programmesNoneWhy))
            """
        return ManagedPage(title: reader[.programmes], done: page.done(.programmeMade)).show(page, content)
    }

    /// Where a coordinator begins.
    static func home(_ page: PageCall) async throws -> Response {
        let reader = page.reader
        return page.show(
            Document(
                title: reader[.home], about: reader.name, tab: .home,
                content: try await list(page) ?? reader.empty(.programmesNone, .programmesNotYours)))
    }

    /// nil: there is none.
    private static func list(_ page: PageCall) async throws -> HTML? {
        let (reader, found) = (page.reader, try await page.tenancy.programmes.list(by: page.caller))
        guard !found.isEmpty else { return nil }
        let today = page.tenancy.now().date()
        let rows = found.map { view -> HTML in
            var values: [String: TextTemplate.Value] = ["people": .text(reader.people(view.completed))]
            values["target"] = view.target.map { TextTemplate.Value.number($0) }
            let (start, language) = (view.programme.startsOn, reader.language)
            let state =
                start > today
                ? language.figures.notBegun.filled(["date": language.text(of: start)], in: language)
                : reader[.programmeNow, values]
            return reader.row(
                "/programmes/\(view.programme.id)", "\(view.programme.name)",
                ["\(view.programme.partner), \(reader.days(of: view.programme))", "\(state)"])
        }
        return """
            <section class="card"><h2 class="hide">\(reader[.programmes])</h2><ul class="list">\(rows)</ul></section>
            """
    }
}

extension Reader {
    /// When a programme begins, and its end if it has one.
    func days(of programme: Programme) -> String {
        let from = language.text(of: programme.startsOn)
        guard let end = programme.endsOn else { return self[.programmeFrom, ["from": .text(from)]] }
        return language.figures.days.filled(["from": from, "to": language.text(of: end)], in: language)
    }
}
