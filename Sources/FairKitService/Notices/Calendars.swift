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
    /// The due dates of the person whose feed has this secret: the days by which samples have to be sent, and of the
    /// next test. It has no results.
    package func show(_ secret: CalendarSecret, from origin: Origin) async throws(CalendarFailure) -> CalendarFile {
        let (now, name) = (tenant.now(), tenant.name)
        let digest: [UInt8]
        do { digest = try tenant.store.digest(of: secret) } catch { throw .key(error) }
        let isKnown: Bool
        do {
            isKnown = try await tenant.store.read { (tx) throws(DatabaseError) in
                try tx.account(ofCalendar: digest) != nil
            }
        } catch { throw .store(error) }
        // Guessed addresses do not reach the writer.
        guard isKnown else { throw .unknown }
        let file: CalendarFile?
        do {
            file = try await tenant.store.write { (tx) throws(DatabaseError) in
                guard let id = try tx.account(ofCalendar: digest), let account = try tx.account(id),
                    account.state == .active, let person = account.role.profile
                else { return nil }
                let sender = try tx.settings().displayName ?? DisplayName(of: name)
                try tx.record(origin.entry(.calendarRead, id, by: (account, nil), at: now))
                return try tx.calendar(of: person, in: account.details.language, from: sender)
            }
        } catch { throw .store(error) }
        guard let file else { throw .unknown }
        return file
    }
}

extension Transaction {
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
