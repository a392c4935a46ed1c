import FairKitCore
import FairKitService
import FairKitStore
import FoundationEssentials
import HTTPTypes
import Hummingbird

/// Where a group's deliveries are sent, and what became of it. For administrators, in ids only.
enum Webhooks {
    static func show(_ request: Request, _ context: FairKitContext) async throws -> Answer<Body> {
        let group = try context.groupName
        return Answer(
            Body(
                try await context.cases.readWebhook(of: group, by: try context.caller), of: group, showingSecret: false)
        )
    }

    static func set(_ request: Request, _ context: FairKitContext) async throws -> Answer<Body> {
        let caller = try context.caller
        let group = try context.groupName
        let wanted = try await request.json(Setting.self, context)
        let outcome = try await context.cases.setWebhook(
            SetWebhook.Request(
                url: wanted.url, sendsPayload: wanted.sendsPayload ?? false,
                rotatesSecret: wanted.rotateSecret ?? false),
            of: group, by: caller)
        var answer = Answer(Body(outcome.webhook, of: group, showingSecret: outcome.hasNewSecret))
        if outcome.isNew { answer.status = .created }
        return answer
    }

    static func remove(_ request: Request, _ context: FairKitContext) async throws -> Response {
        try await context.cases.removeWebhook(of: try context.groupName, by: try context.caller)
        return Response(status: .noContent)
    }

    static func sends(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<SendBody>> {
        let caller = try context.caller
        let query = try Query(request)
        let page = try await context.cases.readSends(
            of: try context.groupName, before: try query.cursor(context) { Int64($0) }, limit: try query.limit,
            by: caller)
        return Answer(ListBody(items: page.items.map { SendBody($0) }, nextCursor: try context.cursor(page.next)))
    }

    private struct Setting: Decodable {
        let url: String
        let sendsPayload: Bool?
        let rotateSecret: Bool?
    }

    /// A webhook on the wire.
    struct Body: Encodable {
        let group: String
        let url: String
        let sendsPayload: Bool
        let createdAt: String
        /// Only in the answer to the request that made it.
        let secret: String?

        init(_ webhook: Webhook, of group: String, showingSecret: Bool) {
            self.group = group
            url = "\(webhook.url)"
            sendsPayload = webhook.sendsPayload
            createdAt = "\(webhook.createdAt)"
            secret = showingSecret ? "whsec_" + Data(webhook.secret).base64EncodedString() : nil
        }
    }

    /// An attempt to send on the wire.
    struct SendBody: Encodable {
        let at: String
        let alertId: String
        let deliveryId: String
        let channel: String
        let outcome: String
        let httpStatus: Int?
        let milliseconds: Int64
        let attempt: Int

        init(_ send: Send) {
            at = "\(send.at)"
            alertId = "\(send.alertID)"
            deliveryId = "\(send.delivery)"
            channel = send.channel.rawValue
            outcome = send.outcome.rawValue
            httpStatus = send.httpStatus
            milliseconds = send.milliseconds
            attempt = send.attempt
        }
    }
}

extension WebhookFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .forbidden: .forbidden
        case .payloadForbidden:
            Problem(
                .forbidden, .payloadForbidden,
                "Messages with health data are set up on the server's machine only: "
                    + "fairkit alert groups webhook set GROUP --url URL --sends-payload. Say sendsPayload false for ids only."
            )
        case .invalid(let invalid): invalid.problem
        case .groupUnknown: .groupUnknown
        case .notFound: .notFound
        case .key: .internal
        case .store(let error): error.problem
        }
    }
}

extension ReadSends.Failure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .forbidden: .forbidden
        case .groupUnknown: .groupUnknown
        case .store(let error): error.problem
        }
    }
}
