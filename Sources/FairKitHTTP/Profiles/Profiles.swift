import FairKitAPI
import FairKitCore
import FairKitService
import FoundationEssentials
import HTTPTypes
import Hummingbird

/// Profiles of people.
enum Profiles {
    static func create(_ request: Request, _ context: FairKitContext) async throws -> Answer<ProfileBody> {
        var faults = Faults()
        let (body, caller) = try await request.keyedJSON(ProfileBody.self, for: .profiles, context, noting: &faults)
        let details = body.details(&faults)
        let made = try await context.tenancy.profiles.create(details, found: faults, by: caller)
        var answer = Answer(
            made: made, by: caller, ProfileBody(made.value), at: "/api/v1/profiles/\(made.id)")
        answer.headers[.eTag] = "\"\(made.version)\""
        return answer
    }

    static func search(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<ProfileBody>> {
        let search = try await request.json(ProfileSearchRequest.self, context).search()
        let found = try await context.tenancy.profiles.search(search, by: try context.caller)
        return Answer(ListBody(items: found.map { ProfileBody($0) }, nextCursor: nil))
    }

    static func show(_ request: Request, _ context: FairKitContext) async throws -> Answer<SeenProfile> {
        let id = try context.id("id", of: ProfileID.self) { ProfileID($0) }
        let seen = try await context.tenancy.profiles.show(id, by: try context.caller)
        var answer = Answer(SeenProfile(seen))
        if !seen.isNameOnly { answer.headers[.eTag] = "\"\(seen.profile.version)\"" }
        return answer
    }

    /// A JSON merge patch (RFC 7396): null removes a member, and a missing member keeps its value.
    static func change(_ request: Request, _ context: FairKitContext) async throws -> Answer<ProfileBody> {
        let caller = try context.caller
        let id = try context.id("id", of: ProfileID.self) { ProfileID($0) }
        let precondition = try request.precondition
        if case .none = precondition { throw Problem.preconditionRequired }
        var faults = Faults()
        let patch = try await request.mergePatch(context, noting: &faults)
        ProfileBody.check(patch, &faults)
        let changed = try await context.tenancy.profiles.change(
            id, expectedVersion: precondition.version, found: faults, by: caller
        ) { profile, faults throws(Invalid) in
            try ProfileBody(profile).details(changedBy: patch, &faults)
        }
        return answer(changed)
    }

    private static func answer(_ profile: Profile) -> Answer<ProfileBody> {
        var answer = Answer(ProfileBody(profile))
        answer.headers[.eTag] = "\"\(profile.version)\""
        return answer
    }
}

extension VersionMismatch: ProblemConvertible {
    var problem: Problem { .versionMismatch(current) }
}

extension ProfileSearchRequest {
    func search() throws(Invalid) -> ProfileSearch {
        if let email, !email.isMailAddress {
            throw Invalid("/email", "an address such as name@example.org")
        }
        if let phone, !phone.isPhoneNumber { throw Invalid("/phone", "a number such as +254700000000 (E.164)") }
        switch (name, birthDate) {
        case (nil, nil): return try ProfileSearch(email: email, phone: phone, person: nil)
        case (let name?, let day?):
            guard name.family.isText(1...100) else { throw Invalid("/name/family", "1 to 100 characters") }
            guard name.given?.isText(1...100) ?? true else { throw Invalid("/name/given", "1 to 100 characters") }
            let person = ProfileSearch.Person(
                givenName: name.given, familyName: name.family, birthDate: try CalendarDate(day, at: "/birthDate"))
            return try ProfileSearch(email: email, phone: phone, person: person)
        case (nil, _): throw Invalid("/name", "only valid together with birthDate")
        case (_, nil): throw Invalid("/birthDate", "only valid together with name")
        }
    }
}
