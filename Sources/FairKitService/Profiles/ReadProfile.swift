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

    /// What the caller sees of the person.
    package struct Seen: Sendable {
        package let profile: Profile
        /// Only the name: the person shares results, and nothing else.
        package let isNameOnly: Bool
    }

    package func callAsFunction(_ id: ProfileID, by caller: Caller) async throws(Failure) -> Seen {
        guard caller.subject.may(.readProfile) else { throw .forbidden }
        let (subject, now) = (caller.subject, now())
        do {
            let found = try await store.read { (tx) throws(DatabaseError) -> (profile: Profile, ground: Ground)? in
                let decision = try tx.decision(for: subject, .readProfile, about: id, at: now)
                guard let ground = decision.ground, let profile = try tx.profile(id) else { return nil }
                return (profile, ground)
            }
            if let (profile, ground) = found {
                let entry = caller.entry(
                    .profileRead, id, about: id, breakGlass: ground == .breakGlass, at: now)
                try await store.write { (tx) throws(DatabaseError) in try tx.record(entry) }
                return Seen(profile: profile, isNameOnly: ground == .share)
            }
        } catch { throw .store(error) }
        throw .notFound
    }
}
