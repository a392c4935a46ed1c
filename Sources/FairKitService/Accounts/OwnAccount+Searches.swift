package import FairKitCore
import FairKitStore

extension OwnAccount {
    /// The searches that the signed-in person keeps, by name.
    package func searches(by caller: Caller) async throws(Refusal<OwnAccountFailure>) -> [SavedSearch] {
        let (account, _) = try person(caller)
        return try await tenant.read(nil, as: caller) {
            (tx, _) throws(DatabaseError) -> Outcome<[SavedSearch], OwnAccountFailure> in
            .success(try tx.savedSearches(of: account))
        }
    }

    /// One of them, by its name.
    package func search(
        _ name: String, by caller: Caller
    ) async throws(Refusal<OwnAccountFailure>) -> SavedSearch {
        let (account, _) = try person(caller)
        return try await tenant.read(nil, as: caller) {
            (tx, _) throws(DatabaseError) -> Outcome<SavedSearch, OwnAccountFailure> in
            try tx.savedSearch(name, of: account).map { .success($0) } ?? .failure(.notFound)
        }
    }

    /// Keeps a search, in place of one with the same name. The caller has checked its filters.
    package func save(
        _ name: String, _ list: SearchedList, _ filters: [String: String], by caller: Caller
    ) async throws(Refusal<OwnAccountFailure>) -> SavedSearch {
        let (account, _) = try person(caller)
        return try await tenant.write(nil, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<SavedSearch, OwnAccountFailure> in
            let others = try tx.savedSearches(of: account).filter { $0.name != name }
            guard others.count < SavedSearch.most else {
                return .failure(
                    .invalid(Invalid("/name", "the name of a search that you keep: \(SavedSearch.most) are the most")))
            }
            let search = SavedSearch(name: name, list: list, filters: filters, changedAt: grant.now)
            try tx.save(search, of: account)
            grant.log(.searchSaved, account, about: nil)
            return .success(search)
        }
    }

    package func removeSearch(_ name: String, by caller: Caller) async throws(Refusal<OwnAccountFailure>) {
        let (account, _) = try person(caller)
        try await tenant.write(nil, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, OwnAccountFailure> in
            guard try tx.removeSearch(name, of: account) else { return .failure(.notFound) }
            grant.log(.searchRemoved, account, about: nil)
            return .success(())
        }
    }
}
