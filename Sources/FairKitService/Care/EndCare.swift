package import FairKitCore
package import FairKitStore

/// Ends an assignment at once. That it was stays known.
package struct EndCare: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    package func callAsFunction(
        _ id: CareAssignmentID, by caller: Caller
    ) async throws(CareFailure) -> CareAssignment {
        guard caller.subject.may(.manageCare) else { throw .forbidden }
        let now = now()
        let outcome: Result<CareAssignment, CareFailure>
        do {
            outcome = try await store.write { (tx) throws(DatabaseError) in
                guard let assignment = try tx.careAssignment(id) else { return .failure(.notFound) }
                guard try tx.end(id, by: caller.subject.id, at: now) else { return .failure(.ended) }
                try tx.record(caller.entry(.careEnded, id, about: assignment.profile, at: now))
                return try tx.careAssignment(id).map { .success($0) } ?? .failure(.notFound)
            }
        } catch { throw .store(error) }
        return try outcome.get()
    }
}
