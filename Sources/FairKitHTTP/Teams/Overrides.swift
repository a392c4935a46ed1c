import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// The overrides of a team.
enum Overrides {
    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<OverrideBody>> {
        try Query.none(request)
        let overrides = try await context.tenancy.teams.overrides(
            of: try context.teamName, by: try context.caller)
        return Answer(ListBody(items: overrides.map { OverrideBody($0) }, nextCursor: nil))
    }

    static func add(_ request: Request, _ context: FairKitContext) async throws -> Answer<OverrideBody> {
        let caller = try context.caller
        let name = try context.teamName
        var faults = Faults()
        let body = try await request.json(OverrideRequest.self, context, noting: &faults)
        let member = AccountID(body.accountId)
        faults.require(member != nil, "/accountId", "the id of an account")
        let replaced = body.replaces.flatMap { AccountID($0) }
        faults.require((replaced == nil) == (body.replaces == nil), "/replaces", "the id of an account")
        let from = faults.time(body.from, at: "/from")
        let until = faults.time(body.until, at: "/until")
        let now = try context.tenancy.now()
        let override = try await context.tenancy.teams.addOverride(
            to: name, of: member ?? .new(at: now), replacing: replaced, from: from, until: until ?? now,
            note: body.note, found: faults, by: caller)
        return Answer(created: OverrideBody(override), at: "/api/v1/teams/\(name)/overrides/\(override.id)")
    }

    static func remove(_ request: Request, _ context: FairKitContext) async throws -> Response {
        let id = try context.id("override", of: OnCallOverrideID.self) { OnCallOverrideID($0) }
        try await context.tenancy.teams.removeOverride(id, from: try context.teamName, by: try context.caller)
        return Response(status: .noContent)
    }
}
