package import FairKitCore
import FairKitStore

extension Results {
    /// Records that the patient has read a result in its current version. A later version is unread again.
    package func markRead(
        _ id: ResultID, in language: Language? = nil, by caller: Caller
    ) async throws(Refusal<Never>) -> ResultView {
        try await tenant.write(.markResultsRead, as: caller, on: .result(id)) {
            (tx, grant) throws(DatabaseError) -> Outcome<ResultView, Never> in
            guard let patient = grant.subject.role.profile, try tx.result(id, in: .patient(patient)) != nil else {
                return .failure(.notFound)
            }
            try tx.markResultRead(id, at: grant.now)
            guard let result = try tx.result(id, in: .patient(patient)) else { return .failure(.notFound) }
            grant.log(.resultRead, id, about: patient)
            let view = ResultView(result, for: grant.subject.role)
            return try Results.completed([view], in: language, for: grant, in: tx).first.map { .success($0) }
                ?? .failure(.notFound)
        }
    }
}
