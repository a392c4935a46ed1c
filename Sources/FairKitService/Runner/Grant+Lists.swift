import FairKitCore
import FairKitStore

extension Grant {
    /// Notes a page of a list: one entry with all patients on it, so that their record tells who saw them; and another one for those who
    /// are on it only since their record was opened in an emergency.
    mutating func noteList<Access>(
        _ action: AuditAction, about profiles: [ProfileID?], in tx: borrowing Transaction<Access>
    ) throws(DatabaseError) {
        let shown = Set(profiles.compactMap(\.self))
        try note(action, alwaysShown: [], shown, in: tx)
    }

    /// The same of alerts. Whoever is there for one that is open and critical is there without an emergency.
    mutating func noteList<Access>(of alerts: [Alert], in tx: borrowing Transaction<Access>) throws(DatabaseError) {
        let open = Set(alerts.filter(\.isOpenAndCritical).compactMap(\.profileID))
        let others = Set(alerts.filter { !$0.isOpenAndCritical }.compactMap(\.profileID)).subtracting(open)
        try note(.alertListed, alwaysShown: open, others, in: tx)
    }

    private mutating func note<Access>(
        _ audited: AuditAction, alwaysShown: Set<ProfileID>, _ others: Set<ProfileID>,
        in tx: borrowing Transaction<Access>
    ) throws(DatabaseError) {
        guard let action else { return }
        let opened = try tx.opened(among: others, to: subject, for: action, at: now)
        let rest = alwaysShown.union(others).subtracting(opened)
        if opened.isEmpty || !rest.isEmpty {
            note(caller.entry(audited, nil, about: nil, showing: rest, at: now))
        }
        guard !opened.isEmpty else { return }
        note(caller.entry(audited, nil, about: nil, showing: opened, breakGlass: true, at: now))
    }
}
