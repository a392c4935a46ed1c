package import FairKitCore
import FairKitStore

extension Care {
    /// Assigns a person to a clinician's care. The caller need not see either record.
    ///
    /// - Parameters:
    ///   - from: nil: from now on.
    ///   - end: nil: open-ended.
    ///   - isOnce: whether none is made if the person is already in the clinician's care.
    /// - Returns: the assignment; the earlier one if none is made, or if the request repeats its Idempotency-Key.
    package func assign(
        _ account: AccountID, to profile: ProfileID, from: Timestamp?, until end: Timestamp?, isOnce: Bool = false,
        found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<Never>) -> Creation<CareView> {
        try await tenant.write(.manageCare, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Creation<CareView>, Never> in
            let now = grant.now
            switch try tx.made(under: grant.repetition, of: CareAssignment.self, at: now) {
            case .nothing: break
            case .other: return .failure(.idempotency(.reused))
            case .made(let ids, _):
                guard let first = try ids.first.flatMap({ (id) throws(DatabaseError) in try tx.careAssignment(id) })
                else { return .failure(.idempotency(.reused)) }
                grant.log(caller.entry(.careListed, nil, about: nil, showing: [first.profile], at: now))
                return .success(.before(CareView(first, at: now)))
            }
            let from = from ?? now
            // Checked here and not earlier: a repeated request may hold a period that has ended by now.
            var faults = faults
            if let end { faults.require(end > from && end > now, "/to", "later than from, and than now") }
            let found = try tx.account(account)
            faults.require(
                found?.role == .clinician && found?.state == .active, "/accountId",
                "there is no clinician's account with this id")
            faults.require(try tx.profile(profile) != nil, "/profileId", "there is no profile with this id")
            guard faults.isEmpty else { return .failure(.invalid(Invalid(faults.fields))) }
            if isOnce {
                let all = try tx.careAssignments(of: account, to: profile, before: nil, limit: 100).items
                if let standing = all.first(where: { $0.holds(at: now) }) {
                    grant.log(caller.entry(.careListed, nil, about: nil, showing: [profile], at: now))
                    return .success(.before(CareView(standing, at: now)))
                }
            }
            let assignment = CareAssignment(
                id: .new(at: now), account: account, profile: profile, from: from, to: end, madeBy: grant.subject.id,
                madeAt: now)
            try tx.insertCareAssignment(assignment)
            grant.log(.careAssigned, assignment.id, about: profile)
            try tx.remember(grant.repetition, made: [assignment.id], at: now)
            return .success(.now(CareView(assignment, at: now)))
        }
    }

    /// Ends an assignment at once. It stays in the list.
    package func end(_ id: CareAssignmentID, by caller: Caller) async throws(Refusal<CareOver>) -> CareAssignment {
        try await tenant.write(.manageCare, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<CareAssignment, CareOver> in
            guard let assignment = try tx.careAssignment(id) else { return .failure(.notFound) }
            guard try tx.endCareAssignment(id, by: grant.subject.id, at: grant.now) else { return .own(CareOver()) }
            grant.log(.careEnded, id, about: assignment.profile)
            return try tx.careAssignment(id).map { .success($0) } ?? .failure(.notFound)
        }
    }
}
