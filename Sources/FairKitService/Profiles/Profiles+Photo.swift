package import FairKitCore
import FairKitStore

extension Profiles {
    /// A person's photo in one size, if the caller sees the whole profile.
    package func photo(
        of id: ProfileID, _ size: ProfilePhoto.Size, by caller: Caller
    ) async throws(Refusal<Never>) -> ProfilePhoto {
        try await tenant.read(.readProfile, as: caller, on: .profile(id), isBrief: true) {
            (tx, grant) throws(DatabaseError) -> Outcome<ProfilePhoto, Never> in
            // A person with whom results are shared sees the name only.
            guard grant.ground != .share, let photo = try tx.photo(of: id, size) else { return .failure(.notFound) }
            grant.log(.profileRead, id, about: id)
            return .success(photo)
        }
    }

    /// Sets a person's photo. A confined worker cuts out its middle and encodes it again, without metadata.
    package func setPhoto(
        of id: ProfileID, to file: [UInt8], by caller: Caller
    ) async throws(Refusal<PhotoFailure>) {
        // Nothing is decoded for those who must not change the profile.
        try await tenant.read(.changeProfile, as: caller, on: .profile(id), isBrief: true) {
            (_, _) throws(DatabaseError) -> Outcome<Void, PhotoFailure> in .success(())
        }
        let portrait: (large: [UInt8], small: [UInt8])
        do { portrait = try await tenant.workers.portrait(of: file, of: tenant.store.auditTenant) } catch {
            throw .own(error)
        }
        try await tenant.write(.changeProfile, as: caller, on: .profile(id)) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, PhotoFailure> in
            guard try tx.profile(id) != nil else { return .failure(.notFound) }
            try tx.setPhoto(of: id, large: portrait.large, small: portrait.small, at: grant.now)
            grant.log(.profileChanged, id, about: id)
            return .success(())
        }
    }

    /// Removes a person's photo. Without one nothing changes.
    package func removePhoto(of id: ProfileID, by caller: Caller) async throws(Refusal<Never>) {
        try await tenant.write(.changeProfile, as: caller, on: .profile(id)) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, Never> in
            if try tx.removePhoto(of: id) { grant.log(.profileChanged, id, about: id) }
            return .success(())
        }
    }
}
