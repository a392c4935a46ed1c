import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// Teams and their members.
enum Teams {
    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<TeamBody>> {
        try Query.none(request)
        let teams = try await context.tenancy.teams.list(by: try context.caller)
        return Answer(ListBody(items: teams.map { TeamBody($0) }, nextCursor: nil))
    }

    static func show(_ request: Request, _ context: FairKitContext) async throws -> Answer<TeamBody> {
        answer(try await context.tenancy.teams.show(try context.teamName, by: try context.caller))
    }

    static func create(_ request: Request, _ context: FairKitContext) async throws -> Answer<TeamBody> {
        let caller = try context.caller
        var faults = Faults()
        let body = try await request.json(TeamRequest.self, context, noting: &faults)
        let view = try await context.tenancy.teams.create(
            body.name, description: body.description, timeZone: body.timeZone, found: faults, by: caller)
        var answer = Answer(created: TeamBody(view), at: "/api/v1/teams/\(view.team.name)")
        answer.headers[.eTag] = "\"\(view.team.version)\""
        return answer
    }

    /// A JSON merge patch (RFC 7396): null removes the description.
    static func change(_ request: Request, _ context: FairKitContext) async throws -> Answer<TeamBody> {
        let name = try context.teamName
        let precondition = try request.requiredPrecondition
        var faults = Faults()
        let (patch, caller) = try await context.showingPatch(in: request, noting: &faults)
        let changes = Changes(patch, &faults)
        let view = try await context.tenancy.teams.change(
            name, expectedVersions: precondition.versions, found: faults, by: caller
        ) { changes.apply(to: &$0) }
        return answer(view)
    }

    static func remove(_ request: Request, _ context: FairKitContext) async throws -> Response {
        let name = try context.teamName
        try await context.tenancy.teams.remove(name, by: try await context.showing(in: request))
        return Response(status: .noContent)
    }

    static func addMember(_ request: Request, _ context: FairKitContext) async throws -> Answer<TeamBody> {
        var faults = Faults()
        let (body, caller) = try await context.showing(TeamMemberRequest.self, in: request, noting: &faults)
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
        return answer(try await context.tenancy.teams.add(member, to: try context.teamName, by: caller))
    }

    static func removeMember(_ request: Request, _ context: FairKitContext) async throws -> Answer<TeamBody> {
        let account = try context.id("account", of: AccountID.self) { AccountID($0) }
        let (name, caller) = (try context.teamName, try await context.showing(in: request))
        return answer(try await context.tenancy.teams.remove(account, from: name, by: caller))
    }

    private static func answer(_ view: TeamView) -> Answer<TeamBody> {
        var answer = Answer(TeamBody(view))
        answer.headers[.eTag] = "\"\(view.team.version)\""
        return answer
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

extension FairKitContext {
    /// The team in the path.
    var teamName: String {
        get throws(Problem) { try id("name", of: String.self) { Team.isName($0) ? $0 : nil } }
    }
}

extension Request {
    /// The condition of a change that must not undo another one.
    var requiredPrecondition: Precondition {
        get throws(Problem) {
            let precondition = try precondition
            if case .none = precondition { throw Problem.preconditionRequired }
            return precondition
        }
    }
}

extension TeamBody {
    init(_ view: TeamView) {
        self.init(view.team, members: view.members, shiftCount: view.shiftCount, gaps: view.gaps)
    }
}

extension TeamFailure: ProblemConvertible {
    var problem: Problem {
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
