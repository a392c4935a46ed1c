package import FairKitCore
import FairKitStore

extension Results {
    /// The caller's own results that wait for a confirmation: that they exist, and nothing of what they say. A patient who
    /// knows that something is being checked does not take a missing result for a lost one.
    package func held(by caller: Caller) async throws(Refusal<Never>) -> [HeldResult] {
        try await tenant.read(.readResults, as: caller, isBrief: true) {
            (tx, grant) throws(DatabaseError) -> Outcome<[HeldResult], Never> in
            guard let own = grant.subject.role.profile else { return .failure(.forbidden) }
            grant.log(.resultListed, own, about: own)
            return .success(try tx.heldResults(of: own))
        }
    }
}
