import FairKitCore
import FairKitStore
package import KeyRing

/// Why the calendar feed of a team was not opened.
package enum TeamCalendarFailure: Error {
    case key(KeyError)
}

extension Teams {
    /// Opens a private calendar feed of who is on call, for programs that send no key. A former address no longer works.
    ///
    /// - Returns: the feed's secret address, which is shown only once.
    package func openCalendar(of name: String, by caller: Caller) async throws(Refusal<TeamCalendarFailure>) -> String {
        let made: (secret: CalendarSecret, digest: [UInt8])
        do { made = try tenant.store.newSecret(for: CalendarFeed.self) } catch { throw .own(.key(error)) }
        let digest = made.digest
        try await tenant.write(.manageTeams, as: caller) {
            [tenant] (tx, grant) throws(DatabaseError) -> Outcome<Void, TeamCalendarFailure> in
            guard let team = try tx.team(named: name) else { return .failure(.notFound) }
            if let opener = grant.subject.account {
                if let spent = try Tenancy.spend(.device, by: grant, to: opener, of: tenant, in: tx) {
                    return .failure(.overBudget(spent))
                }
                try Contacts.notify(.calendarOpened, of: opener, zones: tenant.zones, at: grant.now, in: tx)
            }
            try tx.openCalendar(of: team.id, digest: digest, by: grant.subject.id, at: grant.now)
            grant.log(.calendarOpened, team.name, about: nil)
            return .success(())
        }
        return tenant.settings.link.calendar(made.secret)
    }

    /// Closes the calendar feed of a team.
    package func closeCalendar(of name: String, by caller: Caller) async throws(Refusal<Never>) {
        try await tenant.write(.manageTeams, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, Never> in
            guard let team = try tx.team(named: name) else { return .failure(.notFound) }
            if try tx.closeCalendar(of: team.id) { grant.log(.calendarClosed, team.name, about: nil) }
            return .success(())
        }
    }
}

extension Timestamp {
    /// The time that calendar feeds show: from a month ago for a year. It begins with the day, so that a feed keeps its
    /// bytes within one.
    var feedTime: Range<Timestamp> {
        startOfDay.advanced(by: .seconds(-31 * 86_400))..<startOfDay.advanced(by: .seconds(366 * 86_400))
    }
}
