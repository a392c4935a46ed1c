package import FairKitCore
import FairKitStore

extension Results {
    /// A result with all its versions, if the caller may see it.
    package func show(_ id: ResultID, by caller: Caller) async throws(Refusal<Never>) -> ResultView {
        try await tenant.read(.readResults, as: caller, on: .result(id), isBrief: true) {
            (tx, grant) throws(DatabaseError) -> Outcome<ResultView, Never> in
            guard let result = try tx.result(id, in: grant.subject.resultScope(at: grant.now)) else {
                return .failure(.notFound)
            }
            grant.note(.resultRead, id, about: result.profileID)
            return .success(ResultView(result, try tx.versions(of: id), for: grant.subject.role))
        }
    }

    /// A page of results that the caller may see, newest test first.
    ///
    /// A laboratory can't filter by person, since this would reveal whose kits it has. Only a laboratory
    /// can filter by reference, since references are its own.
    package func list(
        _ filter: ResultFilter, after cursor: ResultCursor?, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<ResultView, ResultCursor> {
        try await tenant.read(.readResults, as: caller, isBrief: limit <= 50) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<ResultView, ResultCursor>, Never> in
            let role = grant.subject.role
            guard filter.profileID == nil || role.seesOwnersOfKits, filter.reference == nil || role.laboratory != nil
            else { return .failure(.forbidden) }
            let page = try tx.results(
                filter, in: grant.subject.resultScope(at: grant.now), after: cursor, limit: limit)
            try grant.noteList(.resultListed, about: page.items.map(\.profileID), in: tx)
            return .success(page.map { ResultView($0, for: role) })
        }
    }
}
