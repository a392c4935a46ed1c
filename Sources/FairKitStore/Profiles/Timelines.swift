package import FairKitCore
package import Relational

/// The parts of a person's timeline that a caller may see.
package struct TimelineParts: Hashable, Sendable {
    package var kits = false
    package var results = false
    package var heldResults = false
    package var alerts = false
    /// The messages that the person got: for staff.
    package var notified = false

    package init() {}
}

extension Connection {
    /// The events of a person's kits, results and alerts, the newest first. One person has few entries, so all are
    /// read.
    package func timeline(of person: ProfileID, _ parts: TimelineParts) throws(DatabaseError) -> [TimelineEntry] {
        var entries: [TimelineEntry] = []
        if parts.kits { entries += try kitEntries(of: person) }
        if parts.results { entries += try resultEntries(of: person, parts) }
        if parts.alerts { entries += try alertEntries(of: person, parts) }
        if parts.notified { entries += try notificationEntries(of: person) }
        return entries.sorted { ($0.at, $0.key) > ($1.at, $1.key) }
    }

    private func kitEntries(of person: ProfileID) throws(DatabaseError) -> [TimelineEntry] {
        try all(
            """
            SELECT k.id, k.code, e.status, e.at, e.position, \(rights: .kit, from: "k")
            FROM kit k JOIN kit_event e ON e.kit_id = k.id WHERE k.profile_id = \(person)
            """
        ) { row throws(DatabaseError) -> TimelineEntry? in
            guard try row.isAuthentic(.kit, at: 5) else { return nil }
            let (id, position) = (try row.value(0, as: KitID.self), try row.value(4, as: Int64.self))
            return TimelineEntry(
                at: try row.value(3), .kit(id, try row.value(1, sealed: .kitCode, key: 0), try row.value(2)),
                key: "kit \(id) \(position)")
        }.compactMap(\.self)
    }

    private func resultEntries(
        of person: ProfileID, _ parts: TimelineParts
    ) throws(DatabaseError) -> [TimelineEntry] {
        let isVisible: SQL = parts.heldResults ? "1 = 1" : "r.held_for IS NULL"
        let versions = try all(
            """
            SELECT r.id, v.number, v.status, v.recorded_at, v.level, v.unit, v.comparator, v.flag,
                \(rights: .result, from: "r")
            FROM result r JOIN result_version v ON v.result_id = r.id WHERE r.profile_id = \(person) AND \(isVisible)
            """
        ) { row throws(DatabaseError) -> TimelineEntry? in
            guard try row.isAuthentic(.result, at: 8) else { return nil }
            let (id, number) = (try row.value(0, as: ResultID.self), try row.value(1, as: Int.self))
            let status = try row.value(2, as: ResultStatus.self)
            let step: TimelineEntry.ResultStep =
                status.isWithdrawn ? .withdrawn : number == 1 ? .reported : .corrected
            let level = try Level(row: row, from: 4)
            return TimelineEntry(
                at: try row.value(3), .result(id, step, version: number, status, level, try row.value(7)),
                key: "result \(id) \(number)")
        }
        let released = try all(
            """
            SELECT e.object, e.at, e.number FROM audit e
            WHERE e.profile_id = \(person) AND e.action = \(AuditAction.resultReleased) AND e.outcome = 'success'
                AND e.action IN ('profile.email-changed', 'result.released')
            """
        ) { row throws(DatabaseError) -> TimelineEntry? in
            guard let id = ResultID(try row.value(0, as: String.self)) else { return nil }
            return TimelineEntry(
                at: try row.value(1), .released(id), key: "released \(id) \(try row.value(2, as: Int64.self))")
        }
        return (versions + released).compactMap(\.self)
    }

    private func alertEntries(of person: ProfileID, _ parts: TimelineParts) throws(DatabaseError) -> [TimelineEntry] {
        let isVisible: SQL = parts.heldResults ? "1 = 1" : "r.held_for IS NULL"
        let kinds = TimelineEntry.ofAlerts.map { "\($0)" as SQL }.joined(by: ", ")
        return try all(
            """
            SELECT a.id, e.kind, a.band, e.at, e.number, \(rights: .result, from: "r")
            FROM result r JOIN alert a ON a.result_id = r.id
            JOIN alert_event e ON e.alert_id = a.id AND e.delivery IS NULL
            WHERE r.profile_id = \(person) AND \(isVisible) AND e.kind IN (\(kinds))
            """
        ) { row throws(DatabaseError) -> TimelineEntry? in
            guard try row.isAuthentic(.result, at: 5) else { return nil }
            let (id, number) = (try row.value(0, as: AlertID.self), try row.value(4, as: Int64.self))
            return TimelineEntry(
                at: try row.value(3), .alert(id, try row.value(1), try row.value(2)), key: "alert \(id) \(number)")
        }.compactMap(\.self)
    }

    private func notificationEntries(of person: ProfileID) throws(DatabaseError) -> [TimelineEntry] {
        try all("SELECT kind, subject, number, at FROM told WHERE profile_id = \(person)") {
            row throws(DatabaseError) in
            let (kind, subject) = (try row.value(0, as: NoticeKind.self), try row.value(1, as: ID<TimelineEntry>.self))
            return TimelineEntry(
                at: try row.value(3), .notified(kind, about: subject),
                key: "told \(subject) \(kind.rawValue) \(try row.value(2, as: Int64.self))")
        }
    }
}
