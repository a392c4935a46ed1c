package import FairKitCore
import FairKitStore

extension Results {
    /// The kits to which the caller's unmatched results may belong: the result's own kit, whose registration came after the
    /// result and waits for a review, and kits whose code a slip makes of the result's.
    ///
    /// Of the latter only those that the laboratory knows anyway, by their assignment or by the arrival that it reported,
    /// and that wait for a result. See decision 0171.
    ///
    /// - Returns: the kits of each result that is the caller's and has no kit yet.
    package func candidates(
        for ids: [ResultID], by caller: Caller
    ) async throws(Refusal<Never>) -> [ResultID: [KitView]] {
        try await tenant.read(.correctResult, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<[ResultID: [KitView]], Never> in
            guard let laboratory = grant.subject.role.laboratory else { return .failure(.forbidden) }
            let scope = grant.subject.kitScope(at: grant.now)
            var (found, people): ([ResultID: [KitView]], [ProfileID?]) = ([:], [])
            for id in ids {
                guard let result = try tx.result(id, in: .laboratory(laboratory)) else { continue }
                found[id] = []
                guard result.kitID == nil, !result.current.status.isWithdrawn else { continue }
                let code = result.kitCode
                for kit in try tx.kitsWaiting(for: [code] + code.lookalikes, in: scope) {
                    let isCandidate =
                        kit.code == code
                        ? kit.needsReview && kit.resultsCameFirst : try Kits.isKnown(kit, to: laboratory, in: tx)
                    guard isCandidate else { continue }
                    people.append(kit.profileID)
                    found[id]?.append(try Kits.view(of: kit, for: grant, in: tx))
                }
            }
            try grant.logList(.kitListed, about: people, in: tx)
            return .success(found)
        }
    }
}
