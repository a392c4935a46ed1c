import FairKitCore
import FairKitStore
import KeyRing

extension OwnAccount {
    /// Opens a calendar feed: of a patient's due dates, or of the times at which a member of teams is on call. A former
    /// address no longer works.
    ///
    /// - Returns: the feed's secret address, which is shown only once.
    package func openCalendar(by caller: Caller) async throws(Refusal<OwnAccountFailure>) -> String {
        let (id, _) = try person(caller)
        let made: (secret: CalendarSecret, digest: [UInt8])
        do { made = try tenant.store.newSecret(for: CalendarFeed.self) } catch { throw .own(.signIn(.key(error))) }
        let digest = made.digest
        try await tenant.write(nil, as: caller) {
            [tenant] (tx, grant) throws(DatabaseError) -> Outcome<Void, OwnAccountFailure> in
            // Others have no due dates, and are in no team.
            guard grant.subject.role.profile != nil || RoleName.ofTeams.contains(grant.subject.role.name) else {
                return .failure(.forbidden)
            }
            if let spent = try Tenancy.spend(.device, by: grant, to: id, of: tenant, in: tx) {
                return .failure(.overBudget(spent))
            }
            try tx.openCalendar(of: id, digest: digest, at: grant.now)
            try Contacts.notify(.calendarOpened, of: id, zones: tenant.zones, at: grant.now, in: tx)
            grant.log(.calendarOpened, id, about: grant.subject.role.profile)
            return .success(())
        }
        return tenant.settings.link.calendar(made.secret)
    }

    /// Closes the calendar feed.
    package func closeCalendar(by caller: Caller) async throws(Refusal<OwnAccountFailure>) {
        let (id, _) = try person(caller)
        try await tenant.write(nil, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, OwnAccountFailure> in
            if try tx.closeCalendar(of: id) { grant.log(.calendarClosed, id, about: grant.subject.role.profile) }
            return .success(())
        }
    }
}

extension AccountLink {
    /// The address of a calendar feed; without a public URL, its path.
    func calendar(_ secret: CalendarSecret) -> String {
        let query = tenant == .standard ? "" : "?tenant=\(tenant)"
        return "\(publicURL.map { "\($0)" } ?? "")/calendar/\(secret.text).ics\(query)"
    }
}
