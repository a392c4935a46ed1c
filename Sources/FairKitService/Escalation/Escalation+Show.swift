package import FairKitCore
import FairKitStore

/// The escalation of one alert: its steps, whom they would tell now, and what was sent.
package struct AlertEscalation: Sendable {
    package let alert: Alert
    /// Each with whom it would tell now; nil: it has ended.
    package let steps: [(step: AlertStep, wouldTell: [Notice.Receiver]?)]
    package let notices: [(notice: Notice, sends: [NoticeSend])]
    /// The addresses of the patient's profile that do not take messages.
    package let failedContacts: [FailedContact]
    /// Who acknowledged and resolved it.
    package let loop: AlertLoop
    /// nil: the caller may not read the patient's profile.
    package let identity: PatientIdentity?
    /// Until when the caller sees the patient's record because they opened it in an emergency; nil: they did not.
    package let emergencyEnd: Timestamp?
    /// The other alerts of the same result that stand.
    package let twins: [Alert]
    package let contacts: AlertContacts

    package var names: [Notice.Receiver: String] { contacts.names }
}

/// Why the next step of an alert is not due now.
package enum EscalateNowFailure: Error {
    /// The alert has ended, or its band does not escalate.
    case noStep
}

extension Escalation {
    /// Shows whom an alert told, and whom it will tell when: nothing is sent.
    package func show(_ id: AlertID, by caller: Caller) async throws(Refusal<Never>) -> AlertEscalation {
        try await tenant.readCritical(.readEscalation, as: caller, on: .alert(id), lane: .urgent) {
            [zones = tenant.zones] (tx, grant) throws(DatabaseError) -> Outcome<AlertEscalation, Never> in
            guard let alert = try tx.alert(id) else { return .failure(.notFound) }
            return .success(try Escalation.escalation(of: alert, for: grant, zones: zones, in: tx))
        } showing: { (tx, shown, grant) throws(DatabaseError) in
            guard !tx.takesOnlyCritical || shown.alert.band == .critical else { return nil }
            grant.log(.escalationRead, id, about: shown.alert.profileID)
            return shown
        }
    }

    /// Brings the next step of an open alert forward, because an operator does not want to wait for it. A step that is
    /// due already, or must not come sooner, stays as it is.
    package func escalateNow(_ id: AlertID, by caller: Caller) async throws(Refusal<EscalateNowFailure>) {
        try await tenant.write(.operateQueue, as: caller, on: .alert(id), lane: .critical) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, EscalateNowFailure> in
            guard let alert = try tx.alert(id) else { return .failure(.notFound) }
            guard !tx.takesOnlyCritical || alert.band == .critical else { return .failure(.store(.noRoom)) }
            switch try tx.escalateStepNow(of: id, at: grant.now) {
            case .none: return .own(.noStep)
            case .unchanged: break
            case .sooner: grant.log(.escalationHastened, id, about: alert.profileID)
            }
            return .success(())
        }
    }

    /// The policy of a band, and whether it is the default; nil: alerts of this band do not escalate.
    package func policy(
        of band: Band, by caller: Caller
    ) async throws(Refusal<Never>) -> (policy: EscalationPolicy, isDefault: Bool)? {
        try await tenant.read(.readGroups, as: caller) {
            (tx, _) throws(DatabaseError) -> Outcome<(EscalationPolicy, Bool)?, Never> in
            if let policy = try tx.escalationPolicy(for: band) { return .success((policy, false)) }
            return .success(EscalationPolicy.standard(for: band).map { ($0, true) })
        }
    }

    /// Sets the policy of a band, for alerts that are raised from now on.
    ///
    /// - Parameter policy: nil: the default.
    package func set(
        _ policy: EscalationPolicy?, of band: Band, found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<Never>) {
        var faults = faults
        policy?.check(for: band, &faults)
        try faults.refuse(for: Never.self)
        try await tenant.write(.decideAlerts, as: caller) {
            [zones = tenant.zones] (tx, grant) throws(DatabaseError) -> Outcome<Void, Never> in
            if let policy {
                if band == .critical, let last = policy.steps.indices.last,
                    try !Escalation.reachesSomeone(policy.steps[last].targets, at: grant.now, zones: zones, in: tx)
                {
                    return .failure(
                        .invalid(
                            Invalid(
                                "/steps/\(last)/tell",
                                "at least one that reaches a person now: add members to its team, set an operator contact, or invite a clinician or an administrator"
                            )))
                }
            }
            let before = try tx.escalationPolicy(for: band) ?? .standard(for: band)
            let after = policy ?? .standard(for: band)
            if let policy {
                try tx.setEscalationPolicy(policy, for: band, by: grant.subject.id, at: grant.now)
            } else {
                _ = try tx.removeEscalationPolicy(for: band)
            }
            try Grant.logAlerting(
                .policyChanged, "band=\(band.rawValue)", "escalation policy of band \(band.rawValue)",
                from: before?.line, to: after?.line,
                words: { language in
                    let words = language.alerting
                    return (
                        words.title(of: band), words.text(of: before, in: language),
                        words.text(of: after, in: language)
                    )
                }, &grant, in: tx)
            return .success(())
        }
    }

    fileprivate static func escalation(
        of alert: Alert, for grant: Grant, zones: TimeZones, in tx: borrowing ReadTransaction
    ) throws(DatabaseError) -> AlertEscalation {
        let now = grant.now
        var steps: [(AlertStep, [Notice.Receiver]?)] = []
        for step in try tx.steps(of: alert.id) {
            guard step.state == .waiting else {
                steps.append((step, nil))
                continue
            }
            var notified: [Notice.Receiver] = []
            for target in step.targets {
                notified += try receivers(of: target, about: alert, at: now, zones: zones, in: tx)
            }
            steps.append((step, notified))
        }
        var notices: [(Notice, [NoticeSend])] = []
        for notice in try tx.notices(about: alert.id) { notices.append((notice, try tx.sends(of: notice.id))) }
        let failed = try alert.profileID.map { (id) throws(DatabaseError) in try tx.failedContacts(of: id) }
        let loop = try tx.loop(of: alert.id)
        let named =
            try Alerts.named([alert], for: grant, in: tx).first ?? NamedAlert(alert: alert, patientName: nil)
        let emergencyEnd = try alert.profileID.flatMap { (profile) throws(DatabaseError) in
            try Profiles.emergencyEnd(of: profile, for: grant, in: tx)
        }
        return AlertEscalation(
            alert: alert, steps: steps, notices: notices, failedContacts: failed ?? [], loop: loop,
            identity: try Alerts.identity(of: named, in: tx), emergencyEnd: emergencyEnd,
            twins: try tx.standingAlerts(about: alert.resultID).filter { $0.id != alert.id },
            contacts: try contacts(
                of: steps.flatMap { $0.1 ?? [] } + notices.map(\.0.receiver), about: named, loop, in: tx))
    }
}
