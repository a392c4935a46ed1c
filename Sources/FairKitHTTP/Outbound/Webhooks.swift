import FairKitAPI
import FairKitCore
package import FairKitFrame
import FairKitService
import FoundationEssentials
import HTTPTypes
import Hummingbird

/// A group's webhook and its delivery attempts, for administrators. With ids only.
enum Webhooks {
    static func show(_ call: Call) async throws -> Answer<WebhookBody> {
        let group = try call.groupName
        return Answer(
            WebhookBody(
                try await call.tenancy.webhooks.show(of: group, by: call.caller), of: group,
                showingSecret: false)
        )
    }

    static func set(_ call: Call) async throws -> Answer<WebhookBody> {
        let group = try call.groupName
        let (wanted, caller, faults) = try await call.showing(WebhookRequest.self)
        let outcome = try await call.tenancy.webhooks.set(
            WebhookSettings(
                url: wanted.url, sendsPayload: wanted.sendsPayload ?? false,
                rotatesSecret: wanted.rotateSecret ?? false),
            of: group, found: faults, by: caller)
        let shown = WebhookBody(outcome.webhook, of: group, showingSecret: outcome.hasNewSecret)
        return Answer(shown, outcome.isNew ? .created : .ok)
    }

    static func test(_ call: Call) async throws -> Answer<AttemptBody> {
        Answer(AttemptBody(try await call.tenancy.webhooks.test(call.groupName, by: call.caller)))
    }

    static func remove(_ call: Call) async throws -> Response {
        try await call.tenancy.webhooks.remove(of: call.groupName, by: try await call.showingCaller())
        return Response(status: .noContent)
    }

    /// The attempts of one group.
    static func attempts(_ call: Call) async throws -> Answer<ListBody<AttemptBody>> {
        try await attempts(of: try call.groupName, call)
    }

    /// The attempts of all groups.
    static func allAttempts(_ call: Call) async throws -> Answer<ListBody<AttemptBody>> {
        try await attempts(of: nil, call)
    }

    private static func attempts(
        of group: String?, _ call: Call
    ) async throws -> Answer<ListBody<AttemptBody>> {
        let (start, limit) = try call.page { Int64($0) }
        let page = try await call.tenancy.webhooks.attempts(of: group, before: start, limit: limit, by: call.caller)
        return try call.list(page) { AttemptBody($0) }
    }
}

extension WebhookFailure: ProblemConvertible {
    package var problem: Problem {
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
