import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird
import Logging

/// Emergency access (break-glass) for clinicians, and its review by administrators.
enum Emergencies {
    /// 201 with the new access, or 200 with one that is already open.
    static func open(_ request: Request, _ context: FairKitContext) async throws -> Answer<BreakGlassBody> {
        let caller = try context.caller
        let profile = try context.id("id", of: ProfileID.self) { ProfileID($0) }
        let reason = try await request.json(Opening.self, context).reason
        return answer(try await context.tenancy.emergencies.open(profile, reason: reason, by: caller), context)
    }

    /// The same for a patient whose id the clinician does not know: the body has values that fit exactly one patient.
    static func openFound(_ request: Request, _ context: FairKitContext) async throws -> Answer<BreakGlassBody> {
        let caller = try context.caller
        var faults = Faults()
        let body = try await request.json(FoundOpening.self, context, noting: &faults)
        FairKitService.Emergencies.check(body.reason, &faults)
        let search = faults.read(or: nil) { () throws(Invalid) -> ProfileSearch? in
            try ProfileSearchRequest(
                email: body.email, phone: body.phone, name: body.name, birthDate: body.birthDate
            ).search()
        }
        guard let search else { throw Invalid(faults.fields) }
        return answer(
            try await context.tenancy.emergencies.open(search, reason: body.reason, found: faults, by: caller), context)
    }

    private static func answer(_ made: Creation<OpenedRecord>, _ context: FairKitContext) -> Answer<BreakGlassBody> {
        let body = BreakGlassBody(made.value.glass, isHeard: made.value.isHeard)
        guard !made.isRepeated else { return Answer(body) }
        let facts: Logger.Metadata = [
            "breakGlass": "\(body.id)", "account": "\(body.accountId)", "profile": "\(body.profileId)",
        ]
        context.logger.notice("a clinician opened a record in an emergency", metadata: facts)
        if !made.value.isHeard {
            context.logger.error(
                "no administrator has an account, so no administrator was told of an emergency access", metadata: facts)
        }
        return Answer(created: body, at: "/api/v1/profiles/\(body.profileId)")
    }

    static func close(_ request: Request, _ context: FairKitContext) async throws -> Answer<BreakGlassBody> {
        let profile = try context.id("id", of: ProfileID.self) { ProfileID($0) }
        return Answer(BreakGlassBody(try await context.tenancy.emergencies.close(profile, by: try context.caller)))
    }

    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<BreakGlassBody>> {
        let caller = try context.caller
        let (all, (start, limit)) = try Query.read(request, ["all"]) { query in
            (query.isSet("all"), try query.page(context) { BreakGlassID($0) })
        }
        let page = try await context.tenancy.emergencies.list(all: all, before: start, limit: limit, by: caller)
        return Answer(ListBody(items: page.items.map { BreakGlassBody($0) }, nextCursor: try context.cursor(page.next)))
    }

    static func review(_ request: Request, _ context: FairKitContext) async throws -> Answer<BreakGlassBody> {
        let id = try context.id("id", of: BreakGlassID.self) { BreakGlassID($0) }
        return Answer(BreakGlassBody(try await context.tenancy.emergencies.review(id, by: try context.caller)))
    }

    private struct Opening: Decodable {
        let reason: String
    }

    private struct FoundOpening: Decodable {
        let email: String?
        let phone: String?
        let name: ProfileSearchRequest.Name?
        let birthDate: String?
        let reason: String
    }
}
