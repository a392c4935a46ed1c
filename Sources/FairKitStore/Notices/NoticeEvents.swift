package import FairKitCore
package import Relational

// The order in which people were told things, by which streams resume.

extension Connection {
    /// The number of the newest notice event that is kept; 0 if there is none. Later events have higher numbers.
    package func lastNoticeEvent() throws(DatabaseError) -> Int64 {
        try first("SELECT COALESCE(MAX(number), 0) FROM notice_event") { row throws(DatabaseError) in
            try row.value(0)
        } ?? 0
    }

    /// The accounts that were told something after an event, and the number of the last event of each.
    package func accountsNotified(after number: Int64, limit: Int) throws(DatabaseError) -> [(AccountID, Int64)] {
        try all(
            "SELECT account_id, number FROM notice_event WHERE number > \(number) ORDER BY number LIMIT \(limit)"
        ) { row throws(DatabaseError) in (try row.value(0), try row.value(1)) }
    }

    /// The notices that an account got after an event.
    package func noticeEvents(
        of account: AccountID, after number: Int64, limit: Int
    ) throws(DatabaseError) -> [(number: Int64, notice: Notice)] {
        let found = try all(
            """
            SELECT number, notice_id FROM notice_event WHERE account_id = \(account) AND number > \(number)
            ORDER BY number LIMIT \(limit)
            """
        ) { row throws(DatabaseError) in (try row.value(0, as: Int64.self), try row.value(1, as: NoticeID.self)) }
        var events: [(number: Int64, notice: Notice)] = []
        for (number, id) in found {
            if let notice = try notice(id) { events.append((number, notice)) }
        }
        return events
    }
}
