import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// The mail queue; on the control socket only.
enum Outbox {
    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<MailBody>> {
        let (all, (start, limit)) = try Query.read(request, ["all"]) { query in
            (query.isSet("all"), try query.page(context) { MailID($0) })
        }
        let page = try await context.tenancy.outbox.list(
            all: all, before: start, limit: limit, by: try context.caller)
        return Answer(ListBody(items: page.items.map { MailBody($0) }, nextCursor: try context.cursor(page.next)))
    }

    static func show(_ request: Request, _ context: FairKitContext) async throws -> Answer<WholeMailBody> {
        let id = try context.id("id", of: MailID.self) { MailID($0) }
        let shown = try await context.tenancy.outbox.show(id, by: try context.caller)
        return Answer(WholeMailBody(shown.mail, from: shown.sender))
    }

    static func retry(_ request: Request, _ context: FairKitContext) async throws -> Answer<MailBody> {
        let id = try context.id("id", of: MailID.self) { MailID($0) }
        return Answer(MailBody(try await context.tenancy.outbox.retry(id, by: try context.caller)))
    }

    static func test(_ request: Request, _ context: FairKitContext) async throws -> Answer<MailBody> {
        let to = try await request.json(MailTestRequest.self, context).to
        return Answer(MailBody(try await context.tenancy.outbox.test(to: to, by: try context.caller)))
    }
}

extension OutboxFailure: ProblemConvertible {
    var problem: Problem {
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
