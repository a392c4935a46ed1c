import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// Which clinician cares for whom, for administrators.
enum Care {
    static func assign(_ request: Request, _ context: FairKitContext) async throws -> Answer<Body> {
        let (body, caller) = try await request.keyedJSON(Assigning.self, for: .careAssignments, context)
        guard let account = AccountID(body.accountId) else { throw Invalid("/accountId", "the id of an account") }
        guard let profile = ProfileID(body.profileId) else { throw Invalid("/profileId", "the id of a profile") }
        let made = try await context.tenancy.care.assign(
            account, to: profile, from: try Timestamp(body.from, at: "/from"),
            until: try Timestamp(body.to, at: "/to"), by: caller)
        return Answer(made: made, by: caller, Body(made.value), at: "/api/v1/care-assignments")
    }

    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<Body>> {
        let caller = try context.caller
        let query = try Query(request, ["accountId", "profileId"])
        let page = try await context.tenancy.care.list(
            of: try query.value("accountId") { AccountID($0) }, to: try query.value("profileId") { ProfileID($0) },
            before: try query.cursor(context) { CareAssignmentID($0) }, limit: try query.limit, by: caller)
        return Answer(ListBody(items: page.items.map { Body($0) }, nextCursor: try context.cursor(page.next)))
    }

    static func end(_ request: Request, _ context: FairKitContext) async throws -> Answer<Body> {
        let id = try context.id("id", of: CareAssignmentID.self) { CareAssignmentID($0) }
        return Answer(Body(try await context.tenancy.care.end(id, by: try context.caller), isInForce: false))
    }

    private struct Assigning: Decodable {
        let accountId: String
        let profileId: String
        let from: String?
        let to: String?
    }

    /// An assignment on the wire.
    struct Body: Encodable {
        let id: String
        let accountId: String
        let profileId: String
        let from: String
        let to: String?
        /// Whether it is in force.
        let active: Bool
        let madeBy: String
        let madeAt: String
        let endedBy: String?
        let endedAt: String?

        init(_ view: CareView) { self.init(view.assignment, isInForce: view.isInForce) }

        init(_ assignment: CareAssignment, isInForce: Bool) {
            id = "\(assignment.id)"
            accountId = "\(assignment.account)"
            profileId = "\(assignment.profile)"
            from = "\(assignment.from)"
            to = assignment.to?.description
            active = isInForce
            madeBy = "\(assignment.madeBy)"
            madeAt = "\(assignment.madeAt)"
            endedBy = assignment.end?.by.description
            endedAt = assignment.end?.at.description
        }
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
