package import FairKitCore
import FairKitStore

extension Profiles {
    /// Adds a person.
    ///
    /// - Returns: the first version of the profile; the earlier one if the request repeats its Idempotency-Key.
    package func create(
        _ details: ProfileDetails, found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<Never>) -> Creation<Profile> {
        var faults = faults
        details.check(&faults, on: tenant.now(), for: tenant)
        try faults.refuse(for: Never.self)
        return try await tenant.write(.createProfile, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Creation<Profile>, Never> in
            let now = grant.now
            switch try tx.made(under: grant.repetition, of: Profile.self, at: now) {
            case .other: return .failure(.idempotency(.reused))
            case .made(let ids, _):
                guard let first = try ids.first.flatMap({ (id) throws(DatabaseError) in try tx.profile(id) }) else {
                    return .failure(.idempotency(.reused))
                }
                // The creator may have lost the right to see the profile since.
                let decision = try tx.decision(for: grant.subject, .readProfile, about: first.id, at: now)
                // A share shows only the name, and emergency access is marked.
                guard let ground = decision.ground, [.own, .role, .care].contains(ground) else {
                    return .failure(.forbidden)
                }
                grant.log(.profileRead, first.id, about: first.id)
                return .success(.before(first))
            case .nothing: break
            }
            if let fault = try Profiles.fault(of: details.consents, in: tx) { return .failure(.invalid(fault)) }
            let profile = Profile(new: details, at: now)
            try tx.insertProfile(profile)
            // The clinician who adds a person cares for them: otherwise they could not go on.
            if let clinician = grant.subject.clinician {
                let assignment = CareAssignment(
                    id: .new(at: now), account: clinician, profile: profile.id, from: now, to: nil,
                    madeBy: grant.subject.id, madeAt: now)
                try tx.insertCareAssignment(assignment)
                grant.log(.careAssigned, assignment.id, about: profile.id)
            }
            try tx.remember(grant.repetition, made: [profile.id], at: now)
            grant.log(.profileCreated, profile.id, about: profile.id)
            return .success(.now(profile))
        }
    }
}

extension ProfileDetails {
    /// Records all faults at a time. Dates may be up to a day ahead, for other time zones.
    ///
    /// - Parameter phone: the number before; it stays allowed.
    func check(_ faults: inout Faults, on now: Timestamp, for tenant: Tenancy, before phone: String? = nil) {
        let zones = tenant.zones
        if self.phone != phone, tenant.settings.channels.contains(.sms),
            let number = self.phone.flatMap({ PhoneNumber($0) })
        {
            faults.require(tenant.settings.phones.serves(number), "/contact/phone", PhoneCountries.refusal)
        }
        check(&faults, today: now.date().adding(days: 1))
        // A malformed name is never used as a path.
        if !faults.fields.contains(where: { $0.pointer == "/timeZone" }) {
            faults.require(zones.knows(timeZone), "/timeZone", "an IANA name such as Africa/Nairobi")
        }
    }
}
