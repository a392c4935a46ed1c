package import FairKitCore
package import FairKitStore

/// Shows a result with all its versions to who may see it.
package struct ReadResult: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    package enum Failure: Error {
        case forbidden
        /// There is none, or it is not the caller's to see.
        case notFound
        case store(DatabaseError)
    }

    package func callAsFunction(
        _ id: ResultID, by caller: Caller
    ) async throws(Failure) -> (result: TestResult, versions: [ResultVersion]) {
        guard caller.subject.may(.readResults) else { throw .forbidden }
        let now = now()
        let scope = caller.subject.role.resultScope
        do {
            let found = try await store.read { (tx) throws(DatabaseError) -> (TestResult, [ResultVersion])? in
                guard let result = try tx.result(id, in: scope) else { return nil }
                return (result, try tx.versions(of: id))
            }
            if let found {
                try await store.write { (tx) throws(DatabaseError) in
                    try tx.record(caller.entry(.resultRead, id, about: found.0.profileID, at: now))
                }
                return found
            }
        } catch { throw .store(error) }
        throw .notFound
    }
}
