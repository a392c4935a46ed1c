import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// What somebody sees who has a link of a patient's and its PIN, and no account and no key.
enum Shared {
    static func show(_ request: Request, _ context: FairKitContext) async throws -> Answer<Body> {
        var faults = Faults()
        let body = try await request.json(Opening.self, context, noting: &faults)
        let limit = body.limit ?? 50
        faults.demand((1...100).contains(limit), "/limit", "1 to 100")
        try faults.refuse()
        let cursor = try context.place(body.cursor) { ResultCursor($0) }
        let origin = Origin(address: context.address?.description, client: nil, requestID: context.requestID)
        let opened = try await context.tenancy.shares.open(
            body.link, pin: body.pin, after: cursor, limit: limit, from: origin)
        return Answer(Body(opened, nextCursor: try context.cursor(opened.results.next)))
    }

    private struct Opening: Decodable {
        let link: String
        let pin: String
        let cursor: String?
        let limit: Int?
    }

    /// The person's name and results, and nothing by which to reach them.
    struct Body: Encodable {
        let name: ProfileBody.Name
        let expiresAt: String
        let items: [ResultBody]
        let nextCursor: Cursor?

        init(_ opened: SharedResults, nextCursor: Cursor?) {
            name = ProfileBody.Name(given: opened.givenName, family: opened.familyName)
            expiresAt = "\(opened.expiresAt)"
            items = opened.results.items.map { ResultBody($0) }
            self.nextCursor = nextCursor
        }
    }
}

extension OpenShareFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .unknown: Problem.shareUnknown.recordedByAddress
        // It is recorded with the person whose link it is.
        case .wrongPIN: .shareUnknown
        case .key: .internal
        case .store(let error): error.problem
        }
    }
}

extension Problem {
    fileprivate static let shareUnknown = Problem(
        .notFound, .shareUnknown,
        "The link and the PIN open nothing: one of them is wrong, or the link is over. Ask whoever sent it.")
}
