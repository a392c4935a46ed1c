import FairKitAPI
import FairKitCore
package import FairKitFrame
import FairKitService
import HTTPTypes

/// Care assignments, for administrators.
enum Care {
    static func assign(_ call: Call) async throws -> Answer<CareBody> {
        var (body, caller, faults) = try await call.keyed(CareRequest.self, for: .careAssignments)
        let account = AccountID(body.accountId)
        faults.require(account != nil, "/accountId", "the id of an account")
        let profile = ProfileID(body.profileId)
        faults.require(profile != nil, "/profileId", "the id of a profile")
        let (from, end) = (faults.time(body.from, at: "/from"), faults.time(body.to, at: "/to"))
        let now = call.tenancy.now()
        let made = try await call.tenancy.care.assign(
            account ?? .new(at: now), to: profile ?? .new(at: now), from: from, until: end, found: faults,
            by: caller)
        return Answer(
            made: made, by: caller, CareBody(made.value), at: "/api/v1/care-assignments/\(made.assignment.id)")
    }

    static func list(_ call: Call) async throws -> Answer<ListBody<CareBody>> {
        let (account, profile, (start, limit)) = try call.query(["accountId", "profileId"]) { query in
            (
                query.id("accountId") as AccountID?, query.id("profileId") as ProfileID?,
                try query.page(call) { CareAssignmentID($0) }
            )
        }
        let page = try await call.tenancy.care.list(
            of: account, to: profile, before: start, limit: limit, by: call.caller)
        return try call.list(page) { CareBody($0) }
    }

    static func show(_ call: Call) async throws -> Answer<CareBody> {
        Answer(CareBody(try await call.tenancy.care.show(call.id(), by: call.caller)))
    }

    static func end(_ call: Call) async throws -> Answer<CareBody> {
        Answer(CareBody(try await call.tenancy.care.end(call.id(), by: call.caller), isInForce: false))
    }

}

extension Faults {
    /// An optional time.
    mutating func time(_ text: String?, at pointer: String) -> Timestamp? {
        readIfPresent(text) { text throws(Invalid) in try Timestamp(text, at: pointer) }
    }
}

extension CareOver: ProblemConvertible {
    package var problem: Problem { Problem(.conflict, .careEnded, "This assignment has already ended.") }
}

extension CareBody {
    fileprivate init(_ view: CareView) { self.init(view.assignment, isInForce: view.isInForce) }
}
