import FairKitAPI
import FairKitCore
package import FairKitFrame
import FairKitService
import HTTPTypes

/// The mail queue; on the control socket only.
enum Outbox {
    static func list(_ call: Call) async throws -> Answer<ListBody<MailBody>> {
        let (all, (start, limit)) = try call.query(["all"]) { query in
            (query.isSet("all"), try query.page(call) { MailID($0) })
        }
        let page = try await call.tenancy.outbox.list(all: all, before: start, limit: limit, by: call.caller)
        return try call.list(page) { MailBody($0) }
    }

    static func show(_ call: Call) async throws -> Answer<WholeMailBody> {
        let shown = try await call.tenancy.outbox.show(call.id(), by: call.caller)
        return Answer(WholeMailBody(shown.mail, from: shown.sender))
    }

    static func retry(_ call: Call) async throws -> Answer<MailBody> {
        Answer(MailBody(try await call.tenancy.outbox.retry(call.id(), by: call.caller)))
    }

    static func test(_ call: Call) async throws -> Answer<MailBody> {
        let to = try await call.json(MailTestRequest.self).to
        return Answer(MailBody(try await call.tenancy.outbox.test(to: to, by: call.caller)))
    }
}

extension OutboxFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .mailUnknown:
            Problem(.notFound, .notFound, "There is no such mail, or it is older than 30 days.")
        case .noMailServer:
            Problem(
                .conflict, .noMailServer,
                "The server can't send mail, so nothing was queued. Start it with --mail-server (FAIRKIT_MAIL_SERVER)."
            )
        case .ended(let state):
            Problem(
                .conflict, .mailEnded,
                "This mail is \(state.rawValue), and its text is deleted. Repeat the action that sent it."
            )
        }
    }
}
