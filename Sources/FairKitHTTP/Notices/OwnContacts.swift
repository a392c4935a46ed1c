import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// The contact points of the signed-in person.
enum OwnContacts {
    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<Items> {
        try Query.none(request)
        let contacts = try await context.tenancy.contacts.list(by: try context.caller)
        return Answer(Items(items: contacts.map { ContactBody($0) }))
    }

    static func add(_ request: Request, _ context: FairKitContext) async throws -> Answer<ContactBody> {
        let caller = try context.caller
        var faults = Faults()
        let body = try await request.json(Adding.self, context, noting: &faults)
        let kind = ContactKind.ofPeople.first { $0.rawValue == body.kind }
        faults.require(
            kind != nil, "/kind", "one of \(ContactKind.ofPeople.map(\.rawValue).joined(separator: ", "))")
        let address = faults.read(or: "") { () throws(Invalid) in
            do throws(Invalid) { return try kind?.address(body.address) ?? "" } catch { throw error.inside("/address") }
        }
        let (contact, isNew) = try await context.tenancy.contacts.add(
            kind ?? .email, address, found: faults, by: caller)
        let shown = ContactBody(contact)
        return isNew ? Answer(created: shown, at: "/api/v1/auth/me/contacts/\(contact.id)") : Answer(shown)
    }

    static func verify(_ request: Request, _ context: FairKitContext) async throws -> Answer<ContactBody> {
        let caller = try context.caller
        let id = try context.id("id", of: ContactPointID.self) { ContactPointID($0) }
        var faults = Faults()
        let body = try await request.json(Proof.self, context, noting: &faults)
        let code = ContactCode(body.code)
        faults.require(code != nil, "/code", "the six digits that were sent to the contact point")
        return Answer(ContactBody(try await context.tenancy.contacts.verify(id, code, found: faults, by: caller)))
    }

    static func remove(_ request: Request, _ context: FairKitContext) async throws -> HTTPResponse.Status {
        let id = try context.id("id", of: ContactPointID.self) { ContactPointID($0) }
        try await context.tenancy.contacts.remove(id, by: try context.caller)
        return .noContent
    }

    private struct Adding: Decodable {
        let kind: String
        let address: String
    }

    private struct Proof: Decodable { let code: String }

    /// A person's contact points. There are so few that the list needs no pagination.
    struct Items: Encodable, EntriesInItems {
        let items: [ContactBody]
    }
}

/// A contact point as its owner sees it.
struct ContactBody: Encodable {
    let id: String
    let kind: String
    let address: String
    let createdAt: String
    /// nil: its owner has not repeated the code, and it is not used.
    let verifiedAt: String?
    /// When the provider said that it no longer exists.
    let disabledAt: String?

    init(_ contact: ContactPoint) {
        id = "\(contact.id)"
        kind = contact.kind.rawValue
        address = contact.address
        createdAt = "\(contact.createdAt)"
        verifiedAt = contact.verifiedAt?.description
        disabledAt = contact.disabled?.at.description
    }
}

extension ContactFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .account(let failure): failure.problem
        case .full:
            Problem(
                .conflict, .contactsFull,
                "You have \(ContactKind.mostOfPerson) contact points, the most that are possible. Remove one first.")
        case .codesLimited(let wait):
            Problem(
                .tooManyRequests, .contactCodesLimited,
                "Too many codes were sent to this address, or by you, in the last 24 hours. Try again after Retry-After."
            ).with(.retryAfter, "\(max(1, wait.components.seconds + 1))")
        case .codeWrong:
            Problem(
                .unprocessableContent, .contactCodeWrong,
                "This code is wrong. Read the last message to this contact point again.")
        case .noCode:
            Problem(
                .conflict, .contactCodeExpired,
                "No code is valid: it has expired, or was tried too often. Add the contact point again to get a new code."
            )
        case .key: .internal
        }
    }
}
