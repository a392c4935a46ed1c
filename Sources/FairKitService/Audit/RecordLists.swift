import FairKitCore
import FairKitStore

extension WriteTransaction {
    /// One line for a page, with all patients on it, so that their record tells who saw them; and another one for those who are on it
    /// only since their record was opened in an emergency.
    /// - Parameter asked: what the caller wanted to do.
    func recordList(
        _ action: AuditAction, of asked: Action, about profiles: [ProfileID?], by caller: Caller, at now: Timestamp
    ) throws(DatabaseError) {
        let shown = Set(profiles.compactMap(\.self))
        let opened = try opened(among: shown, to: caller.subject, for: asked, at: now)
        if opened.isEmpty || opened != shown {
            try record(caller.entry(action, nil, about: nil, showing: shown.subtracting(opened), at: now))
        }
        guard !opened.isEmpty else { return }
        try record(caller.entry(action, nil, about: nil, showing: opened, breakGlass: true, at: now))
    }

    /// The same of alerts. Whoever is there for one that is open and critical is there without an emergency.
    func recordList(of alerts: [Alert], by caller: Caller, at now: Timestamp) throws(DatabaseError) {
        let open = alerts.filter(\.isOpenAndCritical).compactMap(\.profileID)
        let others = Set(alerts.filter { !$0.isOpenAndCritical }.compactMap(\.profileID)).subtracting(open)
        let opened = try opened(among: others, to: caller.subject, for: .readAlerts, at: now)
        let rest = Set(open).union(others).subtracting(opened)
        if opened.isEmpty || !rest.isEmpty {
            try record(caller.entry(.alertListed, nil, about: nil, showing: rest, at: now))
        }
        guard !opened.isEmpty else { return }
        try record(caller.entry(.alertListed, nil, about: nil, showing: opened, breakGlass: true, at: now))
    }
}
