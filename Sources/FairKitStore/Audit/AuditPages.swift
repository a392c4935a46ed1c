package import FairKitCore
package import Relational

extension Connection {
    /// Entries in the order of their numbers, with their MACs, for an export.
    package func auditEntries(
        after number: Int64, through end: Int64, from: Timestamp?, to: Timestamp?, limit: Int
    ) throws(DatabaseError) -> [NumberedEntry] {
        var conditions: [SQL] = ["number > \(number)", "number <= \(end)"]
        if let from { conditions.append("at >= \(from)") }
        if let to { conditions.append("at < \(to)") }
        return try numberedEntries("WHERE \(conditions.conjunction) ORDER BY number LIMIT \(limit)")
    }

    /// The last entry's number; 0: there are no entries.
    package func lastAuditNumber() throws(DatabaseError) -> Int64 {
        let last = try first("SELECT number FROM audit ORDER BY number DESC LIMIT 1") { row throws(DatabaseError) in
            try row.value(0, as: Int64.self)
        }
        return last ?? 0
    }

    /// The checkpoints of the entries after one number, up to and including another.
    package func checkpoints(after number: Int64, through end: Int64) throws(DatabaseError) -> [AuditCheckpoint] {
        try checkpoints("number > \(number) AND number <= \(end) ORDER BY position")
    }

    /// The newest entries that match. If no index finds them, the page ends after the last entry that was looked at.
    package func auditEntries(
        _ filter: AuditFilter, before cursor: AuditCursor?, limit: Int, examining most: Int64 = AuditFilter.mostExamined
    ) throws(DatabaseError) -> Page<NumberedEntry, AuditCursor> {
        // With a patient, SQLite has to step through that patient's entries alone, so no index on the number is used.
        var before = cursor?.number ?? .max
        var conditions: [SQL] = []
        var end: Int64?
        if filter.patient == nil {
            let found = try auditNumbers(from: filter.from, to: filter.to)
            before = min(before, found.upperBound)
            var first = found.lowerBound
            if filter.outcome != .denied, !filter.isBreakGlass {
                before = min(before, try lastAuditNumber() + 1)
                if before - most > first { (first, end) = (before - most, before - most) }
            }
            conditions = ["number < \(before)", "number >= \(first)"]
        } else {
            conditions = ["\(.unindexed)number < \(before)"]
        }
        if let from = filter.from { conditions.append("at >= \(from)") }
        if let to = filter.to { conditions.append("at < \(to)") }
        if let actor = filter.actor { conditions.append("(actor = \(actor) OR account = \(actor))") }
        if let account = filter.exceptAccount { conditions.append("(account IS NULL OR account <> \(account))") }
        if filter.omitsServer { conditions.append("(actor IS NOT NULL OR account IS NOT NULL OR address IS NOT NULL)") }
        if let action = filter.action { conditions.append("action = \(action)") }
        if !filter.actions.isEmpty {
            conditions.append("action IN (\(filter.actions.map { "\($0)" as SQL }.joined(by: ", ")))")
        }
        for action in filter.hidden { conditions.append("action <> \(action)") }
        if let outcome = filter.outcome { conditions.append("outcome = \(outcome)") }
        // So that SQLite uses the partial index; with a binding it would not.
        if filter.outcome == .denied { conditions.append("outcome <> 'success'") }
        if filter.isBreakGlass { conditions.append("break_glass IS NOT NULL") }
        if let patient = filter.patient { conditions.append(isAbout(patient)) }
        let found = try numberedEntries("WHERE \(conditions.conjunction) ORDER BY number DESC LIMIT \(limit + 1)")
        let page = Page(found: found, limit: limit) { AuditCursor(number: $0.number) }
        return Page(items: page.items, next: page.next ?? end.map { AuditCursor(number: $0) })
    }

    /// The numbers among which all entries of some time are. Times rise until a clock is set back, so each part of the log
    /// between two of these steps is looked at by itself.
    private func auditNumbers(from: Timestamp?, to: Timestamp?) throws(DatabaseError) -> Range<Int64> {
        let end = try lastAuditNumber() + 1
        guard from != nil || to != nil else { return 1..<max(1, end) }
        let steps = try all("SELECT number FROM audit WHERE sets_back IS NOT NULL ORDER BY number") {
            row throws(DatabaseError) in try row.value(0, as: Int64.self)
        }
        let starts = [1] + steps.filter { $0 > 1 }
        let parts = zip(starts, starts.dropFirst() + [end]).map { $0..<max($0, $1) }
        // Within a part, an entry may be older than the one before it by less than such a step.
        let slack = Duration.seconds(86_400)
        var (first, before) = (Int64(1), end)
        if let from {
            first = end
            for part in parts where first == end {
                let found = try firstAuditNumber(at: from.advanced(by: slack * -1), in: part)
                if found < part.upperBound { first = found }
            }
        }
        if let to {
            before = first
            for part in parts.reversed() where before == first {
                let found = try firstAuditNumber(at: to.advanced(by: slack), in: part)
                if found > part.lowerBound { before = max(first, found) }
            }
        }
        return first..<max(first, before)
    }

    /// The number of the first entry of a part that is not older than a time, found by halves.
    private func firstAuditNumber(at time: Timestamp, in part: Range<Int64>) throws(DatabaseError) -> Int64 {
        var (low, high) = (part.lowerBound, part.upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            let at = try first(
                """
                SELECT at FROM audit WHERE number >= \(middle) AND number < \(part.upperBound) ORDER BY number LIMIT 1
                """
            ) { row throws(DatabaseError) in try row.value(0, as: Timestamp.self) }
            if let at, at < time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The audit log about one patient, oldest first.
    package func auditEntries(about profile: ProfileID) throws(DatabaseError) -> [AuditEntry] {
        try numberedEntries("WHERE \(isAbout(profile)) ORDER BY number").map(\.entry)
    }

    /// An entry of a list is about all patients on it.
    private func isAbout(_ patient: ProfileID) -> SQL { "number IN (\(AuditBlock.entries(about: patient)))" }

    private func numberedEntries(_ rest: SQL) throws(DatabaseError) -> [NumberedEntry] {
        try all(
            """
            SELECT number, mac, at, actor, role, account, session, address, action, outcome, object, profile_id,
                request_id, times, break_glass, patients
            FROM audit \(rest)
            """
        ) { row throws(DatabaseError) in
            let actor = AuditActor(
                key: try row.value(3), role: try row.value(4), account: try row.value(5), session: try row.value(6),
                address: try row.value(7, sealed: .auditAddress, key: 0))
            let patients = try row.value(15, as: [UInt8]?.self)?.ids.compactMap(ProfileID.init(sixteen:)) ?? []
            return NumberedEntry(
                number: try row.value(0), mac: try row.value(1),
                entry: AuditEntry(
                    at: try row.value(2), actor: actor, action: try row.value(8), outcome: try row.value(9),
                    object: try row.value(10), profileID: try row.value(11),
                    patients: Set(patients), requestID: try row.value(12),
                    times: try row.value(13), breakGlass: try row.value(14, as: Bool?.self) ?? false))
        }
    }
}
