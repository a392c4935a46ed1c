import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// The search for people, as they type or by a press, and below it the people whom the reader sees.
enum PeoplePage {
    private static let most = 25

    static func show(_ page: PageCall) async throws -> Response {
        let query = page.query
        guard let hidden = query("find") else {
            return page.show(
                document(page.reader, "", try await listed(page), done: page.done(.recordClosed)))
        }
        let text = try page.tenancy.cursors.reveal(hidden, of: purpose(page))
        return page.show(document(page.reader, text, try await found(text, hidden: hidden, page)))
    }

    /// A search is posted, and its page has an address in which nothing can be read. A script, which asks at each letter, gets
    /// the page at once with this address.
    static func find(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, isTyped) = (page.reader, page.request.headers[.accept]?.contains("fragment") == true)
        guard let text = form.text("q") else {
            let wrong = Wrong(field: "q", text: reader[.typeMore])
            let listed = document(reader, "", try await listed(page), wrong: isTyped ? [] : [wrong])
            return listed.response(to: reader, [.contentLocation: reader["/people"].text])
        }
        let hidden = try page.tenancy.cursors.hide(text, of: purpose(page))
        let address = reader["/people?find=\(hidden)"]
        guard isTyped else { return .seeOther(address) }
        let found = document(reader, text, try await found(text, hidden: hidden, page))
        return found.response(to: reader, [.contentLocation: address.text])
    }

    private static func purpose(_ page: PageCall) -> String {
        "search of \(page.reader.own.map { "\($0.account.id)" } ?? "")"
    }

    private static func document(
        _ reader: Reader, _ text: String, _ content: HTML, done: PageText? = nil, wrong: [Wrong] = []
    ) -> Document {
        let search: HTML = """
            <form class="card" role="search" method="post" action="\(to: reader["/people"])" data-into="#found">
              \(Shell.token(reader))
              \(reader.field("q", .findPatient, wrong, hint: .findPatientHint, with: .search(text, most: 100)))
              <div class="actions"><button>\(reader[.search])</button>\
            \(reader.may(.createProfile) ? reader.button("/people/new", .patientNew) : nil)\
            \(reader.may(.breakGlass) ? emergency(reader) : nil)</div>
            </form>
            """
        return Document(
            title: reader[.patients], tab: .people, refusal: .notSearched, wrong: wrong, done: done,
            content: "\(search)<div id=\"found\">\(content)</div>")
    }

    private static func emergency(_ reader: Reader) -> HTML {
        "<a class=\"button quiet apart\" href=\"\(to: reader["/emergency"])\">\(reader[.emergencyFind])</a>"
    }

    // MARK: - What a search finds

    private static func found(_ text: String, hidden: String, _ page: PageCall) async throws -> HTML {
        let (reader, list) = (page.reader, purpose(page))
        guard let query = try? PeopleQuery(text) else { return status(reader[.typeMore]) }
        let cursor = page.request.method == .get ? page.query("cursor") : nil
        let start = try cursor.flatMap { PeopleCursor(try page.tenancy.cursors.reveal($0, of: list)) }
        let found = try await page.tenancy.profiles.find(query, after: start, limit: most, by: page.caller)
        let next = try found.next.map { next in
            reader["/people?find=\(hidden)&cursor=\(try page.tenancy.cursors.hide("\(next)", of: list))"]
        }
        guard !found.items.isEmpty else { return try await unmatched(text, query, page) }
        let count = reader[found.next == nil ? .matches : .matchesMore, ["count": .number(found.items.count)]]
        return """
            \(status(count, more: found.incomplete.map { reader[$0.text] }))
            \(PersonMatch.list(found.items, query, reader))
            \(next.map { "<p><a class=\"button quiet\" href=\"\(to: $0)\">\(reader[.more])</a></p>" as HTML })
            """
    }

    /// Why no one matches: whom the kit of a code may be of, or who has the name and another birth date.
    private static func unmatched(_ text: String, _ query: PeopleQuery, _ page: PageCall) async throws -> HTML {
        let reader = page.reader
        if (try? KitCode(typed: text)) != nil {
            return "\(status(reader[.noMatch], more: reader[.noMatchKit]))"
        }
        guard let day = query.birthDate, let name = query.withoutBirthDate else {
            return status(reader[.noMatch], more: reader[.noMatchWhy])
        }
        let near = try await page.tenancy.profiles.find(name, after: nil, limit: most, by: page.caller).items
        let born = reader[.noMatchBorn, ["date": .text(reader.language.text(of: day))]]
        return """
            \(status(born, more: reader[near.isEmpty ? .noMatchWhy : .noMatchOthers]))
            \(near.isEmpty ? nil : PersonMatch.list(near, name, reader))
            """
    }

    private static func status(_ text: String, more: String? = nil) -> HTML {
        """
        <p role="status"><b>\(text)</b></p>
        \(more.map { "<p class=\"soft\">\($0)</p>" as HTML })
        """
    }

    // MARK: - The people whom the reader sees

    private static func listed(_ page: PageCall) async throws -> HTML {
        let (reader, query) = (page.reader, page.query)
        let wanted = query("openAlerts") == nil ? query("relation") : "openAlerts"
        let choice = wanted.flatMap { PeopleChoice(rawValue: String($0)) } ?? .all
        let filter = PeopleFilter(
            relation: choice.relation, hasOpenAlerts: choice == .openAlerts && reader.may(.readAlerts))
        let list = "people \(choice)"
        let start = try page.place(query("cursor"), list) { ProfileCursor($0) }
        let found = try await page.tenancy.profiles.list(filter, before: start, limit: most, by: page.caller)
        let overdue = try await overdue(page)
        let next = try found.next.map { choice.link(reader, try page.seal($0, list)) }
        let none: PageText =
            choice == .emergency ? .noEmergencyRecords : reader.role == .clinician ? .noPatients : .noPatientsYet
        return """
            \(PeopleView.choices(reader, current: choice))
            \(found.items.isEmpty
                ? "<p class=\"lead\">\(reader[none])</p>"
                : PeopleView.table(found.items, overdue: overdue, reader))
            \(next.map { "<p><a class=\"button quiet\" href=\"\(to: $0)\">\(reader[.more])</a></p>" as HTML })
            """
    }

    /// The people among the reader's whose sample is overdue.
    private static func overdue(_ page: PageCall) async throws -> Set<ProfileID> {
        var (people, start): (Set<ProfileID>, KitCursor?) = ([], nil)
        repeat {
            let found = try await page.tenancy.kits.list(
                KitFilter(isOverdue: true), after: start, limit: 100, by: page.caller)
            people.formUnion(found.items.compactMap(\.profileID))
            start = found.next
        } while start != nil
        return people
    }
}
