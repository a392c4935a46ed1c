import FairKitAPI
import FairKitCore
package import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// The results behind a share link, for a client with the link and its PIN, without account or key.
enum Shared {
    static func show(_ call: UnauthenticatedCall) async throws -> Answer<Body> {
        var (body, faults) = try await call.jsonAndFaults(Opening.self)
        let limit = body.limit ?? 50
        faults.require((1...100).contains(limit), "/limit", "1 to 100")
        try faults.refuse()
        let cursor = try call.position(body.cursor) { ResultCursor($0) }
        let origin = Origin(address: call.address?.description, client: nil, requestID: call.context.requestID)
        let opened = try await call.tenancy.shares.open(
            body.link, pin: body.pin, after: cursor, limit: limit, from: origin)
        let limits = call.limits
        limits.succeeded(as: limits.secret(body.link))
        return Answer(Body(opened, nextCursor: try call.cursor(opened.results.next)))
    }

    private struct Opening: Decodable {
        let link: String
        let pin: String
        let cursor: String?
        let limit: Int?
    }

    /// The person's name and results, without contact data.
    struct Body: JSONBody {
        let name: ProfileBody.Name
        let expiresAt: String
        /// Of the tenant.
        let displayName: String
        let items: [ResultBody]
        let nextCursor: Cursor?

        init(_ opened: SharedResults, nextCursor: Cursor?) {
            name = ProfileBody.Name(given: opened.givenName, family: opened.familyName)
            expiresAt = "\(opened.expiresAt)"
            displayName = opened.tenant.text
            items = opened.results.items.map { ResultBody(shared: $0) }
            self.nextCursor = nextCursor
        }
    }
}

extension OpenShareFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .unknown: Problem.shareUnknown.recordedByAddress
        // The failure is recorded with the person who created the share.
        case .wrongPIN: .shareUnknown
        case .key: .internal
        case .store(let error): error.problem
        }
    }
}

extension Problem {
    fileprivate static let shareUnknown = Problem(
        .notFound, .shareUnknown,
        "The link or the PIN is wrong, or the link has expired. Ask the person who sent it.")
}
