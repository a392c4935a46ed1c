import FairKitAPI
import FairKitCore
package import FairKitFrame
import FairKitService

/// Tickets, by which a browser opens a stream.
enum Tickets {
    static func issue(_ call: Call) async throws -> Answer<Ticket> {
        let (ticket, expiresAt) = try await call.tenancy.ownAccount.issueTicket(by: call.caller)
        return Answer(Ticket(ticket: ticket.text, expiresAt: "\(expiresAt)"))
    }

    struct Ticket: JSONBody {
        let ticket: String
        let expiresAt: String
    }
}

extension TicketFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .noAccount: OwnAccountFailure.noAccount.problem
        case .tooMany: .busy
        case .key: .internal
        }
    }
}
