import FairKitCore
import FairKitStore

/// The facts that the runner knows about a caller before a use case starts, and those that the use case adds for the
/// audit log.
struct Grant: Sendable {
    let caller: Caller
    /// The requested action; nil: the caller's own account, in any role.
    let action: Action?
    /// The time of the whole use case.
    private(set) var now: Timestamp
    /// The caller's Idempotency-Key as it is stored; nil: there is none.
    let repetition: Repetition?
    /// The record that the use case is about, as far as the policy needs it; nil: none.
    private(set) var record: Record?
    /// Why the caller may access the record; nil: there is no record.
    private(set) var ground: Ground?
    /// The audit entries that the runner writes in the use case's transaction.
    private(set) var entries: [AuditEntry] = []

    /// The people whose shared records the use case showed.
    private(set) var shared: Set<ProfileID> = []

    init(_ action: Action?, to caller: Caller, repetition: Repetition?, at now: Timestamp) {
        self.action = action
        self.caller = caller
        self.repetition = repetition
        self.now = now
    }

    var subject: Subject { caller.subject }

    /// The same in a transaction that begins now. The clock may have been set, and followed, while the caller waited.
    func at(_ now: Timestamp) -> Grant {
        var grant = self
        grant.now = now
        return grant
    }

    /// Adds an audit entry. Entries that only emergency access allows are marked.
    ///
    /// - Parameters:
    ///   - object: the object of the action.
    ///   - profile: the person whose record it is.
    mutating func log(_ action: AuditAction, _ object: (any CustomStringConvertible)?, about profile: ProfileID?) {
        log(caller.entry(action, object, about: profile, breakGlass: ground == .breakGlass, at: now))
    }

    mutating func log(_ entry: AuditEntry) { entries.append(entry) }

    /// Records that the caller was shown results by a share. The person who shares them is told.
    mutating func logShared(_ profiles: Set<ProfileID>) { shared.formUnion(profiles) }

    /// Writes what the use case noted.
    func settle(in tx: borrowing WriteTransaction, zones: TimeZones) throws(DatabaseError) {
        try [self].settle(in: tx, zones: zones)
    }

    /// Notifies the people whose shared records the use case showed.
    fileprivate func notifyShared(in tx: borrowing WriteTransaction, zones: TimeZones) throws(DatabaseError) {
        guard let account = subject.account else { return }
        for profile in shared {
            guard let share = try tx.share(of: profile, with: account, at: now) else { continue }
            try Shares.notifyOpened(share, by: account, zones: zones, at: now, in: tx)
        }
    }

    /// Asks the policy about a record.
    ///
    /// - Returns: nil if access is allowed; else the caller's error and the audit entry for it.
    mutating func ask<Access>(
        about record: RecordID, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> Denied? {
        guard let action else { return nil }
        let found = try tx.whose(record)
        // For a missing record, the policy is asked as for a stranger's record.
        let decision = try tx.decision(
            for: subject, action, about: found.map(\.profile) ?? .new(at: now), from: found?.laboratory,
            isOpenAndCritical: found?.isOpenAndCritical ?? false, isHeld: found?.isHeld ?? false, alert: record.alert,
            at: now)
        self.record = found
        switch decision {
        case .allowed(let ground):
            self.ground = ground
            return found == nil ? .notFound(nil) : nil
        case .forbidden: return .forbidden(try caller.denial(.forbidden, about: found?.profile, in: tx, at: now))
        // A missing record is recorded as well, without a person, so that the timing does not reveal which it was.
        case .hidden: return .notFound(caller.denial(.missed, about: found?.profile, breakGlass: false))
        }
    }
}

extension [Grant] {
    /// Writes what the use cases of several callers noted, in their order.
    func settle(in tx: borrowing WriteTransaction, zones: TimeZones) throws(DatabaseError) {
        try tx.record(flatMap(\.entries))
        for grant in self { try grant.notifyShared(in: tx, zones: zones) }
    }
}

/// The error for a caller whom the policy refuses, and its audit entry; nil: nothing was hidden.
enum Denied: Sendable {
    case forbidden(Denial)
    case notFound(Denial?)

    var denial: Denial? {
        switch self {
        case .forbidden(let denial): denial
        case .notFound(let denial): denial
        }
    }

    func refusal<Own>() -> Refusal<Own> {
        switch self {
        case .forbidden: .forbidden
        case .notFound: .notFound
        }
    }
}

extension Caller {
    func denial(_ reason: Denial.Reason, about profile: ProfileID?, breakGlass: Bool) -> Denial {
        Denial(
            source: .known(Denial.Requester(id: subject.id, reason: reason, breakGlass: breakGlass)), actor: actor,
            route: route, requestID: requestID, patient: profile)
    }

    /// The same denial, marked if only emergency access opens the record to the caller.
    func denial<Access>(
        _ reason: Denial.Reason, about profile: ProfileID?, in tx: borrowing Connection<Access>, at now: Timestamp
    ) throws(DatabaseError) -> Denial {
        guard let profile else { return denial(reason, about: nil, breakGlass: false) }
        let opened = try tx.opened(among: [profile], to: subject, for: .readProfile, at: now)
        return denial(reason, about: profile, breakGlass: !opened.isEmpty)
    }
}
