package import FairKitCore
import FairKitStore

/// Another request has changed the profile in the meantime.
package struct VersionMismatch: Error {
    /// The current version.
    package let current: Int
}

extension Profiles {
    /// Changes a profile, if its version is the one that the caller has seen.
    ///
    /// - Parameters:
    ///   - expectedVersions: nil: any version.
    ///   - change: changes the present details, and records faults. It may run twice.
    /// - Returns: the profile as it is now. A change of nothing keeps its version.
    package func change(
        _ id: ProfileID, expectedVersions: Set<Int>?, found faults: Faults = Faults(), by caller: Caller,
        _ change: @escaping @Sendable (Profile, inout Faults) throws(Invalid) -> ProfileDetails
    ) async throws(Refusal<VersionMismatch>) -> Profile {
        let (profile, bands) = try await tenant.write(.changeProfile, as: caller, on: .profile(id)) {
            [tenant]
            (tx, grant) throws(DatabaseError) -> Outcome<(Profile, [Band]), VersionMismatch> in
            guard let profile = try tx.profile(id) else { return .failure(.notFound) }
            if let expectedVersions, !expectedVersions.contains(profile.version) {
                return .own(VersionMismatch(current: profile.version))
            }
            var details: ProfileDetails
            do throws(Invalid) {
                var faults = faults
                details = try change(profile, &faults)
                details.check(&faults, on: grant.now, for: tenant, before: profile.details.phone)
                try faults.refuse()
            } catch { return .failure(.invalid(error)) }
            details.consents = details.consents.dated(after: profile.details.consents, at: grant.now)
            if let fault = try Profiles.fault(of: details.consents, in: tx) { return .failure(.invalid(fault)) }
            guard details.consents == profile.details.consents || grant.subject.may(.changeConsents) else {
                return .failure(.forbidden)
            }
            guard details != profile.details else {
                grant.log(.profileRead, id, about: id)
                return .success((profile, []))
            }
            let changed = try Profiles.update(profile, to: details, &grant, in: tx)
            let before = profile.details
            // Results are interpreted by these details.
            guard
                details.birthDate != before.birthDate || details.sex != before.sex
                    || details.knownGenotype != before.knownGenotype
            else { return .success((changed, [])) }
            return .success(
                (changed, try LevelInterpretation.interpretAll(of: id, actor: grant.subject.id, at: grant.now, in: tx)))
        }
        tenant.waiters.wake(for: bands)
        return profile
    }

    /// Stores changed details. Without the consent to being counted, a person is in no programme.
    static func update(
        _ profile: Profile, to details: ProfileDetails, _ grant: inout Grant, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Profile {
        let (id, before) = (profile.id, profile.details)
        let changed = Profile(
            id: id, createdAt: profile.createdAt, version: profile.version + 1, details: details)
        let left = details.consents.partners ? nil : try tx.membership(of: id)?.programme.id
        try tx.updateProfile(changed, at: grant.now)
        grant.log(details.email == before.email ? .profileChanged : .profileEmailChanged, id, about: id)
        if let left { grant.log(.programmeLeft, left, about: id) }
        return changed
    }
}
