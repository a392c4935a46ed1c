import FairKitCore
package import FairKitStore

extension Kits {
    /// Reminds patients to send their samples: once when it is due soon, and once a day when it is overdue, in daytime
    /// where they live (requirement R1.8). A server that was stopped reminds once, not once for each day that it missed.
    ///
    /// - Returns: how many reminders were told.
    package func remind() async throws(DatabaseError) -> Int {
        let (now, passed, zones) = (tenant.now(), tenant.passed(), tenant.zones)
        var (notified, last): (Int, KitID?) = (0, nil)
        while !Task.isCancelled {
            let (page, due) = try await tenant.store.read { [last] (tx) throws(DatabaseError) in
                let page = try tx.kitsToRemind(after: last, at: passed, limit: 100)
                var due: [KitID] = []
                for kit in page where try Kits.reminder(about: kit, zones: zones, at: passed, in: tx) != nil {
                    due.append(kit.id)
                }
                return (page.map(\.id), due)
            }
            guard let end = page.last else { break }
            last = end
            guard !due.isEmpty else { continue }
            notified += try await tenant.store.write { (tx) throws(DatabaseError) in
                var notified = 0
                for id in due where try Kits.remind(of: id, zones: zones, on: passed, at: now, in: tx) { notified += 1 }
                return notified
            }
        }
        return notified
    }

    /// The reminder that is due about a kit, with the patient's day.
    fileprivate static func reminder<Access>(
        about kit: Kit, zones: TimeZones, at now: Timestamp, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> (SampleReminder, on: CalendarDate)? {
        guard let patient = kit.patient, let zone = try tx.profile(patient)?.details.timeZone else { return nil }
        let local = Zone(name: zone, zones: zones).local(now)
        return kit.reminder(at: local, after: try tx.reminders(of: kit.id)).map { ($0, local.date) }
    }

    /// - Parameter passed: the time on whose day it is due.
    /// - Returns: whether the patient was told. One who can't be reached is not.
    fileprivate static func remind(
        of id: KitID, zones: TimeZones, on passed: Timestamp, at now: Timestamp, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Bool {
        guard let kit = try tx.kit(id, in: .all), let patient = kit.patient,
            let (reminder, day) = try reminder(about: kit, zones: zones, at: passed, in: tx)
        else { return false }
        let reminders = try tx.reminders(of: id).adding(reminder, on: day)
        var facts = NoticeFacts()
        facts.kitCode = "\(kit.code)"
        facts.date = kit.sendBy
        facts.count = reminders.sent
        let kind: NoticeKind
        switch reminder {
        case .dueSoon(let left): (kind, facts.days) = (.sampleDueSoon, left)
        case .overdue(let days): (kind, facts.days) = (.sampleOverdue, days)
        }
        guard try Notices.notify(patient, kind, about: id, number: day.daysSince1970, facts, at: now, in: tx) else {
            return false
        }
        try tx.setSampleReminders(reminders, of: id)
        return true
    }
}
