import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird
import HummingbirdCore

extension Route {
    /// The searches that a signed-in person keeps.
    static let searches: [Route] = [
        .api(.get, "/auth/me/searches", for: nil, OwnSearches.list).only(.network),
        .api(.get, "/auth/me/searches/{name}", for: nil, OwnSearches.show).only(.network),
        .api(.put, "/auth/me/searches/{name}", for: nil, OwnSearches.save).only(.network),
        .api(.delete, "/auth/me/searches/{name}", for: nil, OwnSearches.remove).only(.network),
    ]
}

/// Filters of lists that the signed-in person keeps. The lists' own parsers check them.
enum OwnSearches {
    static func list(_ call: Call) async throws -> Answer<ListBody<Body>> {
        try call.noQuery()
        return Answer(ListBody(all: try await call.tenancy.ownAccount.searches(by: call.caller).map { Body($0) }))
    }

    static func show(_ call: Call) async throws -> Answer<Body> {
        Answer(Body(try await call.tenancy.ownAccount.search(name(call), by: call.caller)))
    }

    static func save(_ call: Call) async throws -> Answer<Body> {
        let name = try name(call)
        var (sent, faults) = try await call.jsonAndFaults(Sent.self)
        let lists = SearchedList.open(to: call.caller.subject)
        let list = lists.first { $0.rawValue == sent.list }
        faults.require(list != nil, "/list", "one of \(lists.map(\.rawValue).joined(separator: ", "))")
        let filters = faults.texts(sent.filters, at: "/filters")
        if let list { faults.check(filters, of: list) }
        try faults.refuse()
        return Answer(Body(try await call.tenancy.ownAccount.save(name, list ?? .results, filters, by: call.caller)))
    }

    static func remove(_ call: Call) async throws -> HTTPResponse.Status {
        try await call.tenancy.ownAccount.removeSearch(name(call), by: call.caller)
        return .noContent
    }

    private static func name(_ call: Call) throws -> String {
        guard let name = call.context.parameters.get("name"), SavedSearch.isName(name) else {
            throw Invalid("/name", SavedSearch.nameRule)
        }
        return name
    }

    private struct Sent: Decodable {
        let list: String
        let filters: [String: JSONTree]
    }

    struct Body: JSONBody {
        let name: String
        let list: String
        let filters: [String: String]
        let changedAt: String

        init(_ search: SavedSearch) {
            name = search.name
            list = search.list.rawValue
            filters = search.filters
            changedAt = "\(search.changedAt)"
        }
    }
}

extension Faults {
    /// The members that are texts; each other one is a fault with its own pointer.
    fileprivate mutating func texts(_ members: [String: JSONTree], at pointer: String) -> [String: String] {
        members.sorted { $0.key < $1.key }.reduce(into: [:]) { texts, member in
            if case .text(let text) = member.value {
                texts[member.key] = text
            } else {
                record("\(pointer)/\(member.key)", "has the wrong type: expected a string")
            }
        }
    }

    /// Checks filters by the parser of their list. Those that name one person by an id are refused: a search is not part
    /// of that person's record, and an erasure would not find it. It does find a text: see decision 0026.
    fileprivate mutating func check(_ sent: [String: String], of list: SearchedList) {
        var filters = sent
        if list == .people, let text = filters.removeValue(forKey: SavedSearch.textFilter) {
            checkText(text, beside: filters)
        }
        for name in ["patientId", "profileId", "reference", "kitCode"] where filters[name] != nil {
            record("/filters/\(name)", "can't be saved, since it names one person or kit")
        }
        let pairs = filters.sorted { $0.key < $1.key }.map { "\($0.key.percentEncoded)=\($0.value.percentEncoded)" }
        let uri = URI("/?\(pairs.joined(separator: "&"))")
        let found: Invalid? =
            switch list {
            case .results: Query.faults(uri, Query.ofResults) { _ = $0.results() }
            case .alerts: Query.faults(uri, Query.ofAlerts) { _ = $0.alerts() }
            case .kits: Query.faults(uri, Query.ofKits) { _ = $0.kits() }
            case .people: Query.faults(uri, Query.ofPeople) { _ = $0.people() }
            }
        for field in found?.fields ?? [] { record("/filters\(field.pointer)", field.detail) }
    }

    /// A text is the body of a search for people, which has no filters beside it.
    private mutating func checkText(_ text: String, beside others: [String: String]) {
        do { _ = try PeopleQuery(text) } catch { record(error.inside("/filters")) }
        require(
            Query.ofPeople.allSatisfy { others[String($0)] == nil }, "/filters/\(SavedSearch.textFilter)",
            "only valid without \(Query.ofPeople.sorted().joined(separator: " and "))")
    }
}
