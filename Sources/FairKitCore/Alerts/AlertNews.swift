/// How a receiver of messages stands to an alert. It decides what they are told. See decision 0125.
package enum AlertReader: Equatable, Sendable {
    /// - Parameter knowsEarlier: whether they were told of the alert that this one follows.
    case patient(knowsEarlier: Bool)
    /// A clinician who has the patient in care, or whose reading the patient consents to.
    case clinician
    /// A clinician who may read every open critical alert, but not this patient's record.
    case clinicianWithoutRecord
    /// A contact point of a team: several people read it, at another company.
    case team
    /// The operator, and accounts that read no results: administrators, laboratories and coordinators.
    case outsider

    package var isPatient: Bool { if case .patient = self { true } else { false } }
}

/// Why an alert follows another one about the same result.
package struct AlertCorrection: Equatable, Sendable {
    /// The laboratory's reason, or the server's.
    package let reason: String?
    /// The level of the alert before; nil: it was withdrawn, or the whole result, so that no level holds.
    package let earlier: Level?

    package init(reason: String?, earlier: Level?) {
        self.reason = reason
        self.earlier = earlier
    }
}

/// The news of a result, as its alert tells it. All messages about an alert take their kind and their facts from here:
/// mail, push, SMS, calls, chats, the history, and the contacts of a claim.
package struct AlertNews: Sendable {
    package let alert: Alert
    /// nil: the kit is not registered.
    package let patient: ProfileDetails?
    /// nil: the alert follows none.
    package let correction: AlertCorrection?
    /// The first alert in the chain of those that follow each other: messages of one chain replace each other on a device.
    package let first: AlertID

    package init(of alert: Alert, patient: ProfileDetails?, correction: AlertCorrection?, first: AlertID) {
        self.alert = alert
        self.patient = patient
        self.correction = correction
        self.first = first
    }

    /// The kind of the message to a reader; nil: they are told nothing.
    package func kind(for reader: AlertReader) -> NoticeKind? {
        guard alert.state == .open else { return nil }
        switch reader {
        case .outsider: return .alertUnreachable
        case .patient(let knowsEarlier): return kindForPatient(knowsEarlier)
        case .clinician, .clinicianWithoutRecord, .team: return kindForStaff
        }
    }

    private func kindForPatient(_ knowsEarlier: Bool) -> NoticeKind? {
        switch alert.rule {
        case .corrected: return alert.isWithdrawn ? .alertWithdrawnPatient : .alertCorrectedPatient
        // A held result is shown to its patient only after a person has verified it.
        case .criticalHigh, .severeLow, .implausibleJump, .genotypeMismatch: if alert.hold != nil { return nil }
        }
        return switch alert.rule {
        case .criticalHigh: alert.changesLevel && knowsEarlier ? .alertCorrectedPatient : .alertPatient
        case .severeLow: .alertLowPatient
        case .implausibleJump, .genotypeMismatch, .corrected: nil
        }
    }

    private var kindForStaff: NoticeKind {
        switch alert.rule {
        case .corrected: alert.isWithdrawn ? .alertWithdrawnStaff : .alertCorrectedStaff
        case .criticalHigh: alert.changesLevel ? .alertCorrectedStaff : .alertStaff
        case .severeLow: .alertLowStaff
        case .implausibleJump, .genotypeMismatch: .alertVerifyStaff
        }
    }

    /// The facts in the message to a reader.
    package func facts(for reader: AlertReader) -> NoticeFacts {
        var facts = NoticeFacts()
        facts.thread = "\(first)"
        facts.isCritical = alert.rule == .criticalHigh
        guard reader != .outsider else { return facts }
        if alert.band != .critical, kind(for: reader)?.priority == .critical { facts.isUrgent = false }
        facts.isUnverified = alert.isUnverified
        guard reader != .team else { return facts }
        facts.resultID = "\(alert.resultID)"
        facts.raisedAt = "\(alert.raisedAt)"
        facts.resultVersion = alert.resultVersion
        // No level of a withdrawn result holds, and a patient does not see a held one.
        if !reader.isPatient || alert.hold == nil { facts.setLevel(of: alert) }
        guard !reader.isPatient else { return facts }
        facts.reason = correction?.reason
        facts.earlierLevel = correction?.earlier.map { NoticeFacts.Level($0) }
        guard reader == .clinician else { return facts }
        facts.patientName = patient?.fullName
        facts.birthDate = patient?.birthDate
        facts.phone = patient?.phone
        return facts
    }
}
