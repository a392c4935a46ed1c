import FairKitAPI
import FairKitCore
package import FairKitFrame
import FairKitService
import HTTPTypes

/// The contact points of the signed-in person.
enum OwnContacts {
    static func list(_ call: Call) async throws -> Answer<ListBody<ContactBody>> {
        try call.noQuery()
        let contacts = try await call.tenancy.contacts.list(by: call.caller)
        return Answer(ListBody(all: contacts.map { ContactBody($0) }))
    }

    static func add(_ call: Call) async throws -> Answer<ContactBody> {
        var (body, faults) = try await call.jsonAndFaults(Adding.self)
        let kind = ContactKind.ofPeople.first { $0.rawValue == body.kind }
        faults.require(
            kind != nil, "/kind", "one of \(ContactKind.ofPeople.map(\.rawValue).joined(separator: ", "))")
        let address = faults.read(or: "") { () throws(Invalid) in
            do throws(Invalid) { return try kind?.address(body.address) ?? "" } catch { throw error.inside("/address") }
        }
        let (contact, isNew) = try await call.tenancy.contacts.add(
            kind ?? .email, address, found: faults, by: call.caller)
        let shown = ContactBody(contact)
        return isNew ? Answer(created: shown, at: "/api/v1/auth/me/contacts/\(contact.id)") : Answer(shown)
    }

    static func verify(_ call: Call) async throws -> Answer<ContactBody> {
        let id: ContactPointID = try call.id()
        var (body, faults) = try await call.jsonAndFaults(Proof.self)
        let code = ContactCode(body.code)
        faults.require(code != nil, "/code", "the six digits that were sent to the contact point")
        return Answer(ContactBody(try await call.tenancy.contacts.verify(id, code, found: faults, by: call.caller)))
    }

    static func remove(_ call: Call) async throws -> HTTPResponse.Status {
        try await call.tenancy.contacts.remove(call.id(), by: call.caller)
        return .noContent
    }

    static func test(_ call: Call) async throws -> Answer<TestBody> {
        let sent = try await call.tenancy.contacts.sendTest(by: call.caller)
        return Answer(
            TestBody(sentAt: "\(sent.at)", items: sent.ways.map { TestBody.Way($0.send, name: $0.name) }), .accepted)
    }

    private struct Adding: Decodable {
        let kind: String
        let address: String
    }

    private struct Proof: Decodable { let code: String }
}

/// A test message, and what became of it on each way.
struct TestBody: JSONBody {
    let sentAt: String
    let items: [Way]

    struct Way: JSONBody {
        let kind: String
        /// An address, or the name of a device.
        let name: String?
        let state: String
        let attempts: Int
        let error: String?
        let endedAt: String?

        init(_ send: NoticeSend, name: String?) {
            kind = send.channel.rawValue
            self.name = name
            state = send.state.rawValue
            attempts = send.attempts
            error = send.lastError
            endedAt = send.endedAt?.description
        }
    }
}

/// A contact point as its owner sees it.
struct ContactBody: JSONBody {
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
    package var problem: Problem {
        switch self {
        case .account(let failure): failure.problem
        case .full:
            Problem(
                .conflict, .contactsFull,
                "You have \(ContactKind.mostOfPerson) contact points, the most that are possible. Remove one first.")
        case .codesLimited(let wait):
            Problem(
                .tooManyRequests, .contactCodesLimited,
                "Too many codes or tests were sent to this address, or by you, in the last 24 hours. Try again after Retry-After."
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
