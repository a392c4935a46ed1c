package import FairKitCore
import FairKitStore

extension Care {
    /// A page of care assignments in ids, newest first, including ended ones. The audit log records it: that a person
    /// has a clinician is health data.
    package func list(
        of account: AccountID?, to profile: ProfileID?, before cursor: CareAssignmentID?, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<CareView, CareAssignmentID> {
        try await tenant.read(.manageCare, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<CareView, CareAssignmentID>, Never> in
            let page = try tx.careAssignments(of: account, to: profile, before: cursor, limit: limit)
            let now = grant.now
            grant.log(
                caller.entry(.careListed, nil, about: nil, showing: Set(page.items.map(\.profile)), at: now))
            return .success(page.map { CareView($0, at: now) })
        }
    }

    /// One assignment. The audit log records it, too.
    package func show(_ id: CareAssignmentID, by caller: Caller) async throws(Refusal<Never>) -> CareView {
        try await tenant.read(.manageCare, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<CareView, Never> in
            guard let assignment = try tx.careAssignment(id) else { return .failure(.notFound) }
            grant.log(.careListed, id, about: assignment.profile)
            return .success(CareView(assignment, at: grant.now))
        }
    }
}
