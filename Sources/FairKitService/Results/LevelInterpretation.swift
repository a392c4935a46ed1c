import FairKitCore
import FairKitStore

/// The interpretation of a level, from what is known at the time.
struct LevelInterpretation: Sendable {
    /// nil: there is no level.
    let range: AppliedRange?
    let interpretation: Interpretation
    /// The patient's previous level; nil: there is none, or the patient is unknown.
    let earlier: EarlierLevel?
    /// Why the test date can't be right; nil: it can.
    let dateConflict: DateConflict?
    /// The tenant's factors of an implausible jump.
    let jumps: JumpFactors
    /// Why the patient does not see the level until a person has verified it; nil: it is not suspect, or the tenant
    /// holds no suspect levels.
    let suspicion: ResultHold?
}

extension LevelInterpretation {
    /// Interprets a sample's findings.
    ///
    /// - Parameters:
    ///   - patient: nil: the kit is not registered.
    ///   - kit: nil: the kit is unknown.
    /// - Returns: nil if no range in the table matches its level, and none came with the result.
    static func interpret(
        _ findings: Findings, of result: ResultID, from laboratory: LaboratoryID, owner patient: ProfileID?,
        kit: KitID?, at now: Timestamp, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> LevelInterpretation? {
        let details = try patient.flatMap { (id) throws(DatabaseError) in try tx.profile(id)?.details }
        var conflict = DateConflict(
            of: findings.testDate, today: now.date(), birthDate: details?.birthDate,
            issued: try kit.flatMap { (id) throws(DatabaseError) in try tx.dayOfIssue(of: id) })
        let (settings, known) = (try tx.settings(), details?.knownGenotype)
        let reported = findings.genotype == .unknown ? nil : findings.genotype
        func interpreted(
            _ range: AppliedRange?, _ interpretation: Interpretation, _ earlier: EarlierLevel? = nil
        ) -> LevelInterpretation {
            LevelInterpretation(
                range: range, interpretation: interpretation, earlier: earlier, dateConflict: conflict,
                jumps: settings.jumpFactors,
                suspicion: settings.suspectHold > .zero ? ResultHold(suspect: interpretation) : nil)
        }
        guard let level = findings.level else {
            return interpreted(nil, Interpretation(ofGenotype: reported, known: known))
        }
        var range = try range(for: level.unit, findings, from: laboratory, of: details, on: findings.testDate, in: tx)
        if range == nil {
            // Without a range in force, the first later range decides whether the level is critical.
            range = try firstRange(for: level.unit, findings, from: laboratory, of: details, in: tx)
            conflict = conflict ?? .beforeRanges
        }
        guard let range else { return nil }
        let earlier = try patient.flatMap { (id) throws(DatabaseError) in
            try tx.lastLevel(of: id, until: findings.testDate, except: result)
        }
        var interpretation = Interpretation(
            of: level, in: range, genotype: reported ?? known ?? findings.genotype, known: known,
            earlier: earlier, jumps: settings.jumpFactors)
        if SuspectLevel.isUnitSlip(level, in: range) {
            interpretation = Interpretation(
                flag: interpretation.flag, verify: interpretation.verify + [.unitSuspect])
        }
        return interpreted(range, interpretation, earlier)
    }

    /// Interprets a result again, when more is known: its patient, their age, known genotype or previous level. If
    /// anything changes, the result gets a new version with the reason.
    ///
    /// - Returns: the alerts that it raised, why the test date can't be right for this patient, and why its level is
    ///   suspect.
    static func reinterpret(
        _ result: TestResult, of patient: ProfileID, because reason: String, actor: ActorID, at now: Timestamp,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> (raised: [Alert], conflict: DateConflict?, suspicion: ResultHold?) {
        let (before, findings) = (result.current, result.current.findings)
        // The kit may have been recorded as issued only after its result came, so its issue date says nothing now.
        guard
            let interpreted = try interpret(
                findings, of: result.id, from: result.laboratoryID, owner: patient, kit: nil, at: now, in: tx)
        else { return ([], nil, nil) }
        guard
            !before.isInterpreted(as: interpreted.range)
                || interpreted.interpretation.flag != before.interpretation.flag
                || Set(interpreted.interpretation.verify) != Set(before.interpretation.verify)
        else { return ([], interpreted.dateConflict, interpreted.suspicion) }
        let version = ResultVersion(
            number: before.number + 1, status: before.status, findings: findings, range: interpreted.range,
            interpretation: interpreted.interpretation, reason: reason, recordedAt: now)
        try tx.appendResultVersion(version, to: result.id, keepsVerification: version.keepsVerification(of: before))
        let raised = try raiseAlerts(
            for: version, of: result.id, replacing: before, owner: patient, interpreted, actor: actor, at: now, in: tx)
        return (raised, interpreted.dateConflict, interpreted.suspicion)
    }

    /// The reference range: the laboratory's own if it sent one, else the one in force. The multiple never comes from
    /// the laboratory.
    private static func range(
        for unit: AATUnit, _ findings: Findings, from laboratory: LaboratoryID, of person: ProfileDetails?,
        on day: CalendarDate, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> AppliedRange? {
        let sample = ReferenceRange.Circumstances(
            unit: unit, laboratoryID: laboratory, method: findings.method,
            age: person.map { $0.birthDate.completedYears(on: findings.testDate) }, sex: person?.sex, testDate: day)
        return AppliedRange(to: findings, by: ReferenceRange.inForce(try tx.referenceRanges(for: unit), for: sample))
    }

    /// The first range that came into force after the test, if none was in force on its date.
    private static func firstRange(
        for unit: AATUnit, _ findings: Findings, from laboratory: LaboratoryID, of person: ProfileDetails?,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> AppliedRange? {
        let days = Set(try tx.referenceRanges(for: unit).map(\.validFrom))
        for day in days.sorted() where day > findings.testDate {
            if let range = try range(for: unit, findings, from: laboratory, of: person, on: day, in: tx) {
                return range
            }
        }
        return nil
    }

    /// Whether these versions may be stored: on a full disk only if one is critical. A correction that withdraws a
    /// critical level is as urgent as the level.
    static func admits(_ versions: [ResultVersion], in tx: borrowing WriteTransaction) -> Bool {
        !tx.takesOnlyCritical || versions.contains(where: \.isCritical)
    }

    /// Raises, retracts and settles the alerts for a new version, in the same transaction.
    ///
    /// - Returns: the raised alerts, most urgent first.
    static func raiseAlerts(
        for version: ResultVersion, of result: ResultID, replacing previous: ResultVersion?, owner: ProfileID?,
        _ interpreted: LevelInterpretation, actor: ActorID, at now: Timestamp, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> [Alert] {
        let earlier = interpreted.earlier
        // A new result has no alerts yet.
        let standing = previous == nil ? [] : try tx.standingAlerts(about: result)
        let decision = AlertDecision(
            version: version, previous: previous, standing: standing, earlier: earlier,
            switchedOn: try tx.rulesSwitchedOn(), jumps: interpreted.jumps)
        for alert in decision.retracts { try tx.retract(alert, actor: actor, at: now) }
        for alert in decision.settles {
            try Escalation.settleAndTell(alert, because: .notSuspect, actor: actor, at: now, in: tx)
        }
        var raised: [Alert] = []
        for raise in decision.raises {
            let alert = Alert(
                id: .new(at: now), resultID: result, resultVersion: version.number, rule: raise.rule, band: raise.band,
                level: version.findings.level, range: version.range, raisedAt: now, state: .open,
                follows: raise.follows, profileID: owner, genotype: version.findings.genotype,
                earlier: raise.rule == .implausibleJump ? earlier : nil)
            try tx.raise(
                alert, after: raise.rule == .corrected ? decision.retracts : [], actor: actor)
            raised.append(alert)
        }
        // The most urgent one stands for all that the correction raised.
        if let first = raised.first { try Escalation.notifyCorrection(of: decision.retracts, by: first.id, in: tx) }
        return raised
    }
}

extension AppliedRange {
    /// The laboratory's own range if it sent one, else a row of the table; nil: there is neither.
    ///
    /// - Parameter standard: the row in force.
    init?(to findings: Findings, by standard: ReferenceRange?) {
        if let reported = findings.reportedRange {
            self.init(
                low: reported.low, high: reported.high,
                criticalMultiple: standard?.criticalMultiple ?? ReferenceRange.standardMultiple, source: .reported,
                severeLimit: standard?.severeLimit)
        } else if let standard {
            self.init(
                low: standard.low, high: standard.high, criticalMultiple: standard.criticalMultiple, source: .standard,
                severeLimit: standard.severeLimit, number: standard.number)
        } else {
            return nil
        }
    }
}
