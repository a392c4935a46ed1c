import FairKitAPI
import FairKitCore
package import FairKitFrame
import FairKitService
import Hummingbird
import Logging

/// Emergency access (break-glass) for clinicians, and its review by administrators.
enum Emergencies {
    /// 201 with the new access, or 200 with one that is already open.
    static func open(_ call: Call) async throws -> Answer<BreakGlassBody> {
        let profile: ProfileID = try call.id()
        let reason = try await call.json(Opening.self).reason
        return answer(try await call.tenancy.emergencies.open(profile, reason: reason, by: call.caller), call)
    }

    /// The same for a patient whose id the clinician does not know: the body has values that fit exactly one patient.
    static func openFound(_ call: Call) async throws -> Answer<BreakGlassBody> {
        var (body, faults) = try await call.jsonAndFaults(FoundOpening.self)
        FairKitService.Emergencies.check(body.reason, &faults)
        let search = faults.read(or: nil) { () throws(Invalid) -> ProfileSearch? in
            try ProfileSearchRequest(
                email: body.email, phone: body.phone, name: body.name, birthDate: body.birthDate, kitCode: body.kitCode
            ).search()
        }
        guard let search else { throw Invalid(faults.fields) }
        return answer(
            try await call.tenancy.emergencies.open(search, reason: body.reason, found: faults, by: call.caller), call)
    }

    private static func answer(_ made: Creation<OpenedRecord>, _ call: Call) -> Answer<BreakGlassBody> {
        let body = BreakGlassBody(made.value.glass, isHeard: made.value.isHeard)
        guard !made.isRepeated else { return Answer(body) }
        let facts: Logger.Metadata = [
            "breakGlass": "\(body.id)", "account": "\(body.accountId)", "profile": "\(body.profileId)",
        ]
        call.context.logger.notice("a clinician opened a record in an emergency", metadata: facts)
        if !made.value.isHeard {
            call.context.logger.error(
                "no administrator has an account, so no administrator was told of an emergency access", metadata: facts)
        }
        return Answer(created: body, at: "/api/v1/profiles/\(body.profileId)")
    }

    static func close(_ call: Call) async throws -> Answer<BreakGlassBody> {
        Answer(BreakGlassBody(try await call.tenancy.emergencies.close(call.id(), by: call.caller)))
    }

    static func list(_ call: Call) async throws -> Answer<ListBody<BreakGlassBody>> {
        let (all, (start, limit)) = try call.query(["all"]) { query in
            (query.isSet("all"), try query.page(call) { BreakGlassID($0) })
        }
        let page = try await call.tenancy.emergencies.list(all: all, before: start, limit: limit, by: call.caller)
        return try call.list(page) { BreakGlassBody($0) }
    }

    static func review(_ call: Call) async throws -> Answer<BreakGlassBody> {
        let note = try await call.jsonIfAny(Review.self)?.note
        return Answer(BreakGlassBody(try await call.tenancy.emergencies.review(call.id(), note: note, by: call.caller)))
    }

    private struct Review: Decodable {
        let note: String?
    }

    private struct Opening: Decodable {
        let reason: String
    }

    private struct FoundOpening: Decodable {
        let email: String?
        let phone: String?
        let name: ProfileSearchRequest.Name?
        let birthDate: String?
        let kitCode: String?
        let reason: String
    }
}

extension ReviewedBefore: ProblemConvertible {
    package var problem: Problem {
        Problem(
            .conflict, .reviewedBefore,
            "The access was reviewed before. The first review stays, and this note was not stored.")
    }
}
