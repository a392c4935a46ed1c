import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// Mail that is to be sent; on the unix socket only.
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
        return Answer(WholeMailBody(try await context.tenancy.outbox.show(id, by: try context.caller)))
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
            Problem(.notFound, .notFound, "There is no such mail, or it was written more than thirty days ago.")
        case .noMailServer:
            Problem(
                .conflict, .noMailServer,
                "No server runs here that sends mail, and nothing was written. Start one with --mail-server (FAIRKIT_MAIL_SERVER)."
            )
        case .ended(let state):
            Problem(
                .conflict, .mailEnded,
                "This mail is \(state.rawValue), and what it said is forgotten. Have it written again where it came from."
            )
        }
    }
}
