package import FairKitCore
package import FairKitStore
package import KeyRing

/// The calendar feeds of a tenant, for clients that have nothing but the secret in the address.
package struct Calendars: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var calendars: Calendars { Calendars(tenant: self) }
}

/// Why a calendar feed was not shown.
package enum CalendarFailure: Error {
    /// The secret is unknown or was replaced, or the account is not active.
    case unknown
    case key(KeyError)
    case store(DatabaseError)
}

extension Calendars {
    /// The calendar whose feed has this secret. A patient's has the days by which samples have to be sent, and of the
    /// next test, and no results. Those of a member of teams and of a team have the times on call.
    package func show(_ secret: CalendarSecret, from origin: Origin) async throws(CalendarFailure) -> CalendarFile {
        let (now, name) = (tenant.now(), tenant.name)
        let digest: [UInt8]
        do { digest = try tenant.store.digest(of: secret) } catch { throw .key(error) }
        let isOfAccount: Bool
        do {
            let (isKnown, file) = try await tenant.store.read { [zones = tenant.zones] (tx) throws(DatabaseError) in
                if try tx.account(ofCalendar: digest) != nil { return (true, CalendarFile?.none) }
                return (false, try tx.teamCalendar(digest, zones: zones, at: now))
            }
            // It has no health data, so that reading it is not recorded.
            if let file { return file }
            isOfAccount = isKnown
        } catch { throw .store(error) }
        // Guessed addresses do not reach the writer.
        guard isOfAccount else { throw .unknown }
        let file: CalendarFile?
        do {
            file = try await tenant.store.write { [zones = tenant.zones] (tx) throws(DatabaseError) in
                guard let id = try tx.account(ofCalendar: digest), let account = try tx.account(id),
                    account.state == .active
                else { return nil }
                let sender = try tx.settings().displayName ?? DisplayName(of: name)
                try tx.record(origin.entry(.calendarRead, id, by: (account, nil), at: now))
                guard let person = account.role.profile else {
                    return try tx.onCallCalendar(of: account, from: sender, zones: zones, at: now)
                }
                return try tx.calendar(of: person, in: account.details.language, from: sender)
            }
        } catch { throw .store(error) }
        guard let file else { throw .unknown }
        return file
    }
}

extension Transaction {
    /// When an account is on call, in all its teams.
    fileprivate func onCallCalendar(
        of account: Account, from sender: DisplayName, zones: TimeZones, at now: Timestamp
    ) throws(DatabaseError) -> CalendarFile {
        var periods: [(Team, [OnCallPeriod])] = []
        for team in try teams(of: account.id) {
            periods.append((team, try feedPeriods(of: team, members(of: team.id), zones: zones, at: now)))
        }
        return CalendarFile(onCall: account.id, periods, in: account.details.language, from: sender, at: now)
    }

    /// - Returns: nil if no team's feed has a secret with this digest.
    fileprivate func teamCalendar(
        _ digest: [UInt8], zones: TimeZones, at now: Timestamp
    ) throws(DatabaseError) -> CalendarFile? {
        guard let (team, opener) = try team(ofCalendar: digest) else { return nil }
        let members = try members(of: team.id)
        let language = try account(AccountID(uuid: opener.uuid))?.details.language
        return CalendarFile(
            of: team, members: members, try feedPeriods(of: team, members, zones: zones, at: now),
            in: language ?? .english, at: now)
    }

    fileprivate func calendar(
        of person: ProfileID, in language: Language, from sender: DisplayName
    ) throws(DatabaseError) -> CalendarFile {
        var events: [CalendarFile.Event] = []
        for kit in try kitsToSend(of: person) {
            guard let day = kit.sendBy, let since = kit.registeredAt else { continue }
            events.append(
                CalendarFile.Event(
                    uid: "\(kit.id)@fairkit", day: day,
                    title: DueEvent.sendSample.title(in: language, from: sender), changedAt: since))
        }
        if let test = try nextTest(of: person) {
            events.append(
                CalendarFile.Event(
                    uid: "next-test-\(person)@fairkit", day: test.dueOn(after: try lastTest(of: person)),
                    title: DueEvent.nextTest.title(in: language, from: sender), changedAt: test.setAt))
        }
        return CalendarFile(name: sender.text, events: events)
    }
}
