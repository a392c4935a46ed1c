import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// The overrides of a team.
enum Overrides {
    static func list(_ call: Call) async throws -> Answer<ListBody<OverrideBody>> {
        try call.noQuery()
        let overrides = try await call.tenancy.teams.overrides(of: try call.teamName, by: call.caller)
        return Answer(ListBody(all: overrides.map { OverrideBody($0) }))
    }

    static func add(_ call: Call) async throws -> Answer<OverrideBody> {
        let name = try call.teamName
        var (body, faults) = try await call.jsonAndFaults(OverrideRequest.self)
        let member = AccountID(body.accountId)
        faults.require(member != nil, "/accountId", "the id of an account")
        let replaced = body.replaces.flatMap { AccountID($0) }
        faults.require((replaced == nil) == (body.replaces == nil), "/replaces", "the id of an account")
        let from = faults.time(body.from, at: "/from")
        let until = faults.time(body.until, at: "/until")
        let now = call.tenancy.now()
        let override = try await call.tenancy.teams.addOverride(
            to: name, of: member ?? .new(at: now), replacing: replaced, from: from, until: until ?? now,
            note: body.note, found: faults, by: call.caller)
        return Answer(created: OverrideBody(override), at: "/api/v1/teams/\(name)/overrides/\(override.id)")
    }

    static func remove(_ call: Call) async throws -> Response {
        try await call.tenancy.teams.removeOverride(call.id("override"), from: try call.teamName, by: call.caller)
        return Response(status: .noContent)
    }

    /// Hands a shift of the caller's own to a colleague.
    static func handOver(_ call: Call) async throws -> Answer<OverrideBody> {
        let name = try call.teamName
        var (body, faults) = try await call.jsonAndFaults(HandOverRequest.self)
        let colleague = AccountID(body.accountId)
        faults.require(colleague != nil, "/accountId", "the id of an account")
        let from = faults.time(body.from, at: "/from")
        let until = faults.time(body.until, at: "/until")
        try faults.refuse()
        let now = call.tenancy.now()
        let override = try await call.tenancy.teams.handOver(
            from: from ?? now, until: until ?? now, of: name, to: colleague ?? .new(at: now), note: body.note,
            by: call.caller)
        return Answer(created: OverrideBody(override), at: "/api/v1/teams/\(name)/overrides/\(override.id)")
    }

    static func takeBack(_ call: Call) async throws -> Response {
        try await call.tenancy.teams.takeBack(call.id("override"), from: try call.teamName, by: call.caller)
        return Response(status: .noContent)
    }
}
