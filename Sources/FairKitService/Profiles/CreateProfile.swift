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
        case store(DatabaseError)
    }

    package func callAsFunction(_ details: ProfileDetails, by caller: Caller) async throws(Failure) -> Profile {
        guard caller.subject.role.may(.createProfile) else { throw .forbidden }
        let now = now()
        do { try details.validate(today: now.date().adding(days: 1)) } catch { throw .invalid(error) }
        guard zones.knows(details.timeZone) else {
            throw .invalid(Invalid("/timeZone", "an IANA name such as Africa/Nairobi"))
        }
        let profile = Profile(id: .new(at: now), createdAt: now, version: 1, details: details)
        do {
            try await store.write { (tx) throws(DatabaseError) in
                try tx.insert(profile)
                try tx.record(caller.entry(.profileCreated, profile.id, about: profile.id, at: now))
            }
        } catch { throw .store(error) }
        return profile
    }
}
