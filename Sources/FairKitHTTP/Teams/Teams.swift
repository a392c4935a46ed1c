import FairKitAPI
import FairKitCore
package import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// Teams and their members.
enum Teams {
    static func list(_ call: Call) async throws -> Answer<ListBody<TeamBody>> {
        try call.noQuery()
        let teams = try await call.tenancy.teams.list(by: call.caller)
        return Answer(ListBody(all: teams.map { TeamBody($0) }))
    }

    static func show(_ call: Call) async throws -> Answer<TeamBody> {
        answer(try await call.tenancy.teams.show(try call.teamName, by: call.caller))
    }

    static func create(_ call: Call) async throws -> Answer<TeamBody> {
        let (body, faults) = try await call.jsonAndFaults(TeamRequest.self)
        let view = try await call.tenancy.teams.create(
            body.name, description: body.description, timeZone: body.timeZone, found: faults, by: call.caller)
        return Answer(
            created: TeamBody(view), at: "/api/v1/teams/\(view.team.name)", version: view.team.version)
    }

    /// A JSON merge patch (RFC 7396): null removes the description.
    static func change(_ call: Call) async throws -> Answer<TeamBody> {
        let name = try call.teamName
        let precondition = try call.request.requiredPrecondition
        var (patch, caller, faults) = try await call.showingPatch()
        let changes = Changes(patch, &faults)
        let view = try await call.tenancy.teams.change(
            name, expectedVersions: precondition.versions, found: faults, by: caller
        ) { changes.apply(to: &$0) }
        return answer(view)
    }

    static func remove(_ call: Call) async throws -> Response {
        try await call.tenancy.teams.remove(call.teamName, by: try await call.showingCaller())
        return Response(status: .noContent)
    }

    static func addMember(_ call: Call) async throws -> Answer<TeamBody> {
        let (body, caller, faults) = try await call.showing(TeamMemberRequest.self)
        try faults.refuse()
        let member: NewMember
        switch (body.accountId, body.email) {
        case (let id?, nil):
            guard let id = AccountID(id) else { throw Invalid("/accountId", "the id of an account") }
            member = .account(id)
        case (nil, let email?):
            guard let email = MailAddress(typed: email) else {
                throw Invalid("/email", "an address such as name@example.org")
            }
            member = .email(email)
        default: throw Invalid("/accountId", "either accountId or email")
        }
        return answer(try await call.tenancy.teams.add(member, to: try call.teamName, by: caller))
    }

    static func removeMember(_ call: Call) async throws -> Answer<TeamBody> {
        let account: AccountID = try call.id("account")
        let (name, caller) = (try call.teamName, try await call.showingCaller())
        return answer(try await call.tenancy.teams.remove(account, from: name, by: caller))
    }

    private static func answer(_ view: TeamView) -> Answer<TeamBody> {
        Answer(TeamBody(view), version: view.team.version)
    }

    /// The changes of a patch.
    private struct Changes: Sendable {
        private var description: String??
        private var timeZone: String?

        init(_ patch: JSONTree, _ faults: inout Faults) {
            guard case .object(let members) = patch else {
                faults.record("", "a JSON object with the members to change")
                return
            }
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                switch (name, value) {
                case ("description", .null): description = .some(nil)
                case ("description", .text(let text)): description = text
                case ("description", _): faults.record(Invalid(path: [name], "a text or null"))
                case ("timeZone", .text(let text)): timeZone = text
                case ("timeZone", _): faults.record(Invalid(path: [name], "an IANA name such as Africa/Nairobi"))
                default: faults.record(Invalid(path: [name], "can't be changed"))
                }
            }
        }

        func apply(to team: inout Team) {
            if let description { team.description = description }
            if let timeZone { team.timeZone = timeZone }
        }
    }
}

extension Call {
    /// The team in the path.
    var teamName: String {
        get throws(Problem) { try parameter("name") { Team.isName($0) ? $0 : nil } }
    }
}

extension TeamBody {
    init(_ view: TeamView) {
        self.init(view.team, members: view.members, shiftCount: view.shiftCount, gaps: view.gaps)
    }
}

extension TeamFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .nameTaken:
            Problem(
                .conflict, .teamExists, "A team with this name already exists. Change it, or choose another name.")
        case .tooMany:
            Problem(.conflict, .teamExists, "The tenant has \(Team.most) teams already. Delete one first.")
        case .isUsed:
            Problem(
                .conflict, .teamInUse,
                "An escalation policy names this team. Take it out of the policy first, then delete the team.")
        case .changed(let version): .versionMismatch(version)
        }
    }
}
