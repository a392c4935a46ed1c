import FairKitCore
import FairKitStore

extension WriteTransaction {
    /// The range to judge by: the laboratory's own if it sent one, else the one in force. The multiple is never the sender's.
    func range(
        for findings: Findings, from laboratory: LaboratoryID, of patient: ProfileID?
    ) throws(DatabaseError) -> AppliedRange? {
        let birthDate = try patient.flatMap { (id) throws(DatabaseError) in try profile(id)?.details.birthDate }
        let standard = ReferenceRange.inForce(
            try referenceRanges(for: findings.level.unit),
            for: ReferenceRange.Circumstances(
                unit: findings.level.unit, laboratoryID: laboratory, method: findings.method,
                age: birthDate.map { $0.completedYears(on: findings.testDate) }, testDate: findings.testDate))
        if let reported = findings.reportedRange {
            return AppliedRange(
                low: reported.low, high: reported.high,
                criticalMultiple: standard?.criticalMultiple ?? ReferenceRange.standardMultiple, source: .reported)
        }
        return standard.map {
            AppliedRange(low: $0.low, high: $0.high, criticalMultiple: $0.criticalMultiple, source: .standard)
        }
    }

    /// Whether there is room for what concerns these versions: on a full disk, if one of them is critical. A correction that takes
    /// a critical value back is as urgent as the value.
    func admits(_ versions: [ResultVersion]) -> Bool {
        !takesOnlyCritical || versions.contains(where: \.isCritical)
    }

    /// Raises and retracts what a new version demands, beside it in the same transaction.
    /// - Returns: the alerts that were raised, the most urgent first.
    func raiseAlerts(
        for version: ResultVersion, of result: ResultID, replacing previous: ResultVersion?, owner: ProfileID?,
        earlier: EarlierLevel?, actor: ActorID, at now: Timestamp
    ) throws(DatabaseError) -> [Alert] {
        let decision = AlertDecision(
            version: version, previous: previous, standing: try standingAlerts(about: result), earlier: earlier,
            switchedOn: try rulesSwitchedOn())
        for alert in decision.retracts { try retract(alert, actor: actor, at: now) }
        var raised: [Alert] = []
        for raise in decision.raises {
            let alert = Alert(
                id: .new(at: now), resultID: result, resultVersion: version.number, rule: raise.rule, band: raise.band,
                level: version.findings.level, range: version.range, raisedAt: now, state: .open,
                follows: raise.follows, profileID: owner, genotype: version.findings.genotype,
                earlier: raise.rule == .implausibleJump ? earlier : nil)
            try self.raise(
                alert, after: raise.rule == .corrected ? decision.retracts : [], actor: actor)
            raised.append(alert)
        }
        return raised
    }

    /// The patient's last level before a result, in force; nil if there is none, or nobody has registered the kit.
    func earlierLevel(
        of patient: ProfileID?, before testDate: CalendarDate, than result: ResultID
    ) throws(DatabaseError) -> EarlierLevel? {
        guard let patient else { return nil }
        return try lastLevel(of: patient, until: testDate, except: result)
    }
}
