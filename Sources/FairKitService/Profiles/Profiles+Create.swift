package import FairKitCore
import FairKitStore

extension Profiles {
    /// Adds a person.
    /// - Parameter faults: what was found while the details were read; it is refused with what else is wrong.
    /// - Returns: the profile, in its first version; the one that was made before if this came under the same key.
    package func create(
        _ details: ProfileDetails, found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<Never>) -> Made<Profile> {
        var faults = faults
        details.check(&faults, on: tenant.now(), zones: tenant.zones)
        try faults.refuse(for: Never.self)
        return try await tenant.write(.createProfile, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Made<Profile>, Never> in
            let now = grant.now
            switch try tx.made(under: grant.repetition, of: Profile.self, at: now) {
            case .other: return .failure(.idempotency(.reused))
            case .made(let ids, _):
                guard let first = try ids.first.flatMap({ (id) throws(DatabaseError) in try tx.profile(id) }) else {
                    return .failure(.idempotency(.reused))
                }
                // Whoever has made it may have lost the right to see it since.
                let decision = try tx.decision(for: grant.subject, .readProfile, about: first.id, at: now)
                // By a share they see the name only, and in an emergency what is marked.
                guard let ground = decision.ground, [.own, .role, .care].contains(ground) else {
                    return .failure(.forbidden)
                }
                grant.note(.profileRead, first.id, about: first.id)
                return .success(.before(first))
            case .nothing: break
            }
            let profile = Profile(id: .new(at: now), createdAt: now, version: 1, details: details)
            try tx.insert(profile)
            // Whoever adds a person cares for them: they could not go on otherwise.
            if let clinician = grant.subject.clinician {
                let assignment = CareAssignment(
                    id: .new(at: now), account: clinician, profile: profile.id, from: now, to: nil,
                    madeBy: grant.subject.id, madeAt: now)
                try tx.insert(assignment)
                grant.note(.careAssigned, assignment.id, about: profile.id)
            }
            try tx.remember(grant.repetition, made: [profile.id], at: now)
            grant.note(.profileCreated, profile.id, about: profile.id)
            return .success(.now(profile))
        }
    }
}

extension ProfileDetails {
    /// Notes everything that is wrong, at a time; somewhere it may be tomorrow already.
    func check(_ faults: inout Faults, on now: Timestamp, zones: TimeZones) {
        check(&faults, today: now.date().adding(days: 1))
        // A name of another form is no path.
        if !faults.fields.contains(where: { $0.pointer == "/timeZone" }) {
            faults.demand(zones.knows(timeZone), "/timeZone", "an IANA name such as Africa/Nairobi")
        }
    }
}
