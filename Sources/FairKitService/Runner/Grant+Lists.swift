import FairKitCore
import FairKitStore

extension Grant {
    /// Records a page of a list in one entry with all its patients, so that each patient's record shows the reader.
    /// Patients whom the caller sees only through emergency access get a second entry.
    ///
    /// - Parameter person: the only one whom the list may show. An empty page and a count tell about them, too.
    mutating func logList<Access>(
        _ action: AuditAction, about profiles: [ProfileID?], narrowedTo person: ProfileID? = nil,
        in tx: borrowing Connection<Access>
    ) throws(DatabaseError) {
        let shown = Set(profiles.compactMap(\.self)).union(try readable(person, in: tx))
        try log(action, alwaysShown: [], shown, in: tx)
    }

    /// Records a page of alerts. A patient with an open critical alert is visible without emergency access.
    mutating func logList<Access>(
        of alerts: [Alert], narrowedTo person: ProfileID? = nil, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) {
        let open = Set(alerts.filter(\.isOpenAndCritical).compactMap(\.profileID))
        let others = Set(alerts.filter { !$0.isOpenAndCritical }.compactMap(\.profileID))
            .union(try readable(person, in: tx))
        try log(.alertListed, alwaysShown: open, others.subtracting(open), in: tx)
    }

    /// The person, if the caller may read such records of theirs: of others a list tells nothing.
    private func readable<Access>(
        _ person: ProfileID?, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> Set<ProfileID> {
        guard let person, let action, try tx.profile(person) != nil else { return [] }
        let decision = try tx.decision(
            for: subject, action, about: person, isOpenAndCritical: action == .readAlerts, at: now)
        return decision.ground == nil ? [] : [person]
    }

    /// Records an answer with parts of several lists in one entry.
    /// - Parameter open: the patients with an open critical alert, visible without emergency access.
    mutating func logParts<Access>(
        _ action: AuditAction, about profiles: [ProfileID?], open: [ProfileID?], in tx: borrowing Connection<Access>
    ) throws(DatabaseError) {
        let open = Set(open.compactMap(\.self))
        try log(action, alwaysShown: open, Set(profiles.compactMap(\.self)).subtracting(open), in: tx)
        try logShared(among: profiles, in: tx)
    }

    /// Notes those people of a page whom the caller sees only because they share their results.
    mutating func logShared<Access>(
        among profiles: [ProfileID?], in tx: borrowing Connection<Access>
    ) throws(DatabaseError) {
        guard let action, let account = subject.account else { return }
        for person in try tx.sharing(Set(profiles.compactMap(\.self)), with: account, at: now) {
            let decision = try tx.decision(for: subject, action, about: person, at: now)
            if decision.ground == .share { logShared([person]) }
        }
    }

    private mutating func log<Access>(
        _ audited: AuditAction, alwaysShown: Set<ProfileID>, _ others: Set<ProfileID>,
        in tx: borrowing Connection<Access>
    ) throws(DatabaseError) {
        guard let action else { return }
        let opened = try tx.opened(among: others, to: subject, for: action, at: now)
        let rest = alwaysShown.union(others).subtracting(opened)
        if opened.isEmpty || !rest.isEmpty {
            log(caller.entry(audited, nil, about: nil, showing: rest, at: now))
        }
        guard !opened.isEmpty else { return }
        log(caller.entry(audited, nil, about: nil, showing: opened, breakGlass: true, at: now))
    }
}
