import FairKitAPI
import FairKitCore
import FairKitService
import FoundationEssentials
import HTTPTypes
import Hummingbird

/// A group's webhook and its delivery attempts, for administrators. With ids only.
enum Webhooks {
    static func show(_ request: Request, _ context: FairKitContext) async throws -> Answer<WebhookBody> {
        let group = try context.groupName
        return Answer(
            WebhookBody(
                try await context.tenancy.webhooks.show(of: group, by: try context.caller), of: group,
                showingSecret: false)
        )
    }

    static func set(_ request: Request, _ context: FairKitContext) async throws -> Answer<WebhookBody> {
        let group = try context.groupName
        var faults = Faults()
        let (wanted, caller) = try await context.showing(WebhookRequest.self, in: request, noting: &faults)
        let outcome = try await context.tenancy.webhooks.set(
            WebhookSettings(
                url: wanted.url, sendsPayload: wanted.sendsPayload ?? false,
                rotatesSecret: wanted.rotateSecret ?? false),
            of: group, found: faults, by: caller)
        var answer = Answer(WebhookBody(outcome.webhook, of: group, showingSecret: outcome.hasNewSecret))
        if outcome.isNew { answer.status = .created }
        return answer
    }

    static func remove(_ request: Request, _ context: FairKitContext) async throws -> Response {
        let group = try context.groupName
        try await context.tenancy.webhooks.remove(of: group, by: try await context.showing(in: request))
        return Response(status: .noContent)
    }

    /// The attempts of one group.
    static func attempts(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<AttemptBody>> {
        try await attempts(of: try context.groupName, request, context)
    }

    /// The attempts of all groups.
    static func allAttempts(
        _ request: Request, _ context: FairKitContext
    ) async throws -> Answer<ListBody<AttemptBody>> {
        try await attempts(of: nil, request, context)
    }

    private static func attempts(
        of group: String?, _ request: Request, _ context: FairKitContext
    ) async throws -> Answer<ListBody<AttemptBody>> {
        let caller = try context.caller
        let (start, limit) = try Query.page(request, context) { Int64($0) }
        let page = try await context.tenancy.webhooks.attempts(of: group, before: start, limit: limit, by: caller)
        return Answer(ListBody(items: page.items.map { AttemptBody($0) }, nextCursor: try context.cursor(page.next)))
    }
}

extension WebhookFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .payloadForbidden:
            Problem(
                .forbidden, .payloadForbidden,
                "Only the operator can enable messages with health data, on the server: "
                    + "fairkit api PUT alert-groups/GROUP/webhook -f url=URL -f sendsPayload=true. Send sendsPayload false to push ids only."
            )
        case .groupUnknown: .groupUnknown
        case .key: .internal
        }
    }
}
