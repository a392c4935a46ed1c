package import FairKitCore
package import FairKitStore

/// Says that a clinician cares for a person. Whoever says so need not see either's record.
package struct AssignCare: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    /// - Parameters:
    ///   - from: nil: from now on.
    ///   - end: nil: until it is ended.
    package func callAsFunction(
        _ account: AccountID, to profile: ProfileID, from: Timestamp?, until end: Timestamp?, by caller: Caller
    ) async throws(CareFailure) -> CareAssignment {
        guard caller.subject.may(.manageCare) else { throw .forbidden }
        let now = now()
        let from = from ?? now
        if let end, end <= from || end <= now { throw .invalid(Invalid("/to", "later than from, and than now")) }
        let assignment = CareAssignment(
            id: .new(at: now), account: account, profile: profile, from: from, to: end, madeBy: caller.subject.id,
            madeAt: now)
        let outcome: Result<CareAssignment, CareFailure>
        do {
            outcome = try await store.write { (tx) throws(DatabaseError) in
                guard let found = try tx.account(account), found.role == .clinician, found.state == .active else {
                    return .failure(.invalid(Invalid("/accountId", "there is no clinician's account of this id")))
                }
                guard try tx.profile(profile) != nil else {
                    return .failure(.invalid(Invalid("/profileId", "there is no profile of this id")))
                }
                try tx.assign(assignment, by: caller, at: now)
                return .success(assignment)
            }
        } catch { throw .store(error) }
        return try outcome.get()
    }
}

extension WriteTransaction {
    /// Stores an assignment, and who made it.
    func assign(_ assignment: CareAssignment, by caller: Caller, at now: Timestamp) throws(DatabaseError) {
        try insert(assignment)
        try record(caller.entry(.careAssigned, assignment.id, about: assignment.profile, at: now))
    }
}
