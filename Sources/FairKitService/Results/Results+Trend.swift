package import FairKitCore
import FairKitStore

extension Results {
    /// The most results that a trend shows: the newest ones.
    package static let longestTrend = 1000

    /// A person's levels over time, of the results that the caller sees in lists.
    package func trend(of person: ProfileID, by caller: Caller) async throws(Refusal<Never>) -> ResultTrend {
        try await tenant.read(.readResults, as: caller, on: .profile(person), isBrief: true) {
            (tx, grant) throws(DatabaseError) -> Outcome<ResultTrend, Never> in
            // A laboratory must not learn whose results are whose.
            guard grant.subject.role.seesOwnersOfKits else { return .failure(.forbidden) }
            let page = try tx.results(
                ResultFilter(profileID: person), in: grant.subject.resultScope(at: grant.now), after: nil,
                limit: Results.longestTrend)
            grant.log(.resultListed, person, about: person)
            if grant.ground == .share { grant.logShared([person]) }
            return .success(ResultTrend(of: page.items))
        }
    }
}
