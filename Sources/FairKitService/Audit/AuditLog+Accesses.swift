package import FairKitCore
import FairKitStore

/// One access to a person's record, as that person is told of it: nothing of anybody else.
package struct AccessView: Sendable {
    package let at: Timestamp
    package let action: AuditAction
    package let outcome: AuditOutcome
    package let role: RoleName?
    package let key: KeyID?
    package let account: AccountID?
    /// Whether it was allowed only since the record was opened in an emergency.
    package let breakGlass: Bool
    /// Which share it came by, of one without an account.
    package let share: String?
    /// Which of the person's kits, results or alerts it was, of one.
    package let object: String?

    /// What is not told: of a legal hold only administrators know.
    static func hidden(from role: Role) -> [AuditAction] {
        role.name == .administrator ? [] : [.profileHeld, .holdRead, .profileReleased]
    }

    private static let pieces = ["kit.", "result.", "alert."]

    init(_ entry: AuditEntry) {
        at = entry.at
        action = entry.action
        outcome = entry.outcome
        role = entry.actor.role
        key = entry.actor.key
        account = entry.actor.account
        breakGlass = entry.breakGlass
        share = entry.action == .shareOpened ? entry.object : nil
        let isOne = entry.profileID != nil && AccessView.pieces.contains { entry.action.rawValue.hasPrefix($0) }
        object = isOne ? entry.object : nil
    }
}

extension AuditLog {
    /// A page of who has seen or changed a person's record, or was refused it, the newest first. That is recorded, too.
    package func accesses(
        to profile: ProfileID, before cursor: AuditCursor?, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<AccessView, AuditCursor> {
        try await tenant.read(.readAccesses, as: caller, on: .profile(profile)) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<AccessView, AuditCursor>, Never> in
            var filter = AuditFilter()
            filter.patient = profile
            filter.hidden = AccessView.hidden(from: grant.subject.role)
            let page = try tx.auditEntries(filter, before: cursor, limit: limit)
            grant.note(.accessesRead, profile, about: profile)
            return .success(page.map { AccessView($0.entry) })
        }
    }
}
