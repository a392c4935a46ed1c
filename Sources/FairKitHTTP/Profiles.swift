import FairKitCore
import FairKitService
import Hummingbird

/// People.
struct Profiles: Sendable {
    let create: CreateProfile
    let read: ReadProfile

    @Sendable func create(_ request: Request, _ context: FairKitContext) async throws -> Answer<Body> {
        let caller = try context.caller
        guard caller.subject.role.may(.createProfile) else { throw Problem.forbidden }
        let body = try await request.json(Body.self, context)
        let profile = try await create(details(body), by: caller)
        return Answer(created: Body(profile), at: "/api/v1/profiles/\(profile.id)")
    }

    @Sendable func show(_ request: Request, _ context: FairKitContext) async throws -> Answer<Body> {
        let id = try context.id("id", of: ProfileID.self) { ProfileID($0) }
        let profile = try await read(id, by: try context.caller)
        var answer = Answer(Body(profile))
        answer.headers[.eTag] = "\"\(profile.version)\""
        return answer
    }

    /// A profile on the wire.
    struct Body: Codable {
        struct Name: Codable {
            let given: String
            let family: String
        }
        struct Contact: Codable {
            let email: String?
            let phone: String?
        }
        struct IdentifierBody: Codable {
            let system: String
            let value: String
        }
        struct ConsentsBody: Codable {
            let clinicians: Bool?
            let family: Bool?
            let research: Bool?
            let partners: Bool?
        }
        var id: String?
        var createdAt: String?
        var version: Int?
        let name: Name
        let birthDate: String
        let sex: String?
        let contact: Contact?
        let language: String?
        let timeZone: String?
        let knownGenotype: String?
        let identifiers: [IdentifierBody]?
        let consents: ConsentsBody?
    }

    private func details(_ body: Body) throws(Invalid) -> ProfileDetails {
        guard let sex = AdministrativeSex(rawValue: body.sex ?? "unknown") else {
            throw Invalid("/sex", "female, male, other or unknown")
        }
        guard let language = Language(rawValue: body.language ?? "en") else {
            throw Invalid("/language", "en, es or sw")
        }
        let genotype = try body.knownGenotype.map { text throws(Invalid) in
            try Genotype(text, at: "/knownGenotype")
        }
        return ProfileDetails(
            givenName: body.name.given, familyName: body.name.family,
            birthDate: try CalendarDate(body.birthDate, at: "/birthDate"), sex: sex, email: body.contact?.email,
            phone: body.contact?.phone, language: language, timeZone: body.timeZone ?? "UTC",
            knownGenotype: genotype,
            identifiers: (body.identifiers ?? []).map { Identifier(system: $0.system, value: $0.value) },
            consents: Consents(
                clinicians: body.consents?.clinicians ?? true, family: body.consents?.family ?? false,
                research: body.consents?.research ?? false, partners: body.consents?.partners ?? false))
    }
}

extension Profiles.Body {
    fileprivate init(_ profile: Profile) {
        let details = profile.details
        id = "\(profile.id)"
        createdAt = "\(profile.createdAt)"
        version = profile.version
        name = Name(given: details.givenName, family: details.familyName)
        birthDate = "\(details.birthDate)"
        sex = details.sex.rawValue
        contact = Contact(email: details.email, phone: details.phone)
        language = details.language.rawValue
        timeZone = details.timeZone
        knownGenotype = details.knownGenotype?.description
        identifiers = details.identifiers.map { IdentifierBody(system: $0.system, value: $0.value) }
        consents = ConsentsBody(
            clinicians: details.consents.clinicians, family: details.consents.family,
            research: details.consents.research, partners: details.consents.partners)
    }
}

extension CreateProfile.Failure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .forbidden: .forbidden
        case .invalid(let invalid): invalid.problem
        case .store(let error): error.problem
        }
    }
}

extension ReadProfile.Failure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .forbidden: .forbidden
        case .notFound: .notFound
        case .store(let error): error.problem
        }
    }
}
