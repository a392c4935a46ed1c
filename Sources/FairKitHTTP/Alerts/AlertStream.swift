import FairKitAPI
import FairKitCore
package import FairKitFrame
import FairKitService
import Hummingbird

/// The alert history as a live stream.
enum AlertStream {
    static func stream(_ call: Call) async throws -> Response { try await following(call).events(call) }

    static func webSocket(_ call: Call) async throws -> Response { try await following(call).webSocket(call) }

    private static func following(_ call: Call) async throws -> LiveStream {
        let (alerts, caller) = (call.tenancy.alerts, call.caller)
        let after = try LiveStream.lastSeen(by: call)
        let start = try await alerts.beginFollowing(after: after, by: caller)
        return LiveStream(start: start) { number, limit in
            let next: NextEvents
            do throws(Refusal<FollowFailure>) {
                next = try await alerts.follow(after: number, waitingAtMost: limit, by: caller)
            } catch {
                guard error.endsStream else { throw error }
                return .denied
            }
            switch next {
            case .events(let events):
                return .events(
                    try events.map { event in
                        let body = AlertEventBody(event)
                        return try LiveStream.Event(body.number, body.event, body)
                    })
            case .quiet: return .quiet
            case .ended: return .ended
            }
        }
    }
}

extension FollowFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .noAccount: OwnAccountFailure.noAccount.problem
        case .keyEnded: .unauthenticated
        case .notYet:
            Invalid(
                "/after",
                "a number that was given: this one never was, or the store has been restored since; begin again, from 0"
            ).problem
        }
    }
}

extension Refusal<FollowFailure> {
    /// Whether the client's credentials have ended.
    var endsStream: Bool {
        switch self {
        case .forbidden, .own(.keyEnded), .own(.noAccount): true
        case .own(.notYet), .notFound, .invalid, .idempotency, .unproved, .store, .overBudget: false
        }
    }
}
