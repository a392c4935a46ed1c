import FairKitCore
import FairKitStore

extension Grant {
    /// Records a change of what decides whether and whom an alert tells: in the audit log, and to all administrators by
    /// mail, with what it was and what it is. Nothing is recorded if nothing changed.
    ///
    /// Changes without a proof, which one key can send by the thousand, are mailed at most `mostAnHour` times an hour.
    ///
    /// - Parameters:
    ///   - object: the object of the audit entry; the values follow it, unless it says them.
    ///   - before: nil: there was nothing.
    ///   - after: nil: there is nothing any more.
    ///   - words: the same for a reader of the mail; nil: the audit log's values are words.
    static func logAlerting(
        _ action: AuditAction, _ object: String, _ what: String, from before: String?, to after: String?,
        inAudit: Bool = true, words: ((Language) -> (what: String, from: String, to: String))? = nil,
        _ grant: inout Grant, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) {
        let (before, after) = (before ?? "-", after ?? "-")
        guard before != after else { return }
        grant.log(action, inAudit ? "\(object): \(before) -> \(after)" : object, about: nil)
        try mailAdministrators(what, from: before, to: after, words: words, grant, in: tx)
    }

    /// Mails all administrators what a change that they should know of was, and is. The caller records it.
    ///
    /// - Parameters:
    ///   - person: reads it as well; nil: no one else.
    ///   - always: also beyond `mostAnHour`.
    ///   - words: see `logAlerting`.
    static func mailAdministrators(
        _ what: String, from before: String, to after: String, and person: MailRecipient? = nil,
        always: Bool = false, words: ((Language) -> (what: String, from: String, to: String))? = nil, _ grant: Grant,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) {
        let administrators = try tx.addressesOfAdministrators()
        let mails = try tx.mails(.alertingChanged, since: grant.now.advanced(by: .seconds(-3600)))
        guard always || grant.isProved || mails < mostAnHour * administrators.count else { return }
        let name = try Notices.nameInMails(of: grant.subject.id, in: tx)
        let others = [person].compactMap(\.self).filter { person in
            !administrators.contains { $0.address == person.address }
        }
        for address in administrators + others {
            let (what, before, after) = words?(address.language) ?? (what, before, after)
            let facts = """
                changed     \(what)
                before      \(before)
                after       \(after)
                changed by  \(name)
                """
            try tx.insertMail(Notice(.alertingChanged, to: address, lines: facts, at: grant.now))
        }
    }
}

/// So many mails about changes without a proof an administrator gets in an hour; the audit log has the others.
private let mostAnHour = 20

extension Grant {
    /// Whether a person proved their identity for this change, or the operator makes it.
    fileprivate var isProved: Bool { caller.proof != nil || subject.actor == .machine }
}
