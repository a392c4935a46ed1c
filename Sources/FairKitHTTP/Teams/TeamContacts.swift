import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// The contact points of a team, such as a chat or PagerDuty. Secrets are not shown after they were set.
enum TeamContacts {
    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<TeamContactBody>> {
        try Query.none(request)
        let contacts = try await context.tenancy.teams.contacts(of: try context.teamName, by: try context.caller)
        return Answer(ListBody(items: contacts.map { TeamContactBody($0) }, nextCursor: nil))
    }

    static func add(_ request: Request, _ context: FairKitContext) async throws -> Answer<TeamContactBody> {
        let name = try context.teamName
        var faults = Faults()
        let (body, caller) = try await context.showing(TeamContactRequest.self, in: request, noting: &faults)
        let kind = ContactKind.ofTeams.first { $0.rawValue == body.kind }
        guard let kind else {
            faults.record("/kind", "one of \(ContactKind.ofTeams.map(\.rawValue).joined(separator: ", "))")
            try faults.refuse()
            throw Problem.internal
        }
        let (contact, isNew) = try await context.tenancy.teams.addContact(
            kind, body.address, to: name, found: faults, by: caller)
        let shown = TeamContactBody(contact)
        return isNew
            ? Answer(created: shown, at: "/api/v1/teams/\(name)/contacts/\(contact.contact.id)") : Answer(shown)
    }

    static func test(_ request: Request, _ context: FairKitContext) async throws -> Answer<TeamContactBody> {
        let contact = try await context.tenancy.teams.testContact(
            try context.contact, of: try context.teamName, by: try context.caller)
        var answer = Answer(TeamContactBody(contact))
        answer.status = .accepted
        return answer
    }

    static func remove(_ request: Request, _ context: FairKitContext) async throws -> HTTPResponse.Status {
        let (contact, name) = (try context.contact, try context.teamName)
        try await context.tenancy.teams.removeContact(contact, of: name, by: try await context.showing(in: request))
        return .noContent
    }
}

extension FairKitContext {
    fileprivate var contact: ContactPointID {
        get throws(Problem) { try id("contact", of: ContactPointID.self) { ContactPointID($0) } }
    }
}

extension TeamContactFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .full:
            Problem(
                .conflict, .contactsFull,
                "The team has \(TeamContact.most) contact points, the most that are possible. Remove one first.")
        }
    }
}
