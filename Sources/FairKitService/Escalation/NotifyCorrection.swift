import FairKitCore
import FairKitStore

extension Escalation {
    /// Notifies everyone who was told about alerts that another one replaces them, in the words of what happened. The
    /// loop is open again, whether or not they were acknowledged.
    ///
    /// A first step that is due at once tells them in the same words; so it counts as this one, and they are told once.
    ///
    /// - Parameter id: the alert that follows.
    static func notifyCorrection(of retracted: [AlertID], by id: AlertID, in tx: borrowing WriteTransaction)
        throws(DatabaseError)
    {
        guard !retracted.isEmpty, let alert = try tx.alert(id) else { return }
        let news = try news(of: alert, in: tx)
        let ends = try withEarlier(retracted, in: tx)
        let step = try tx.steps(of: id).first.map { $0.plannedAt == alert.raisedAt ? $0.number : 0 } ?? 0
        for earlier in retracted {
            for receiver in try tx.receivers(of: earlier) {
                let isPatient = try isPatient(receiver, in: tx)
                // A patient may have made an account meanwhile.
                let notified =
                    if case .profile(let patient) = receiver { try readers(for: patient, in: tx) } else { [receiver] }
                for receiver in notified {
                    let reader: AlertReader =
                        if isPatient { .patient(knowsEarlier: true) } else {
                            try Escalation.reader(receiver, of: alert, at: alert.raisedAt, in: tx)
                        }
                    // A receiver who was told that an alert waits is told so again if this one waits, too.
                    guard reader != .outsider, let kind = news.kind(for: reader) else { continue }
                    var facts = news.facts(for: reader)
                    facts.ends = ends
                    try Notices.notify(
                        Notice(
                            to: receiver, kind, about: alert.profileID, alert: id, step: step, facts,
                            at: alert.raisedAt), in: tx)
                }
            }
        }
    }

    /// Ends an alert that asked a person to verify a level, and tells those who were told about it.
    static func settleAndTell(
        _ id: AlertID, because reason: AlertSettlement, actor: ActorID, at now: Timestamp,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) {
        guard try tx.settleAlert(id, because: reason, actor: actor, at: now), let alert = try tx.alert(id) else {
            return
        }
        try notifyOthers(of: alert, .alertSettledStaff, by: AccountID(uuid: actor.uuid), at: now, in: tx)
    }

    /// Notifies those who were told about an alert, but for its patient, that they need not act any more.
    /// - Parameter account: the person who ended it, and needs no message.
    static func notifyOthers(
        of alert: Alert, _ kind: NoticeKind = .alertAcknowledgedStaff, by account: AccountID, at now: Timestamp,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) {
        let (news, ends) = (try news(of: alert, in: tx), try withEarlier([alert.id], in: tx))
        for receiver in try tx.receivers(of: alert.id) where receiver != .account(account) {
            guard try !isPatient(receiver, in: tx) else { continue }
            let reader = try Escalation.reader(receiver, of: alert, at: now, in: tx)
            var facts = NoticeFacts()
            facts.thread = "\(news.first)"
            facts.ends = ends
            if reader == .clinician || reader == .clinicianWithoutRecord {
                facts.actorName = try tx.account(account)?.details.name
            }
            if reader == .clinician { facts.patientName = news.facts(for: reader).patientName }
            try Notices.notify(
                Notice(to: receiver, kind, about: alert.profileID, alert: alert.id, facts, at: now), in: tx)
        }
    }

    /// These alerts and those that they follow: the message that ended an earlier one may have been cancelled.
    private static func withEarlier(_ alerts: [AlertID], in tx: borrowing WriteTransaction) throws(DatabaseError)
        -> [String]
    {
        try tx.chain(of: alerts, most: NoticeFacts.mostEnds).map { "\($0)" }
    }

    private static func isPatient(_ receiver: Notice.Receiver, in tx: borrowing WriteTransaction) throws(DatabaseError)
        -> Bool
    {
        switch receiver {
        case .account(let id): try tx.account(id)?.role.name == .patient
        case .profile: true
        case .team, .operatorContact, .address: false
        }
    }
}
