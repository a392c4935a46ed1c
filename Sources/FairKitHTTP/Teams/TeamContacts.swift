import FairKitAPI
import FairKitCore
package import FairKitFrame
import FairKitService
import HTTPTypes

/// The contact points of a team, such as a chat or PagerDuty. Secrets are not shown after they were set.
enum TeamContacts {
    static func list(_ call: Call) async throws -> Answer<ListBody<TeamContactBody>> {
        try call.noQuery()
        let contacts = try await call.tenancy.teams.contacts(of: try call.teamName, by: call.caller)
        return Answer(ListBody(all: contacts.map { TeamContactBody($0) }))
    }

    static func add(_ call: Call) async throws -> Answer<TeamContactBody> {
        let name = try call.teamName
        var (body, caller, faults) = try await call.showing(TeamContactRequest.self)
        let kind = ContactKind.ofTeams.first { $0.rawValue == body.kind }
        guard let kind else {
            faults.record("/kind", "one of \(ContactKind.ofTeams.map(\.rawValue).joined(separator: ", "))")
            try faults.refuse()
            throw Problem.internal
        }
        let (contact, isNew) = try await call.tenancy.teams.addContact(
            kind, body.address, to: name, found: faults, by: caller)
        let shown = TeamContactBody(contact)
        return isNew
            ? Answer(created: shown, at: "/api/v1/teams/\(name)/contacts/\(contact.contact.id)") : Answer(shown)
    }

    static func test(_ call: Call) async throws -> Answer<TeamContactBody> {
        let contact = try await call.tenancy.teams.testContact(try call.contact, of: try call.teamName, by: call.caller)
        return Answer(TeamContactBody(contact), .accepted)
    }

    static func remove(_ call: Call) async throws -> HTTPResponse.Status {
        let (contact, name) = (try call.contact, try call.teamName)
        try await call.tenancy.teams.removeContact(contact, of: name, by: try await call.showingCaller())
        return .noContent
    }
}

extension Call {
    fileprivate var contact: ContactPointID {
        get throws(Problem) { try id("contact") }
    }
}

extension TeamContactFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .full:
            Problem(
                .conflict, .contactsFull,
                "The team has \(TeamContact.most) contact points, the most that are possible. Remove one first.")
        }
    }
}
