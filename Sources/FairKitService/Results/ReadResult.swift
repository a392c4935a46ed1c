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

    private struct Found: Sendable {
        let result: TestResult
        let versions: [ResultVersion]
        let ground: Ground
    }

    package func callAsFunction(
        _ id: ResultID, by caller: Caller
    ) async throws(Failure) -> (result: TestResult, versions: [ResultVersion]) {
        guard caller.subject.may(.readResults) else { throw .forbidden }
        let now = now()
        let (subject, scope) = (caller.subject, caller.subject.resultScope(at: now))
        do {
            let found = try await store.read { (tx) throws(DatabaseError) -> Found? in
                guard let result = try tx.result(id, in: scope) else { return nil }
                let decision = try tx.decision(
                    for: subject, .readResults, about: result.profileID, from: result.laboratoryID, at: now)
                guard let ground = decision.ground else { return nil }
                return Found(result: result, versions: try tx.versions(of: id), ground: ground)
            }
            if let found {
                let entry = caller.entry(
                    .resultRead, id, about: found.result.profileID, breakGlass: found.ground == .breakGlass, at: now)
                try await store.write { (tx) throws(DatabaseError) in try tx.record(entry) }
                return (found.result, found.versions)
            }
        } catch { throw .store(error) }
        throw .notFound
    }
}
