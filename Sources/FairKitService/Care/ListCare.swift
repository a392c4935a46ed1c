package import FairKitCore
package import FairKitStore

/// Shows who cares for whom, in ids. That is recorded: that somebody has a clinician says something of them.
package struct ListCare: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    /// An assignment, and whether it is in force.
    package typealias Shown = (assignment: CareAssignment, isInForce: Bool)

    /// A page, the newest first, with those that are over.
    package func callAsFunction(
        of account: AccountID?, to profile: ProfileID?, before cursor: CareAssignmentID?, limit: Int, by caller: Caller
    ) async throws(CareFailure) -> Page<Shown, CareAssignmentID> {
        guard caller.subject.may(.manageCare) else { throw .forbidden }
        let now = now()
        do {
            let page = try await store.read { (tx) throws(DatabaseError) in
                try tx.careAssignments(of: account, to: profile, before: cursor, limit: limit)
            }
            let entry = caller.entry(
                .careListed, nil, about: nil, showing: Set(page.items.map(\.profile)), at: now)
            try await store.write { (tx) throws(DatabaseError) in try tx.record(entry) }
            return Page(items: page.items.map { ($0, $0.holds(at: now)) }, next: page.next)
        } catch { throw .store(error) }
    }
}
