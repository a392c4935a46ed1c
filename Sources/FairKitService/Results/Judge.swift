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

    /// Raises what a new version demands, beside it in the same transaction.
    /// - Returns: the alert, if one was raised.
    func raiseAlerts(
        for version: ResultVersion, of result: ResultID, replacing previous: ResultVersion?, owner: ProfileID?,
        id: AlertID, by caller: Caller, at now: Timestamp
    ) throws(DatabaseError) -> Alert? {
        let earlier = try standingAlert(about: result)
        let decision = AlertDecision(version: version, previous: previous, standing: earlier?.rule)
        guard case .raise(let rule, let band) = decision else { return nil }
        if let earlier { try retract(earlier.id, actor: caller.subject.keyID, at: now) }
        let alert = Alert(
            id: id, resultID: result, resultVersion: version.number, rule: rule, band: band,
            level: version.findings.level, range: version.range, raisedAt: now, state: .open, follows: earlier?.id,
            profileID: owner)
        try raise(alert, actor: caller.subject.keyID)
        return alert
    }
}
