package import FairKitCore
package import FairKitStore

/// Shows a person's profile to who may see it.
package struct ReadProfile: Sendable {
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

    package func callAsFunction(_ id: ProfileID, by caller: Caller) async throws(Failure) -> Profile {
        guard caller.subject.may(.readProfile) else { throw .forbidden }
        guard caller.subject.role.sees(id) else { throw .notFound }
        let now = now()
        let profile: Profile?
        do {
            profile = try await store.read { (tx) throws(DatabaseError) in try tx.profile(id) }
            if profile != nil {
                try await store.write { (tx) throws(DatabaseError) in
                    try tx.record(caller.entry(.profileRead, id, about: id, at: now))
                }
            }
        } catch { throw .store(error) }
        guard let profile else { throw .notFound }
        return profile
    }
}
