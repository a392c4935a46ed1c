import FairKitCore
import FairKitStore

/// What the runner has found out about a caller before the first line of a use case, and what the use case has to be noted by the audit.
struct Grant: Sendable {
    let caller: Caller
    /// What the caller wants to do; nil: something with their own account, whatever their role.
    let action: Action?
    /// The time of the whole use case.
    let now: Timestamp
    /// The caller's Idempotency-Key as it is stored; nil: there is none.
    let repetition: Repetition?
    /// The record that the use case is about, as far as the policy asks about it; nil: it is about none.
    private(set) var record: Record?
    /// Why the caller may do it with that record; nil: the use case is about none.
    private(set) var ground: Ground?
    /// What the runner writes into the audit, in the transaction of the use case.
    private(set) var entries: [AuditEntry] = []

    init(_ action: Action?, to caller: Caller, repetition: Repetition?, at now: Timestamp) {
        self.action = action
        self.caller = caller
        self.repetition = repetition
        self.now = now
    }

    var subject: Subject { caller.subject }

    /// Has the audit note what was done. What the caller sees only in an emergency is marked.
    /// - Parameters:
    ///   - object: what it was done with.
    ///   - profile: whose record that is.
    mutating func note(_ action: AuditAction, _ object: (any CustomStringConvertible)?, about profile: ProfileID?) {
        note(caller.entry(action, object, about: profile, breakGlass: ground == .breakGlass, at: now))
    }

    mutating func note(_ entry: AuditEntry) { entries.append(entry) }

    /// Asks the policy about a record.
    /// - Returns: nil if the caller may do it; else what they are told, and what the audit records of that.
    mutating func ask<Access>(
        about record: RecordID, in tx: borrowing Transaction<Access>
    ) throws(DatabaseError) -> Denied? {
        guard let action else { return nil }
        let found = try tx.whose(record)
        // Of what is not there the policy is asked as if it were somebody's who has nothing to do with the caller.
        let decision = try tx.decision(
            for: subject, action, about: found.map(\.profile) ?? .new(at: now), from: found?.laboratory,
            isOpenAndCritical: found?.isOpenAndCritical ?? false, at: now)
        self.record = found
        switch decision {
        case .allowed(let ground):
            self.ground = ground
            return found == nil ? .notFound(nil) : nil
        case .forbidden: return .forbidden(try caller.denial(.forbidden, about: found?.profile, in: tx, at: now))
        // What is not there is recorded as well, about nobody, so that no time tells which it was.
        case .hidden: return .notFound(caller.denial(.missed, about: found?.profile, breakGlass: false))
        }
    }
}

/// What a caller is told who may not do something, and what the audit records of it; nil: nothing was hidden from the caller.
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

    /// The same, marked if the record is open to the caller in an emergency only.
    func denial<Access>(
        _ reason: Denial.Reason, about profile: ProfileID?, in tx: borrowing Transaction<Access>, at now: Timestamp
    ) throws(DatabaseError) -> Denial {
        guard let profile else { return denial(reason, about: nil, breakGlass: false) }
        let opened = try tx.opened(among: [profile], to: subject, for: .readProfile, at: now)
        return denial(reason, about: profile, breakGlass: !opened.isEmpty)
    }
}
