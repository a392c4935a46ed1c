import FairKitAPI
import FairKitCore
package import FairKitFrame
import FairKitService
import HTTPTypes

/// The mail queue; on the control socket only.
enum Outbox {
    static func list(_ call: Call) async throws -> Answer<ListBody<OutboxBody>> {
        let (all, (start, limit)) = try call.query(["all"]) { query in
            (query.isSet("all"), try query.page(call) { NoticeSendID($0) })
        }
        let page = try await call.tenancy.outbox.list(all: all, before: start, limit: limit, by: call.caller)
        return try call.list(page) { OutboxBody($0) }
    }

    static func show(_ call: Call) async throws -> Answer<WholeOutboxBody> {
        let shown = try await call.tenancy.outbox.show(call.id(), by: call.caller)
        return Answer(WholeOutboxBody(shown.entry, to: shown.mail?.recipient, shown.mail?.text))
    }

    static func retry(_ call: Call) async throws -> Answer<OutboxBody> {
        Answer(OutboxBody(try await call.tenancy.outbox.retry(call.id(), by: call.caller)))
    }

    static func test(_ call: Call) async throws -> Answer<OutboxBody> {
        let to = try await call.json(MailTestRequest.self).to
        return Answer(OutboxBody(try await call.tenancy.outbox.test(to: to, by: call.caller)))
    }
}

extension OutboxFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .messageUnknown:
            Problem(.notFound, .notFound, "There is no such mail, or it is older than 30 days.")
        case .noMailServer:
            Problem(
                .conflict, .noMailServer,
                "The server can't send mail, so nothing was queued. Start it with --mail-server (FAIRKIT_MAIL_SERVER)."
            )
        case .ended(let state):
            Problem(
                .conflict, .mailEnded,
                "This mail is \(state == .failed ? "expired" : state.rawValue), and its text is deleted. Repeat the action that sent it."
            )
        }
    }
}
