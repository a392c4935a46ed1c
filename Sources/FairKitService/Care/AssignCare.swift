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
    /// - Returns: the assignment, and whether it is in force; the one that was made before if this came under the same key.
    package func callAsFunction(
        _ account: AccountID, to profile: ProfileID, from: Timestamp?, until end: Timestamp?, by caller: Caller
    ) async throws(CareFailure) -> Made<ListCare.Shown> {
        guard caller.subject.may(.manageCare) else { throw .forbidden }
        let now = now()
        let from = from ?? now
        let assignment = CareAssignment(
            id: .new(at: now), account: account, profile: profile, from: from, to: end, madeBy: caller.subject.id,
            madeAt: now)
        let repetition: Repetition?
        do { repetition = try caller.repetition(in: store) } catch { throw .idempotency(error) }
        let outcome: Result<Made<ListCare.Shown>, CareFailure>
        do {
            outcome = try await store.write { (tx) throws(DatabaseError) in
                switch try tx.made(under: repetition, of: CareAssignment.self, at: now) {
                case .nothing: break
                case .other: return .failure(.idempotency(.reused))
                case .made(let ids, _):
                    guard
                        let first = try ids.first.flatMap({ (id) throws(DatabaseError) in try tx.careAssignment(id) })
                    else { return .failure(.idempotency(.reused)) }
                    try tx.record(caller.entry(.careListed, nil, about: nil, showing: [first.profile], at: now))
                    return .success(.before((first, first.holds(at: now))))
                }
                // Not before: what is sent again may be over by now.
                if let end, end <= from || end <= now {
                    return .failure(.invalid(Invalid("/to", "later than from, and than now")))
                }
                guard let found = try tx.account(account), found.role == .clinician, found.state == .active else {
                    return .failure(.invalid(Invalid("/accountId", "there is no clinician's account of this id")))
                }
                guard try tx.profile(profile) != nil else {
                    return .failure(.invalid(Invalid("/profileId", "there is no profile of this id")))
                }
                try tx.assign(assignment, by: caller, at: now)
                try tx.remember(repetition, made: [assignment.id], at: now)
                return .success(.now((assignment, assignment.holds(at: now))))
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
