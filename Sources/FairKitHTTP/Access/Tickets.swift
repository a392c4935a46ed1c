import FairKitAPI
import FairKitCore
import FairKitService
import Hummingbird

/// Tickets, by which a browser opens a stream.
enum Tickets {
    static func issue(_ request: Request, _ context: FairKitContext) async throws -> Answer<Ticket> {
        let (ticket, expiresAt) = try await context.tenancy.ownAccount.issueTicket(by: try context.caller)
        return Answer(Ticket(ticket: ticket.text, expiresAt: "\(expiresAt)"))
    }

    struct Ticket: Encodable {
        let ticket: String
        let expiresAt: String
    }
}

extension TicketFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .noAccount: OwnAccountFailure.noAccount.problem
        case .tooMany: .busy
        case .key: .internal
        }
    }
}
