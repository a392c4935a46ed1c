package import FairKitCore
package import FairKitStore

/// Lists results, newest test first, as far as the caller may see them.
package struct ListResults: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    package enum Failure: Error {
        case forbidden
        case store(DatabaseError)
    }

    package func callAsFunction(
        _ filter: ResultFilter, after cursor: ResultCursor?, limit: Int, by caller: Caller
    ) async throws(Failure) -> Page<TestResult, ResultCursor> {
        guard caller.subject.may(.readResults) else { throw .forbidden }
        let now = now()
        let scope = caller.subject.resultScope(at: now)
        do {
            let page = try await store.read { (tx) throws(DatabaseError) in
                try tx.results(filter, in: scope, after: cursor, limit: limit)
            }
            try await store.write { (tx) throws(DatabaseError) in
                try tx.recordList(
                    .resultListed, of: .readResults, about: page.items.map(\.profileID), by: caller, at: now)
            }
            return page
        } catch { throw .store(error) }
    }
}
