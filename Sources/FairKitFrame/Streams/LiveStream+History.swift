import FairKitCore
package import FairKitService

extension LiveStream {
    /// The stream of a history that the caller follows.
    package init<Entry>(
        of history: some History<Entry>, by call: Call, event: @escaping @Sendable (Entry) throws -> Event
    ) async throws {
        let caller = call.caller
        start = try await history.beginFollowing(after: try LiveStream.lastSeen(by: call), by: caller)
        next = { number, limit in
            let next: Followed<Entry>
            do throws(Refusal<FollowFailure>) {
                next = try await history.follow(after: number, waitingAtMost: limit, by: caller)
            } catch {
                guard error.endsStream else { throw error }
                return .denied
            }
            return switch next {
            case .entries(let entries): .events(try entries.map(event))
            case .quiet: .quiet
            case .ended: .ended
            }
        }
    }
}

extension FollowFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .noAccount: OwnAccountFailure.noAccount.problem
        case .keyEnded, .locked: .unauthenticated
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
    fileprivate var endsStream: Bool {
        switch self {
        case .forbidden, .own(.keyEnded), .own(.locked), .own(.noAccount): true
        case .own(.notYet), .notFound, .invalid, .idempotency, .unproved, .store, .overBudget: false
        }
    }
}
