import FairKitCore
package import FairKitStore

extension Profiles {
    /// Brings the search index up to date, some people in each transaction. It goes on where an earlier process stopped.
    ///
    /// - Parameter batch: how many people one transaction indexes.
    /// - Returns: how many people were indexed.
    package func index(batch: Int = PersonIndexing.batch) async throws(DatabaseError) -> Int {
        let key = tenant.store.searchKey
        var count = 0
        while !Task.isCancelled, !tenant.store.isDiskFull {
            let people = try await tenant.store.read { (tx) throws(DatabaseError) in
                try tx.pendingPeople(limit: batch)
            }
            if people.isEmpty { break }
            // Hashing takes longer than writing, and no other write waits for it here.
            let changes = try PersonIndexing.all(of: people, key: key)
            count += try await tenant.store.write { (tx) throws(DatabaseError) in try tx.index(changes) }
            // A person who changed meanwhile is indexed the next time.
            if people.count < batch { break }
        }
        return count
    }
}
