package import FairKitCore
import FairKitStore

/// A person of a list.
package struct ListedPerson: Sendable {
    package let profile: Profile
    /// By which relation the caller sees the person; nil: the caller's role sees everyone.
    package let relation: Relation.Kind?
    /// The newest result, if the caller sees one.
    package let latest: ResultView?
    /// How many alerts about the person are open that the caller sees; nil: the caller sees no alerts at all.
    package let openAlerts: Int?
}

extension Profiles {
    /// A page of the people whom the caller sees, the newest profile first: for a clinician those in their care, those
    /// who share results with them, and those whose record they opened in an emergency.
    package func list(
        _ filter: PeopleFilter, before cursor: ProfileCursor?, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<ListedPerson, ProfileCursor> {
        try await tenant.read(.listProfiles, as: caller, isBrief: limit <= 50) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<ListedPerson, ProfileCursor>, Never> in
            let (subject, now) = (grant.subject, grant.now)
            let alerts = subject.may(.readAlerts) ? subject.alertScope(at: now) : .none
            // Without a right to alerts the filter would tell about whom there are some.
            guard !filter.hasOpenAlerts || alerts != .none else { return .failure(.forbidden) }
            let results = subject.may(.readResults) ? subject.resultScope(at: now) : .none
            let found = try tx.listPeople(
                filter, in: subject.peopleScope(at: now), alerts: alerts, before: cursor?.id, limit: limit + 1)
            let page = Page(found: found, limit: limit) { ProfileCursor(id: $0.id) }
            let ids = page.items.map(\.id)
            let profiles = try tx.profiles(ids)
            let latest = results == .none ? [:] : try tx.latestResults(of: ids, in: results)
            let counts = alerts == .none ? nil : try tx.openAlertCounts(of: ids, in: alerts)
            let items = page.items.compactMap { person in
                profiles[person.id].map { profile in
                    ListedPerson(
                        profile: profile, relation: person.relation,
                        latest: latest[person.id].map { ResultView($0, for: subject.role) },
                        openAlerts: counts.map { $0[person.id] ?? 0 })
                }
            }
            try grant.logList(.profileListed, about: ids, in: tx)
            try grant.logShared(among: ids.filter { latest[$0] != nil }, in: tx)
            return .success(Page(items: items, next: page.next))
        }
    }
}
