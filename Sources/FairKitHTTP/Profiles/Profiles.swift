import FairKitAPI
import FairKitCore
package import FairKitFrame
import FairKitService
import FoundationEssentials
import Hummingbird

/// Profiles of people.
enum Profiles {
    static func create(_ call: Call) async throws -> Answer<ProfileBody> {
        var (body, caller, faults) = try await call.keyed(ProfileBody.self, for: .profiles)
        let details = body.details(&faults)
        let made = try await call.tenancy.profiles.create(details, found: faults, by: caller)
        return Answer(
            made: made, by: caller, ProfileBody(made.value), at: "/api/v1/profiles/\(made.id)", version: made.version)
    }

    /// People by exact values, or by a text.
    static func search(_ call: Call) async throws -> Answer<FoundPeople> {
        let body = try await call.json(ProfileSearchRequest.self)
        let profiles = call.tenancy.profiles
        guard let text = body.text else {
            return Answer(FoundPeople(try await profiles.search(try body.search(), by: call.caller)))
        }
        let (query, limit) = try body.query(text)
        let start = try call.position(body.cursor) { PeopleCursor($0) }
        let page = try await profiles.find(query, after: start, limit: limit, by: call.caller)
        return Answer(FoundPeople(page.items, next: try call.cursor(page.next), page.incomplete?.rawValue))
    }

    static func list(_ call: Call) async throws -> Answer<ListBody<ListedPersonBody>> {
        let (filter, (start, limit)) = try call.query(Query.ofPeople) { query in
            (query.people(), try query.page(call) { ProfileCursor($0) })
        }
        let page = try await call.tenancy.profiles.list(filter, before: start, limit: limit, by: call.caller)
        return try call.list(page) { ListedPersonBody($0) }
    }

    static func show(_ call: Call) async throws -> Answer<SeenProfile> {
        let seen = try await call.tenancy.profiles.show(call.id(), by: call.caller)
        return Answer(SeenProfile(seen), version: seen.isNameOnly ? nil : seen.profile.version)
    }

    /// A JSON merge patch (RFC 7396): null removes a member, and a missing member keeps its value.
    static func change(_ call: Call) async throws -> Answer<ProfileBody> {
        let id: ProfileID = try call.id()
        let precondition = try call.request.requiredPrecondition
        var (patch, faults) = try await call.mergePatch()
        ProfileBody.check(patch, &faults)
        let changed = try await call.tenancy.profiles.change(
            id, expectedVersions: precondition.versions, found: faults, by: call.caller
        ) { [patch] profile, faults throws(Invalid) in
            try ProfileBody(profile).details(changedBy: patch, &faults)
        }
        return Answer(ProfileBody(changed), version: changed.version)
    }
}

extension Query {
    /// The filters of a list of people.
    static let ofPeople: Set<Substring> = ["relation", "openAlerts"]

    mutating func people() -> PeopleFilter {
        PeopleFilter(
            relation: value("relation", "care, share or emergency") { Relation.Kind(word: $0) },
            hasOpenAlerts: isSet("openAlerts"))
    }
}

extension VersionMismatch: ProblemConvertible {
    package var problem: Problem { .versionMismatch(current) }
}

/// A page of found people. Of some only the name is shown.
struct FoundPeople: JSONBody {
    let items: [SeenProfile]
    let nextCursor: Cursor?
    /// Why people may be missing.
    let incomplete: String?

    init(_ people: [ProfileView], next: Cursor? = nil, _ incomplete: String? = nil) {
        items = people.map { SeenProfile($0) }
        nextCursor = next
        self.incomplete = incomplete
    }
}

extension ListedPersonBody {
    fileprivate init(_ person: ListedPerson) {
        self.init(
            person.profile, relation: person.relation, latest: person.latest.flatMap { Latest($0.result) },
            openAlerts: person.openAlerts)
    }
}

extension ProfileSearchRequest {
    /// The query that a text asks for, and how many people a page has.
    fileprivate func query(_ text: String) throws(Invalid) -> (PeopleQuery, limit: Int) {
        guard email == nil, phone == nil, name == nil, birthDate == nil, kitCode == nil else {
            throw Invalid("/text", "only valid without email, phone, name, birthDate and kitCode")
        }
        let limit = limit ?? ProfileSearch.most
        guard (1...50).contains(limit) else { throw Invalid("/limit", "1 to 50") }
        return (try PeopleQuery(text), limit)
    }

    func search() throws(Invalid) -> ProfileSearch {
        guard limit == nil, cursor == nil else {
            throw Invalid(limit == nil ? "/cursor" : "/limit", "only valid together with text")
        }
        let (email, phone) = (
            try email.map { (text) throws(Invalid) in try ContactKind.email.address(text, at: "/email") },
            try phone.map { (text) throws(Invalid) in try ContactKind.sms.address(text, at: "/phone") }
        )
        let kit = try kitCode.map { (text) throws(Invalid) in
            guard let code = try? KitCode(typed: text) else {
                throw Invalid("/kitCode", "a kit code, as it stands on the kit")
            }
            return code
        }
        switch (name, birthDate) {
        case (nil, nil): return try ProfileSearch(email: email, phone: phone, person: nil, kit: kit)
        case (let name?, let day?):
            guard name.family.isText(1...100) else { throw Invalid("/name/family", "1 to 100 characters") }
            guard name.given?.isText(1...100) ?? true else { throw Invalid("/name/given", "1 to 100 characters") }
            let person = ProfileSearch.Person(
                givenName: name.given, familyName: name.family, birthDate: try CalendarDate(day, at: "/birthDate"))
            return try ProfileSearch(email: email, phone: phone, person: person, kit: kit)
        case (nil, _): throw Invalid("/name", "only valid together with birthDate")
        case (_, nil): throw Invalid("/birthDate", "only valid together with name")
        }
    }
}
