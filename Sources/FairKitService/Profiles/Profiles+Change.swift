package import FairKitCore
import FairKitStore

/// Somebody has changed it in the meantime.
package struct VersionMismatch: Error {
    /// The version in force.
    package let current: Int
}

extension Profiles {
    /// Changes what a profile says, if it still is the version that the caller has seen.
    /// - Parameter change: makes the new details of the present ones. It may run twice.
    /// - Returns: the profile as it is now; a change of nothing leaves its version.
    package func change(
        _ id: ProfileID, expectedVersion: Int, by caller: Caller,
        _ change: @escaping @Sendable (Profile) throws(Invalid) -> ProfileDetails
    ) async throws(Refusal<VersionMismatch>) -> Profile {
        try await tenant.write(.changeProfile, as: caller, on: .profile(id)) {
            [zones = tenant.zones]
            (tx, grant) throws(DatabaseError) -> Outcome<Profile, VersionMismatch> in
            guard let profile = try tx.profile(id) else { return .failure(.notFound) }
            guard profile.version == expectedVersion else { return .own(VersionMismatch(current: profile.version)) }
            let details: ProfileDetails
            do throws(Invalid) {
                details = try change(profile)
                try details.validate(on: grant.now, zones: zones)
            } catch { return .failure(.invalid(error)) }
            guard details.consents == profile.details.consents || grant.subject.may(.changeConsents) else {
                return .failure(.forbidden)
            }
            guard details != profile.details else {
                grant.note(.profileRead, id, about: id)
                return .success(profile)
            }
            let changed = Profile(
                id: id, createdAt: profile.createdAt, version: profile.version + 1, details: details)
            try tx.update(changed, at: grant.now)
            grant.note(.profileChanged, id, about: id)
            return .success(changed)
        }
    }
}
