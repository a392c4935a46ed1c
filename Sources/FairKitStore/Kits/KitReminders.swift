package import FairKitCore
package import Relational

extension Connection {
    /// The reminders about a kit; nil: there was none.
    package func reminders(of kit: KitID) throws(DatabaseError) -> SampleReminders? {
        try first("SELECT sent, overdue, last_on FROM kit_reminder WHERE kit_id = \(kit)") {
            row throws(DatabaseError) in
            SampleReminders(sent: try row.value(0), overdue: try row.value(1), lastOn: try row.value(2))
        }
    }

    /// A page of kits about which a patient may have to be reminded, by their ids. `Kit.reminder(at:after:)` decides, by
    /// the patient's clock.
    ///
    /// - Parameter id: the last kit of the page before; nil: the first page.
    package func kitsToRemind(after id: KitID?, at now: Timestamp, limit: Int) throws(DatabaseError) -> [Kit] {
        let today = now.latestDay
        let later: SQL = if let id { "k.id > \(id)" } else { "1 = 1" }
        let ids = try all(
            """
            SELECT k.id FROM kit k LEFT JOIN kit_reminder r ON r.kit_id = k.id
            WHERE k.status = \(KitStatus.registered) AND k.send_by <= \(today.adding(days: Kit.daysDueSoon))
                AND (r.kit_id IS NULL OR (k.send_by < \(today) AND r.last_on < \(today)
                    AND r.overdue < \(SampleReminders.mostOverdue)))
                AND \(later)
            ORDER BY k.id LIMIT \(limit)
            """
        ) { row throws(DatabaseError) in try row.value(0, as: KitID.self) }
        var kits: [Kit] = []
        for id in ids {
            if let kit = try kit(id, in: .all) { kits.append(kit) }
        }
        return kits
    }
}

extension WriteTransaction {
    package func setSampleReminders(_ reminders: SampleReminders, of kit: KitID) throws(DatabaseError) {
        try run("DELETE FROM kit_reminder WHERE kit_id = \(kit)")
        try run(
            """
            INSERT INTO kit_reminder (kit_id, sent, overdue, last_on)
            VALUES (\(kit), \(reminders.sent), \(reminders.overdue), \(reminders.lastOn))
            """)
    }
}

extension Timestamp {
    /// The day in the easternmost time zone, where each day begins first.
    package var latestDay: CalendarDate { advanced(by: .seconds(14 * 3600)).date() }
}
