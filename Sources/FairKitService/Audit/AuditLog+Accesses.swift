package import FairKitCore
import FairKitStore

/// One access to a person's record, as shown to that person. It says nothing about other people.
package struct AccessView: Sendable {
    package let at: Timestamp
    package let action: AuditAction
    package let outcome: AuditOutcome
    package let role: RoleName?
    package let key: KeyID?
    package let account: AccountID?
    /// The name of the account, or else of the API key; nil: the account has none, or is deleted.
    package let name: String?
    /// Whether only break-glass access allowed it.
    package let breakGlass: Bool
    /// The share that an access without an account used.
    package let share: String?
    /// The person's kit, result or alert that was accessed.
    package let object: String?

    /// Actions that are hidden from a role: only administrators know of legal holds.
    static func hidden(from role: Role) -> [AuditAction] {
        role.name == .administrator ? [] : [.profileHeld, .holdRead, .holdsListed, .profileReleased]
    }

    private static let pieces = ["kit.", "result.", "alert."]

    init(_ entry: AuditEntry, _ names: ActorNames) {
        name = names[entry.actor]
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
    /// A page of who saw or changed a person's record, or was refused, newest first. The audit log records this access,
    /// too.
    ///
    /// - Parameter isOthers: without what the caller's own account did.
    package func accesses(
        to profile: ProfileID, isOthers: Bool = false, before cursor: AuditCursor?, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<AccessView, AuditCursor> {
        try await tenant.read(.readAccesses, as: caller, on: .profile(profile)) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<AccessView, AuditCursor>, Never> in
            var filter = AuditFilter()
            filter.patient = profile
            filter.exceptAccount = isOthers ? caller.subject.account : nil
            filter.hidden = AccessView.hidden(from: grant.subject.role)
            let page = try tx.auditEntries(filter, before: cursor, limit: limit)
            grant.log(.accessesRead, profile, about: profile)
            // An administrator sees no person's name, and a patient's account has one.
            let isPatient = grant.subject.role.name == .patient
            let names = isPatient ? try AuditLog.names(of: page.items.map(\.entry.actor), in: tx) : ActorNames()
            return .success(page.map { AccessView($0.entry, names) })
        }
    }
}

/// The names of those who acted: of accounts, and of API keys that acted without one.
struct ActorNames {
    fileprivate(set) var accounts: [AccountID: String] = [:]
    fileprivate(set) var keys: [KeyID: String] = [:]

    /// nil: it has no name.
    subscript(actor: AuditActor) -> String? {
        if let account = actor.account { return accounts[account] }
        return actor.key.flatMap { keys[$0] }
    }
}

extension AuditLog {
    static func names<Access>(of actors: [AuditActor], in tx: borrowing Connection<Access>) throws(DatabaseError)
        -> ActorNames
    {
        var names = ActorNames()
        for id in Set(actors.compactMap(\.account)) { names.accounts[id] = try tx.account(id)?.details.name }
        for id in Set(actors.filter { $0.account == nil }.compactMap(\.key)) { names.keys[id] = try tx.key(id)?.name }
        return names
    }
}
