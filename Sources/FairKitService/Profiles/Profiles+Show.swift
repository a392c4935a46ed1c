package import FairKitCore
import FairKitStore

extension Profiles {
    /// A person's profile, if the caller may see it.
    package func show(_ id: ProfileID, by caller: Caller) async throws(Refusal<Never>) -> ProfileView {
        try await tenant.read(.readProfile, as: caller, on: .profile(id), isBrief: true) {
            (tx, grant) throws(DatabaseError) -> Outcome<ProfileView, Never> in
            guard let profile = try tx.profile(id) else { return .failure(.notFound) }
            grant.note(.profileRead, id, about: id)
            return .success(ProfileView(profile: profile, isNameOnly: grant.ground == .share))
        }
    }
}
