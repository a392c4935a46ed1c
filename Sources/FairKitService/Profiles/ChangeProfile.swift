package import FairKitCore
package import FairKitStore

/// Changes what a profile says, if it still is the version that the caller has seen.
package struct ChangeProfile: Sendable {
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
        /// There is none, or it is not the caller's to see.
        case notFound
        case invalid(Invalid)
        /// Somebody has changed it in the meantime; the version in force.
        case versionMismatch(current: Int)
        case store(DatabaseError)
    }

    /// - Parameter change: makes the new details of the present ones. It may run twice.
    /// - Returns: the profile as it is now; a change of nothing leaves its version.
    package func callAsFunction(
        _ id: ProfileID, expectedVersion: Int, by caller: Caller,
        _ change: @escaping @Sendable (Profile) throws(Invalid) -> ProfileDetails
    ) async throws(Failure) -> Profile {
        let subject = caller.subject
        guard subject.may(.changeProfile) else { throw .forbidden }
        let now = now()
        let outcome: Result<Profile, Failure>
        do {
            outcome = try await store.write { [zones] (tx) throws(DatabaseError) in
                switch try tx.decision(for: subject, .changeProfile, about: id, at: now) {
                case .allowed: break
                case .forbidden: return .failure(.forbidden)
                case .hidden: return .failure(.notFound)
                }
                guard let profile = try tx.profile(id) else { return .failure(.notFound) }
                guard profile.version == expectedVersion else {
                    return .failure(.versionMismatch(current: profile.version))
                }
                let details: ProfileDetails
                do throws(Invalid) {
                    details = try change(profile)
                    try details.validate(on: now, zones: zones)
                } catch { return .failure(.invalid(error)) }
                guard details.consents == profile.details.consents || subject.may(.changeConsents) else {
                    return .failure(.forbidden)
                }
                guard details != profile.details else {
                    try tx.record(caller.entry(.profileRead, id, about: id, at: now))
                    return .success(profile)
                }
                let changed = Profile(
                    id: id, createdAt: profile.createdAt, version: profile.version + 1, details: details)
                try tx.update(changed)
                try tx.record(caller.entry(.profileChanged, id, about: id, at: now))
                return .success(changed)
            }
        } catch { throw .store(error) }
        return try outcome.get()
    }
}

extension ProfileDetails {
    /// Everything that is wrong, at a time; somewhere it may be tomorrow already.
    func validate(on now: Timestamp, zones: TimeZones) throws(Invalid) {
        try validate(today: now.date().adding(days: 1))
        guard zones.knows(timeZone) else { throw Invalid("/timeZone", "an IANA name such as Africa/Nairobi") }
    }
}
