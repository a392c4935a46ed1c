package import FairKitCore
package import FairKitStore

/// Adds a person.
package struct CreateProfile: Sendable {
    private let store: Store
    private let zones: TimeZones
    private let now: Now

    package init(store: Store, zones: TimeZones, now: @escaping Now) {
        self.store = store
        self.zones = zones
        self.now = now
    }

    package enum Failure: Error {
        case forbidden
        case invalid(Invalid)
        case idempotency(IdempotencyFailure)
        case store(DatabaseError)
    }

    /// - Returns: the profile, in its first version; the one that was made before if this came under the same key.
    package func callAsFunction(_ details: ProfileDetails, by caller: Caller) async throws(Failure) -> Made<Profile> {
        guard caller.subject.may(.createProfile) else { throw .forbidden }
        let now = now()
        do { try details.validate(on: now, zones: zones) } catch { throw .invalid(error) }
        let profile = Profile(id: .new(at: now), createdAt: now, version: 1, details: details)
        let repetition: Repetition?
        do { repetition = try caller.repetition(in: store) } catch { throw .idempotency(error) }
        let outcome: Result<Made<Profile>, Failure>
        do {
            outcome = try await store.write { (tx) throws(DatabaseError) in
                switch try tx.made(under: repetition, of: Profile.self, at: now) {
                case .other: return .failure(.idempotency(.reused))
                case .made(let ids, _):
                    guard let first = try ids.first.flatMap({ (id) throws(DatabaseError) in try tx.profile(id) }) else {
                        return .failure(.idempotency(.reused))
                    }
                    // Whoever has made it may have lost the right to see it since.
                    let decision = try tx.decision(for: caller.subject, .readProfile, about: first.id, at: now)
                    // By a share they see the name only, and in an emergency what is marked.
                    guard let ground = decision.ground, [.own, .role, .care].contains(ground) else {
                        return .failure(.forbidden)
                    }
                    try tx.record(caller.entry(.profileRead, first.id, about: first.id, at: now))
                    return .success(.before(first))
                case .nothing:
                    try tx.insert(profile)
                    // Whoever adds a person cares for them: they could not go on otherwise.
                    if let clinician = caller.subject.clinician {
                        try tx.assign(
                            CareAssignment(
                                id: .new(at: now), account: clinician, profile: profile.id, from: now, to: nil,
                                madeBy: caller.subject.id, madeAt: now), by: caller, at: now)
                    }
                    try tx.remember(repetition, made: [profile.id], at: now)
                    try tx.record(caller.entry(.profileCreated, profile.id, about: profile.id, at: now))
                    return .success(.now(profile))
                }
            }
        } catch { throw .store(error) }
        return try outcome.get()
    }
}
