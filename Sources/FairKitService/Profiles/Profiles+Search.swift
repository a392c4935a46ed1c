package import FairKitCore
import FairKitStore

extension Profiles {
    /// Finds people by exact values, among those whom the caller may see. An administrator sees all; a clinician sees
    /// people in their care and people whose record they opened in an emergency.
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
