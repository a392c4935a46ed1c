import FairKitCore
import FairKitStore
import KeyRing

extension OwnAccount {
    /// Opens a calendar feed of the person's due dates. A former address no longer works.
    ///
    /// - Returns: the feed's secret address, which is shown only once.
    package func openCalendar(by caller: Caller) async throws(Refusal<OwnAccountFailure>) -> String {
        let (id, _) = try person(caller)
        let made: (secret: CalendarSecret, digest: [UInt8])
        do { made = try tenant.store.newSecret(for: CalendarFeed.self) } catch { throw .own(.signIn(.key(error))) }
        let digest = made.digest
        try await tenant.write(nil, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, OwnAccountFailure> in
            // Only a patient has due dates.
            guard grant.subject.role.profile != nil else { return .failure(.forbidden) }
            try tx.openCalendar(of: id, digest: digest, at: grant.now)
            grant.note(.calendarOpened, id, about: grant.subject.role.profile)
            return .success(())
        }
        return tenant.settings.link.calendar(made.secret)
    }

    /// Closes the calendar feed.
    package func closeCalendar(by caller: Caller) async throws(Refusal<OwnAccountFailure>) {
        let (id, _) = try person(caller)
        try await tenant.write(nil, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, OwnAccountFailure> in
            if try tx.closeCalendar(of: id) { grant.note(.calendarClosed, id, about: grant.subject.role.profile) }
            return .success(())
        }
    }
}

extension AccountLink {
    /// The address of a calendar feed; without a public URL, its path.
    fileprivate func calendar(_ secret: CalendarSecret) -> String {
        let query = tenant == .standard ? "" : "?tenant=\(tenant)"
        return "\(publicURL.map { "\($0)" } ?? "")/calendar/\(secret.text).ics\(query)"
    }
}
