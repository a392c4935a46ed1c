package import FairKitCore
import FairKitStore

extension Profiles {
    /// Finds people by exact values, among those whom the caller may see. An administrator sees all; a clinician sees
    /// people in their care and people whose record they opened in an emergency.
    package func search(_ search: ProfileSearch, by caller: Caller) async throws(Refusal<Never>) -> [ProfileView] {
        try await tenant.read(.findProfiles, as: caller, isBrief: true) {
            (tx, grant) throws(DatabaseError) -> Outcome<[ProfileView], Never> in
            var found: [ProfileView] = []
            for id in try tx.profiles(search) where found.count < ProfileSearch.most {
                let decision = try tx.decision(for: grant.subject, .findProfiles, about: id, at: grant.now)
                // A share shows the name only, so no other value may be confirmed by it.
                guard let ground = decision.ground, ground != .share, let profile = try tx.profile(id) else { continue }
                found.append(ProfileView(profile: profile, isNameOnly: false, nextTestDue: nil))
            }
            try grant.logList(.profileSearched, about: found.map(\.profile.id), in: tx)
            return .success(found)
        }
    }

    /// Finds people by parts of names and other values, the best matches first, among those whom the caller may see. Of
    /// people who share results with the caller only the name is searched and shown. See decision 0101.
    package func find(
        _ query: PeopleQuery, after cursor: PeopleCursor?, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> PeoplePage {
        let key = tenant.store.searchKey
        return try await tenant.read(.findProfiles, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<PeoplePage, Never> in
            let found = try tx.people(query, in: grant.subject.peopleScope(at: grant.now), key: key)
            var shown: [(FoundPerson, Ground)] = []
            for person in found.people where shown.count <= limit {
                if let cursor, person <= cursor.last { continue }
                let decision = try tx.decision(for: grant.subject, .findProfiles, about: person.id, at: grant.now)
                if let ground = decision.ground { shown.append((person, ground)) }
            }
            let page = Page(found: shown, limit: limit) { PeopleCursor(after: $0.0) }
            let profiles = try tx.profiles(page.items.map(\.0.id))
            let items = page.items.compactMap { person, ground in
                profiles[person.id].map { ProfileView(profile: $0, isNameOnly: ground == .share, nextTestDue: nil) }
            }
            try grant.logList(.profileSearched, about: items.map(\.profile.id), in: tx)
            return .success(PeoplePage(items: items, next: page.next, incomplete: found.incomplete))
        }
    }
}

/// A page of a search for people.
package struct PeoplePage: Sendable {
    package let items: [ProfileView]
    package let next: PeopleCursor?
    /// Why people may be missing; nil: all who match are found.
    package let incomplete: IncompleteSearch?
}
