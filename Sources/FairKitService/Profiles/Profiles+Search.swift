package import FairKitCore
import FairKitStore

extension Profiles {
    /// The people whom exact values fit, of those whom the caller may see: an administrator all, a clinician those in their care, and those
    /// whose record they have opened in an emergency.
    package func search(_ search: ProfileSearch, by caller: Caller) async throws(Refusal<Never>) -> [Profile] {
        try await tenant.read(.findProfiles, as: caller, isBrief: true) {
            (tx, grant) throws(DatabaseError) -> Outcome<[Profile], Never> in
            var found: [Profile] = []
            for id in try tx.profiles(search) where found.count < ProfileSearch.most {
                let decision = try tx.decision(for: grant.subject, .findProfiles, about: id, at: grant.now)
                if decision.ground != nil, let profile = try tx.profile(id) { found.append(profile) }
            }
            try grant.noteList(.profileSearched, about: found.map(\.id), in: tx)
            return .success(found)
        }
    }
}
