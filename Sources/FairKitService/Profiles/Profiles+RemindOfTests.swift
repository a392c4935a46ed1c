import FairKitCore
package import FairKitStore

extension Profiles {
    /// Notifies people that their next test is due: fourteen days before, and on the day, in daytime where they live
    /// (requirements R5.3 and R7.7).
    ///
    /// - Returns: how many people were told.
    package func remindOfTests() async throws(DatabaseError) -> Int {
        let (now, passed, zones) = (tenant.now(), tenant.passed(), tenant.zones)
        var (notified, last): (Int, ProfileID?) = (0, nil)
        while !Task.isCancelled {
            let (end, due) = try await tenant.store.read { [last] (tx) throws(DatabaseError) in
                let page = try tx.peopleWithNextTest(after: last, limit: 100)
                var due: [ProfileID] = []
                for id in page {
                    guard let reminder = try Profiles.reminderOfTest(to: id, zones: zones, at: passed, in: tx),
                        try !tx.wasNotified(id, .nextTestDue, about: id, number: reminder.number)
                    else { continue }
                    due.append(id)
                }
                return (page.last, due)
            }
            guard let end else { break }
            last = end
            guard !due.isEmpty else { continue }
            notified += try await tenant.store.write { (tx) throws(DatabaseError) in
                var notified = 0
                for id in due where try Profiles.remindOfTest(id, zones: zones, on: passed, at: now, in: tx) {
                    notified += 1
                }
                return notified
            }
        }
        return notified
    }

    fileprivate static func reminderOfTest<Access>(
        to id: ProfileID, zones: TimeZones, at now: Timestamp, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> NextTestReminder? {
        guard let zone = try tx.profile(id)?.details.timeZone, let day = try tx.nextTestDue(of: id) else { return nil }
        return NextTestReminder(of: day, at: Zone(name: zone, zones: zones).local(now))
    }

    fileprivate static func remindOfTest(
        _ id: ProfileID, zones: TimeZones, on passed: Timestamp, at now: Timestamp, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Bool {
        guard let reminder = try reminderOfTest(to: id, zones: zones, at: passed, in: tx) else { return false }
        var facts = NoticeFacts()
        facts.days = reminder.days
        // One who is told late is told that it is due.
        if reminder.days > 0 { facts.date = reminder.dueOn }
        return try Notices.notify(id, .nextTestDue, about: id, number: reminder.number, facts, at: now, in: tx)
    }
}
