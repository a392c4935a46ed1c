package import FairKitCore
import FairKitStore

/// Why an alert was not acknowledged.
package enum AcknowledgeFailure: Error {
    /// The read-back differs from the record. It was recorded; the third one brings the next step of the escalation
    /// forward.
    ///
    /// - Parameter parts: the parts that differ; none for a caller who must not learn them.
    case mismatch(parts: [ReadBackPart])
    /// The caller's read-backs of this alert were wrong too often. It was not compared.
    case limited(retryAfter: Duration)
    /// The same, and the caller has to sign in again first.
    case signInAgain
    /// The alert is not open any more.
    case notOpen(AlertState)
}

/// An alert, and what clinicians did about it.
package struct AlertView: Sendable {
    package let alert: Alert
    package let loop: AlertLoop
}

extension Alerts {
    /// Acknowledges one alert by read-back: the server compares the values. Returns after the commit, which ends the
    /// alert's escalation and cancels its unsent notices.
    ///
    /// A repetition by the same clinician answers the same. See decision 0085.
    package func acknowledge(
        _ id: AlertID, _ readBack: ReadBack, found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<AcknowledgeFailure>) -> AlertView {
        let account = try await clinician(caller, about: id, for: AcknowledgeFailure.self)
        var faults = faults
        readBack.check(&faults)
        try faults.refuse(for: AcknowledgeFailure.self)
        return try await tenant.write(.acknowledgeAlert, as: caller, on: .alert(id), lane: .critical) {
            (tx, grant) throws(DatabaseError) -> Outcome<AlertView, AcknowledgeFailure> in
            try Alerts.acknowledge(id, readBack, by: account, &grant, in: tx)
        }
    }

    /// The account of a clinician. API keys are refused, because a named person has to answer for it.
    func clinician<Own>(
        _ caller: Caller, about alert: AlertID, for own: Own.Type
    ) async throws(Refusal<Own>) -> AccountID {
        try await tenant.permit(.acknowledgeAlert, to: caller, on: .alert(alert), for: own)
        guard let account = caller.subject.clinician else {
            throw await tenant.forbidden(to: caller, on: .alert(alert))
        }
        return account
    }

    fileprivate static func acknowledge(
        _ id: AlertID, _ readBack: ReadBack, by account: AccountID, _ grant: inout Grant,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Outcome<AlertView, AcknowledgeFailure> {
        guard var alert = try tx.alert(id), let record = try tx.readBackRecord(of: id) else {
            return .failure(.notFound)
        }
        guard !tx.takesOnlyCritical || alert.band == .critical else { return .failure(.store(.noRoom)) }
        if alert.state != .open {
            let loop = try tx.loop(of: id)
            guard alert.state == .acknowledged, loop.acknowledgement?.account == account else {
                return .own(.notOpen(alert.state))
            }
            grant.log(.alertRead, id, about: alert.profileID)
            return .success(AlertView(alert: alert, loop: loop))
        }
        // Neither is a wrong read-back.
        if record.level != nil, readBack.level == nil {
            return .failure(.invalid(Invalid("/value", "is required: read the level back as it was reported")))
        }
        if record.level == nil, readBack.level != nil {
            return .failure(
                .invalid(
                    Invalid("/value", "leave it and unit out: the laboratory withdrew the level, so none holds")))
        }
        switch try readBackVerdict(of: id, grant, in: tx) {
        case .allowed: break
        case .wait(let time): return .own(.limited(retryAfter: time))
        case .signInAgain: return .own(.signInAgain)
        }
        let differences = record.differences(from: readBack)
        guard differences.isEmpty else {
            try logWrongReadBack(of: id, differences, grant, in: tx)
            grant.log(.alertReadBackFailed, id, about: alert.profileID)
            let isNamed = try seesReadBackParts(of: alert, grant.subject, at: grant.now, in: tx)
            return .own(.mismatch(parts: isNamed ? differences : []))
        }
        let done = Acknowledgement(
            account: account, at: grant.now, reached: readBack.reached, identifiers: readBack.identifiers.names,
            note: readBack.note)
        guard try tx.acknowledge(id, done) else { return .own(.notOpen(alert.state)) }
        try Escalation.notifyOthers(of: alert, by: account, at: grant.now, in: tx)
        grant.log(.alertAcknowledged, id, about: alert.profileID)
        alert.state = .acknowledged
        return .success(AlertView(alert: alert, loop: try tx.loop(of: id)))
    }

    /// Whether the caller may read an alert back now.
    static func readBackVerdict(of alert: AlertID, _ grant: Grant, in tx: borrowing WriteTransaction)
        throws(DatabaseError) -> ReadBackLimit.Verdict
    {
        // An API key never signs in again, so it only waits.
        let signedInAt =
            grant.subject.account == nil
            ? grant.now
            : try grant.subject.session.flatMap { (id) throws(DatabaseError) in try tx.session(id)?.startedAt }
        return try tx.readBackLimit(of: alert, by: grant.subject.id).verdict(signedInAt: signedInAt, at: grant.now)
    }

    /// Records a wrong read-back. The third one brings forward the next step of the alert's escalation.
    static func logWrongReadBack(
        of alert: AlertID, _ parts: [ReadBackPart], _ grant: Grant, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) {
        try tx.logFailedReadBack(of: alert, parts, actor: grant.subject.id, at: grant.now)
        if try tx.failedReadBacks(of: alert).isMultiple(of: Acknowledgement.mostFailures) {
            _ = try tx.escalateStepNow(of: alert, at: grant.now)
        }
    }

    /// Whether a clinician may learn which parts of a read-back differ: they care for the patient, opened the record in
    /// an emergency, or were told of the alert. Anyone else could guess the parts one by one.
    static func seesReadBackParts<Access>(
        of alert: Alert, _ subject: Subject, at now: Timestamp, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> Bool {
        if let account = subject.account, try tx.isInvolved(account, in: alert.id) { return true }
        guard let patient = alert.profileID else { return false }
        switch try tx.decision(for: subject, .readProfile, about: patient, at: now).ground {
        case .care, .breakGlass: return true
        case .own, .role, .share, nil: return false
        }
    }
}
