import FairKitCore
import FairKitStore

extension Results {
    /// Notifies a patient about the version of a result that they see from now on.
    ///
    /// A critical level is told by its alert. The escalation does so for an alert that was just raised. An alert that was
    /// raised while the result was held, or before its kit was registered, is told here.
    ///
    /// - Parameters:
    ///   - previous: the version that it replaces; nil: none that the patient could see.
    ///   - raised: the alerts that were raised in this transaction.
    static func notifyResult(
        _ id: ResultID, to patient: ProfileID, replacing previous: ResultVersion? = nil, raised: [Alert] = [],
        at now: Timestamp, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) {
        // The patient's scope leaves out results that are held.
        guard let result = try tx.result(id, in: .patient(patient)) else { return }
        try notify(result.current, of: id, to: patient, replacing: previous, raised: raised, at: now, in: tx)
    }

    /// Notifies a patient about the current version of a result that is not held.
    static func notify(
        _ version: ResultVersion, of id: ResultID, to patient: ProfileID, replacing previous: ResultVersion? = nil,
        raised: [Alert], at now: Timestamp, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) {
        if version.isCritical, !version.status.isWithdrawn,
            try notifyAlerts(about: id, to: patient, raised, at: now, in: tx)
        {
            return
        }
        for alert in raised where try Escalation.isNotified(alert.id, to: patient, in: tx) { return }
        try Notices.notify(
            patient, try kind(of: version, of: id, to: patient, replacing: previous, in: tx), about: id,
            number: version.number,
            NoticeFacts(version), at: now, in: tx)
    }

    /// A patient who was never told about a result hears that it is ready, and so does one whose preliminary result
    /// becomes final.
    private static func kind(
        of version: ResultVersion, of id: ResultID, to patient: ProfileID, replacing previous: ResultVersion?,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> NoticeKind {
        let completes = previous?.status == .preliminary && version.status == .final && version.reason == nil
        guard !completes else { return .resultReady }
        if previous != nil { return .resultCorrected }
        return try tx.wasNotified(patient, .resultReady, about: id) ? .resultCorrected : .resultReady
    }

    /// Notifies a patient about the open critical alerts of a result, unless the escalation does, or has done so.
    ///
    /// - Returns: whether there is an open critical alert.
    private static func notifyAlerts(
        about id: ResultID, to patient: ProfileID, _ raised: [Alert], at now: Timestamp,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Bool {
        let open = try tx.standingAlerts(about: id).filter { $0.rule == .criticalHigh && $0.state == .open }
        for alert in open where !raised.contains(where: { $0.id == alert.id }) {
            // A tenant may have decided that a clinician tells patients in person.
            let steps = try tx.steps(of: alert.id).filter { $0.targets.contains(.patient) }
            // A step that is due at this moment tells them.
            guard !steps.isEmpty, try !Escalation.isNotified(alert.id, to: patient, in: tx),
                !steps.contains(where: { $0.state == .waiting && $0.dueAt.map { $0 <= now } ?? false })
            else { continue }
            let news = try Escalation.news(of: alert, in: tx)
            for receiver in try Escalation.readers(for: patient, in: tx) {
                let reader = try Escalation.reader(receiver, of: alert, at: now, in: tx)
                guard let kind = news.kind(for: reader) else { continue }
                try Notices.notify(
                    Notice(
                        to: receiver, kind, about: patient, alert: alert.id, news.facts(for: reader), at: now), in: tx)
            }
        }
        return !open.isEmpty
    }
}

extension NoticeFacts {
    /// The facts of a version of a result. A withdrawn one has no level, and others may have none.
    fileprivate init(_ version: ResultVersion) {
        self.init()
        resultVersion = version.number
        guard !version.status.isWithdrawn else { return }
        level = version.interpreted.map { Level($0.level) }
        range = version.interpreted.map { "\($0.range)" }
        reason = version.reason
    }
}
