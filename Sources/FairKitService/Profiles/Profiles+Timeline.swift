package import FairKitCore
import FairKitStore

/// One line of a timeline: an event of the person's record, or an access to it.
package enum TimelineLine: Sendable {
    case event(TimelineEntry)
    case access(AccessView)
}

extension Profiles {
    /// A page of what happened to a person, the newest first: their kits, results and alerts; for staff, also what the person was
    /// told; for callers who may read the accesses, also who looked at the record.
    ///
    /// The person sees neither held results nor what staff do among themselves.
    package func timeline(
        of id: ProfileID, after cursor: TimelineCursor?, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<TimelineLine, TimelineCursor> {
        try await tenant.read(.readTimeline, as: caller, on: .profile(id)) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<TimelineLine, TimelineCursor>, Never> in
            let cursor = cursor ?? .start
            let entries = try tx.timeline(of: id, try Profiles.parts(of: id, for: grant, in: tx)).filter {
                cursor.precedes($0)
            }
            let accesses = try Profiles.looks(at: id, after: cursor, limit: limit, for: grant, in: tx)
            grant.log(.timelineRead, id, about: id)
            return .success(TimelineMerge(entries: entries, accesses: accesses).page(after: cursor, limit: limit))
        }
    }

    /// The parts of a person's timeline that the policy lets the caller see.
    fileprivate static func parts<Access>(of id: ProfileID, for grant: Grant, in tx: borrowing Connection<Access>)
        throws(DatabaseError) -> TimelineParts
    {
        let isPatient = grant.subject.role.name == .patient
        var parts = TimelineParts()
        parts.kits = try sees(.readKits, id, grant, in: tx)
        parts.results = try sees(.readResults, id, grant, in: tx)
        parts.alerts = try sees(.readAlerts, id, grant, in: tx)
        parts.heldResults = !isPatient
        parts.notified = !isPatient && grant.subject.role == .clinician
        return parts
    }

    /// A page of who looked at the record; none for a caller who may not read the accesses.
    fileprivate static func looks<Access>(
        at id: ProfileID, after cursor: TimelineCursor, limit: Int, for grant: Grant,
        in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> [(access: AuditCursor, view: AccessView)] {
        guard try sees(.readAccesses, id, grant, in: tx) else { return [] }
        var filter = AuditFilter()
        filter.patient = id
        filter.actions = AuditAction.looking
        filter.hidden = AccessView.hidden(from: grant.subject.role)
        let found = try tx.auditEntries(filter, before: cursor.access, limit: limit + 1).items
        let isPatient = grant.subject.role.name == .patient
        let names = isPatient ? try AuditLog.names(of: found.map(\.entry.actor), in: tx) : ActorNames()
        return found.map { (AuditCursor(number: $0.number), AccessView($0.entry, names)) }
    }

    private static func sees<Access>(
        _ action: Action, _ id: ProfileID, _ grant: Grant, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> Bool {
        guard grant.subject.may(action) else { return false }
        return try tx.decision(for: grant.subject, action, about: id, at: grant.now).ground != nil
    }
}

/// Merges two lists, each in its own order: events by time, accesses by their number in the audit log, since a clock may have
/// been set back.
private struct TimelineMerge {
    let entries: [TimelineEntry]
    let accesses: [(access: AuditCursor, view: AccessView)]

    func page(after cursor: TimelineCursor, limit: Int) -> Page<TimelineLine, TimelineCursor> {
        var (events, looks) = (entries[...], accesses[...])
        var (lines, place): ([TimelineLine], TimelineCursor) = ([], cursor)
        while lines.count < limit {
            switch (events.first, looks.first) {
            case (nil, nil): return Page(items: lines, next: nil)
            case (let event?, let look) where look.map({ $0.view.at <= event.at }) ?? true:
                lines.append(.event(event))
                place = TimelineCursor(at: event.at, key: event.key, access: place.access)
                events.removeFirst()
            case (_, let look?):
                lines.append(.access(look.view))
                place = TimelineCursor(at: place.at, key: place.key, access: look.access)
                looks.removeFirst()
            case (.some, nil): break
            }
        }
        return Page(items: lines, next: events.isEmpty && looks.isEmpty ? nil : place)
    }
}
