import FairKitCore
import FairKitStore

extension WriteTransaction {
    /// Tells everyone who was told about alerts that another one replaces them, in the words of what happened. The loop
    /// is open again, whether or not they were acknowledged.
    ///
    /// A first step that is due at once tells them in the same words; so it counts as this one, and they are told once.
    ///
    /// - Parameter id: the alert that follows.
    func notifyCorrection(of retracted: [AlertID], by id: AlertID) throws(DatabaseError) {
        guard !retracted.isEmpty, let alert = try alert(id) else { return }
        let news = try news(of: alert)
        let ends = try withEarlier(retracted)
        let step = try steps(of: id).first.map { $0.plannedAt == alert.raisedAt ? $0.number : 0 } ?? 0
        for earlier in retracted {
            for receiver in try receivers(of: earlier) {
                let isPatient = try isPatient(receiver)
                // A patient may have made an account meanwhile.
                let told = if case .profile(let patient) = receiver { try readers(for: patient) } else { [receiver] }
                for receiver in told {
                    let reader: AlertReader =
                        if isPatient { .patient(knowsEarlier: true) } else {
                            try self.reader(receiver, of: alert, at: alert.raisedAt)
                        }
                    // Who was told that an alert waits is told so again if this one waits, too.
                    guard reader != .outsider, let kind = news.kind(for: reader) else { continue }
                    var facts = news.facts(for: reader)
                    facts.ends = ends
                    try notify(
                        Notice(
                            to: receiver, kind, about: alert.profileID, alert: id, step: step, facts,
                            at: alert.raisedAt))
                }
            }
        }
    }

    /// Ends an alert that asked a person to verify a level, and tells those who were told about it.
    func settleAndTell(
        _ id: AlertID, because reason: AlertSettlement, actor: ActorID, at now: Timestamp
    ) throws(DatabaseError) {
        guard try settle(id, because: reason, actor: actor, at: now), let alert = try alert(id) else { return }
        try notifyOthers(of: alert, .alertSettledStaff, by: AccountID(uuid: actor.uuid), at: now)
    }

    /// Tells those who were told about an alert, but for its patient, that they need not act any more.
    /// - Parameter account: who ended it, and needs no message.
    func notifyOthers(
        of alert: Alert, _ kind: NoticeKind = .alertAcknowledgedStaff, by account: AccountID, at now: Timestamp
    ) throws(DatabaseError) {
        let (news, ends) = (try news(of: alert), try withEarlier([alert.id]))
        for receiver in try receivers(of: alert.id) where receiver != .account(account) {
            guard try !isPatient(receiver) else { continue }
            let reader = try self.reader(receiver, of: alert, at: now)
            var facts = NoticeFacts()
            facts.thread = "\(news.first)"
            facts.ends = ends
            if reader == .clinician || reader == .clinicianWithoutRecord {
                facts.actorName = try self.account(account)?.details.name
            }
            if reader == .clinician { facts.patientName = news.facts(for: reader).patientName }
            try notify(
                Notice(to: receiver, kind, about: alert.profileID, alert: alert.id, facts, at: now))
        }
    }

    /// These alerts and those that they follow: the message that ended an earlier one may have been cancelled.
    private func withEarlier(_ alerts: [AlertID]) throws(DatabaseError) -> [String] {
        try chain(of: alerts, most: NoticeFacts.mostEnds).map { "\($0)" }
    }

    private func isPatient(_ receiver: Notice.Receiver) throws(DatabaseError) -> Bool {
        switch receiver {
        case .account(let id): try account(id)?.role.name == .patient
        case .profile: true
        case .team, .operatorContact: false
        }
    }
}
