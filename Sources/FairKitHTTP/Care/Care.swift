import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// Care assignments, for administrators.
enum Care {
    static func assign(_ request: Request, _ context: FairKitContext) async throws -> Answer<CareBody> {
        var faults = Faults()
        let (body, caller) = try await request.keyedJSON(
            CareRequest.self, for: .careAssignments, context, noting: &faults)
        let account = AccountID(body.accountId)
        faults.require(account != nil, "/accountId", "the id of an account")
        let profile = ProfileID(body.profileId)
        faults.require(profile != nil, "/profileId", "the id of a profile")
        let (from, end) = (faults.time(body.from, at: "/from"), faults.time(body.to, at: "/to"))
        let now = try context.tenancy.now()
        let made = try await context.tenancy.care.assign(
            account ?? .new(at: now), to: profile ?? .new(at: now), from: from, until: end, found: faults,
            by: caller)
        return Answer(
            made: made, by: caller, CareBody(made.value), at: "/api/v1/care-assignments/\(made.assignment.id)")
    }

    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<CareBody>> {
        let caller = try context.caller
        let (account, profile, (start, limit)) = try Query.read(request, ["accountId", "profileId"]) { query in
            (
                query.id("accountId") as AccountID?, query.id("profileId") as ProfileID?,
                try query.page(context) { CareAssignmentID($0) }
            )
        }
        let page = try await context.tenancy.care.list(
            of: account, to: profile, before: start, limit: limit, by: caller)
        return Answer(ListBody(items: page.items.map { CareBody($0) }, nextCursor: try context.cursor(page.next)))
    }

    static func show(_ request: Request, _ context: FairKitContext) async throws -> Answer<CareBody> {
        let id = try context.id("id", of: CareAssignmentID.self) { CareAssignmentID($0) }
        return Answer(CareBody(try await context.tenancy.care.show(id, by: try context.caller)))
    }

    static func end(_ request: Request, _ context: FairKitContext) async throws -> Answer<CareBody> {
        let id = try context.id("id", of: CareAssignmentID.self) { CareAssignmentID($0) }
        return Answer(CareBody(try await context.tenancy.care.end(id, by: try context.caller), isInForce: false))
    }

}

extension Faults {
    /// An optional time.
    mutating func time(_ text: String?, at pointer: String) -> Timestamp? {
        readIfPresent(text) { text throws(Invalid) in try Timestamp(text, at: pointer) }
    }
}

extension CareOver: ProblemConvertible {
    var problem: Problem { Problem(.conflict, .careEnded, "This assignment has already ended.") }
}

extension CareBody {
    fileprivate init(_ view: CareView) { self.init(view.assignment, isInForce: view.isInForce) }
}
