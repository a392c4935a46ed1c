import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// Mail that is to be sent; on the unix socket only.
enum Outbox {
    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<Body>> {
        let query = try Query(request, ["all"])
        let page = try await context.tenancy.outbox.list(
            all: try query.value("all") { Bool($0) } ?? false, before: try query.cursor(context) { MailID($0) },
            limit: try query.limit, by: try context.caller)
        return Answer(ListBody(items: page.items.map { Body($0) }, nextCursor: try context.cursor(page.next)))
    }

    static func show(_ request: Request, _ context: FairKitContext) async throws -> Answer<Whole> {
        let id = try context.id("id", of: MailID.self) { MailID($0) }
        return Answer(Whole(try await context.tenancy.outbox.show(id, by: try context.caller)))
    }

    static func retry(_ request: Request, _ context: FairKitContext) async throws -> Answer<Body> {
        let id = try context.id("id", of: MailID.self) { MailID($0) }
        return Answer(Body(try await context.tenancy.outbox.retry(id, by: try context.caller)))
    }

    static func test(_ request: Request, _ context: FairKitContext) async throws -> Answer<Tested> {
        let to = try await request.json(Testing.self, context).to
        return Answer(
            Tested(
                mail: Body(try await context.tenancy.outbox.test(to: to, by: try context.caller)),
                isSending: try context.tenancy.outbox.isSending))
    }

    private struct Testing: Decodable {
        let to: String
    }

    /// A mail, without what it says.
    struct Body: Encodable {
        let id: String
        let kind: String
        /// Masked; nil once it is forgotten.
        let recipient: String?
        let state: String
        let createdAt: String
        let expiresAt: String
        let dueAt: String?
        let endedAt: String?
        let attempts: Int
        let lastError: String?

        init(_ mail: OutboxMail) {
            id = "\(mail.id)"
            kind = mail.kind.rawValue
            recipient = mail.content?.recipient.masked
            state = mail.state.rawValue
            createdAt = "\(mail.createdAt)"
            expiresAt = "\(mail.expiresAt)"
            dueAt = mail.dueAt?.description
            endedAt = mail.endedAt?.description
            attempts = mail.attempts
            lastError = mail.lastError
        }
    }

    /// A mail with all it says, to be handed over by other means.
    struct Whole: Encodable {
        let mail: Body
        /// nil once they are forgotten.
        let recipient: String?
        let subject: String?
        let text: String?

        init(_ mail: OutboxMail) {
            self.mail = Body(mail)
            recipient = mail.content?.recipient.description
            subject = mail.text?.subject
            text = mail.text?.body
        }
    }

    struct Tested: Encodable {
        let mail: Body
        /// Whether the server that answers sends mail.
        let isSending: Bool
    }
}

extension OutboxFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .mailUnknown:
            Problem(.notFound, .notFound, "There is no such mail, or it was written more than thirty days ago.")
        case .ended(let state):
            Problem(
                .conflict, .mailEnded,
                "This mail is \(state.rawValue), and what it said is forgotten. Have it written again where it came from."
            )
        }
    }
}
