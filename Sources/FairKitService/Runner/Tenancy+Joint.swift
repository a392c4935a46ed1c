import FairKitCore
import FairKitStore

import class Relational.JointWork

/// A use case of which the requests that wait for the writer are carried out together. Each caller keeps its own audit
/// entries, denial and outcome. See decision 0120.
struct JointUseCase<Request: Sendable, T: Sendable, Own: Error>: Sendable {
    fileprivate struct Member: Sendable {
        let request: Request
        let grant: Grant
        let denial: DenialOnce
        let now: Now
    }

    fileprivate let work: JointWork<Member, Outcome<T, Own>>

    /// - Parameter body: returns the outcomes in the order of the requests, with a grant for each. It has no side effects:
    ///   it may run twice, and if it throws it runs once more for each request alone.
    init(
        zones: TimeZones,
        _ body:
            @escaping @Sendable (borrowing WriteTransaction, [Request], inout [Grant]) throws(DatabaseError) ->
            [Outcome<T, Own>]
    ) {
        work = JointWork { (tx, members) throws(DatabaseError) in
            var grants = members.map { $0.grant.at($0.now()) }
            let outcomes = try body(tx, members.map { $0.request }, &grants)
            try grants.settle(in: tx, zones: zones)
            for ((outcome, grant), member) in zip(zip(outcomes, grants), members) {
                guard case .failure(.forbidden) = outcome else { continue }
                try member.denial.write(grant.denial(in: tx), in: tx)
            }
            return outcomes
        }
    }
}

extension Tenancy {
    /// Runs a use case that writes, together with the requests that wait with it; returns after the commit's fsync.
    ///
    /// - Parameters:
    ///   - action: the requested action.
    ///   - lane: the lane in which the write waits; see `Store.write`.
    func write<Request, T, Own>(
        _ action: Action, as caller: Caller, lane: WriteLane, _ request: Request,
        by useCase: JointUseCase<Request, T, Own>
    ) async throws(Refusal<Own>) -> T {
        let granted = try await grant(action, to: caller, on: nil, for: Own.self)
        let denial = DenialOnce(in: denials, at: granted.now)
        let outcome: Outcome<T, Own>
        do {
            outcome = try await store.write(
                JointUseCase.Member(request: request, grant: granted, denial: denial, now: now), by: useCase.work,
                in: lane)
        } catch {
            denial.release()
            throw .store(error)
        }
        return try outcome.get()
    }
}
