import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// Which clinician cares for whom, for administrators.
enum Care {
    static func assign(_ request: Request, _ context: FairKitContext) async throws -> Answer<CareBody> {
        let (body, caller) = try await request.keyedJSON(CareRequest.self, for: .careAssignments, context)
        guard let account = AccountID(body.accountId) else { throw Invalid("/accountId", "the id of an account") }
        guard let profile = ProfileID(body.profileId) else { throw Invalid("/profileId", "the id of a profile") }
        let made = try await context.tenancy.care.assign(
            account, to: profile, from: try Timestamp(body.from, at: "/from"),
            until: try Timestamp(body.to, at: "/to"), by: caller)
        return Answer(made: made, by: caller, CareBody(made.value), at: "/api/v1/care-assignments")
    }

    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<CareBody>> {
        let caller = try context.caller
        let query = try Query(request, ["accountId", "profileId"])
        let page = try await context.tenancy.care.list(
            of: try query.value("accountId") { AccountID($0) }, to: try query.value("profileId") { ProfileID($0) },
            before: try query.cursor(context) { CareAssignmentID($0) }, limit: try query.limit, by: caller)
        return Answer(ListBody(items: page.items.map { CareBody($0) }, nextCursor: try context.cursor(page.next)))
    }

    static func end(_ request: Request, _ context: FairKitContext) async throws -> Answer<CareBody> {
        let id = try context.id("id", of: CareAssignmentID.self) { CareAssignmentID($0) }
        return Answer(CareBody(try await context.tenancy.care.end(id, by: try context.caller), isInForce: false))
    }

}

extension Timestamp {
    /// A time that may be left out.
    init?(_ text: String?, at pointer: String) throws(Invalid) {
        guard let text else { return nil }
        guard let time = Timestamp(text) else {
            throw Invalid(pointer, "a time in UTC such as 2026-11-21T02:19:44Z (RFC 3339)")
        }
        self = time
    }
}

extension CareOver: ProblemConvertible {
    var problem: Problem { Problem(.conflict, .careEnded, "This assignment is over already.") }
}

extension CareBody {
    fileprivate init(_ view: CareView) { self.init(view.assignment, isInForce: view.isInForce) }
}
