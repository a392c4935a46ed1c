package import FairKitCore
import FairKitStore

/// A correction of a result; nil keeps a value.
package struct ResultCorrection: Sendable {
    /// The reason; nil: a preliminary result becomes final.
    package private(set) var reason: String?
    package let status: ResultStatus
    package private(set) var testDate: CalendarDate?
    package let level: Level?
    /// Whether no level holds any more, though the result stays: its genotype, its phenotype.
    package let withdrawsLevel: Bool
    package private(set) var genotype: Genotype?
    package private(set) var phenotype: Phenotype?
    package private(set) var method: String?
    package private(set) var range: ReportedRange?
    package private(set) var sample: SampleFacts
    package private(set) var interpretation: String?
    /// The versions that the laboratory has seen; nil: unchecked.
    package let expectedVersions: Set<Int>?
    /// The values that were sent where the parser found a fault, by pointer.
    package let sent: [String: String]
    /// The conflicts that are kept aside, if they make the level critical.
    fileprivate var conflicts: [DetailConflict] = []

    package init(
        reason: String?, status: ResultStatus, testDate: CalendarDate?, level: Level?, withdrawsLevel: Bool = false,
        genotype: Genotype?, phenotype: Phenotype? = nil, method: String?, range: ReportedRange?,
        sample: SampleFacts = SampleFacts(), interpretation: String? = nil, expectedVersions: Set<Int>?,
        sent: [String: String] = [:]
    ) {
        self.reason = reason
        self.status = status
        self.testDate = testDate
        self.level = level
        self.withdrawsLevel = withdrawsLevel
        self.genotype = genotype
        self.phenotype = phenotype
        self.method = method
        self.range = range
        self.sample = sample
        self.interpretation = interpretation
        self.expectedVersions = expectedVersions
        self.sent = sent
    }
}

/// What a correction would do.
package struct CorrectionEffect: Equatable, Sendable {
    /// nil: no level would be left.
    package let flag: AbnormalFlag?
    /// nil: the result would not be held.
    package let hold: ResultHold?
    package let raisesAlert: Bool
    /// Whether an alert that it raises calls people.
    package let callsPeople: Bool
}

/// Why a result was not corrected.
package enum CorrectResultFailure: Error {
    case rangeRequired
    /// The result was corrected in the meantime; with its current version.
    case versionMismatch(current: Int)
    /// The result was cancelled or entered in error, which is final.
    case withdrawn
}

extension Results {
    /// Adds a version to a result, and raises or retracts alerts. Earlier versions stay readable.
    ///
    /// - Returns: the result in its new version; the earlier one if the request repeats its Idempotency-Key.
    package func correct(
        _ id: ResultID, _ correction: ResultCorrection, found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<CorrectResultFailure>) -> Creation<ResultView> {
        let correction = try correction.checked(faults, at: tenant.now())
        let (made, raised) = try await tenant.write(.correctResult, as: caller, on: .result(id), lane: .critical) {
            (tx, grant) throws(DatabaseError) -> Outcome<(Creation<TestResult>, [Band]), CorrectResultFailure> in
            try Results.correct(id, correction, &grant, in: tx)
        }
        let view = ResultView(made.value, for: caller.subject.role)
        guard !made.isRepeated else { return .before(view) }
        tenant.resultMetrics.recorded(made.value.current)
        tenant.waiters.wake(for: raised)
        return .now(view)
    }

    /// What a correction would do, as far as it depends on the laboratory's own results: neither on the patient nor on
    /// results of others. Nothing is kept but the audit entry.
    package func rehearse(
        _ id: ResultID, _ correction: ResultCorrection, found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<CorrectResultFailure>) -> CorrectionEffect {
        let correction = try correction.checked(faults, at: tenant.now())
        return try await tenant.write(.correctResult, as: caller, on: .result(id)) {
            (tx, grant) throws(DatabaseError) -> Outcome<CorrectionEffect, CorrectResultFailure> in
            var rehearsed = grant
            let outcome = try tx.rehearse { (tx) throws(DatabaseError) in
                try Results.correct(id, correction, isRehearsal: true, &rehearsed, in: tx)
            }
            grant.log(.resultRehearsed, id, about: grant.record?.profile)
            var callsPeople = false
            if case .success(let done) = outcome { callsPeople = try tx.calls(done.1) }
            return outcome.map { made, raised in
                let result = made.value
                return CorrectionEffect(
                    flag: result.current.interpretation.flag, hold: result.hold, raisesAlert: !raised.isEmpty,
                    callsPeople: callsPeople)
            }
        }
    }

    fileprivate static func correct(
        _ id: ResultID, _ correction: ResultCorrection, isRehearsal: Bool = false, _ grant: inout Grant,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Outcome<(Creation<TestResult>, [Band]), CorrectResultFailure> {
        guard case .laboratory(let laboratory) = grant.subject.role,
            let result = try tx.result(id, in: .laboratory(laboratory))
        else { return .failure(.notFound) }
        let (now, owner) = (grant.now, isRehearsal ? nil : result.profileID)
        switch try tx.made(under: grant.repetition, of: TestResult.self, at: now) {
        case .nothing: break
        case .other: return .failure(.idempotency(.reused))
        case .made(_, let version):
            guard LevelInterpretation.admits(try tx.versions(of: id), in: tx) else { return .failure(.store(.noRoom)) }
            grant.log(.resultRead, id, about: result.profileID)
            let made = try tx.result(id, version: version ?? result.current.number, in: .laboratory(laboratory))
            return .success((.before(made ?? result), []))
        }
        if let expected = correction.expectedVersions, !expected.contains(result.current.number) {
            return .own(.versionMismatch(current: result.current.number))
        }
        if result.current.status.isWithdrawn { return .own(.withdrawn) }
        var correction = correction
        if result.current.status != .preliminary { correction.demandReason() }
        let findings = result.current.findings.changed(by: correction)
        if let missing = findings.missing { return .failure(.invalid(missing)) }
        guard
            let interpreted = try LevelInterpretation.interpret(
                findings, of: id, from: laboratory, owner: owner, kit: try tx.kit(result.kitCode)?.id,
                at: now, in: tx)
        else {
            return correction.conflicts.isEmpty ? .own(.rangeRequired) : .failure(.invalid(correction.refusal))
        }
        // A critical level is never refused for what came with it.
        let isCritical = interpreted.interpretation.flag == .criticallyHigh
        if !correction.conflicts.isEmpty, correction.level == nil || !isCritical {
            return .failure(.invalid(correction.refusal))
        }
        // An unchanged date is not checked again, and a critical level is never refused.
        let isAsked = correction.testDate != nil || interpreted.dateConflict == .beforeRanges
        let conflict = isAsked ? interpreted.dateConflict : nil
        if let conflict, !isCritical {
            return .failure(.invalid(Invalid("/testDate", conflict.sentence)))
        }
        let version = ResultVersion(
            number: result.current.number + 1, status: correction.status, findings: findings,
            range: interpreted.range, interpretation: interpreted.interpretation, reason: correction.reason,
            recordedAt: now)
        guard LevelInterpretation.admits([version, result.current], in: tx) else { return .failure(.store(.noRoom)) }
        try tx.appendResultVersion(version, to: id, keepsVerification: version.keepsVerification(of: result.current))
        var isShown = false
        let details: ResultHold? = correction.conflicts.isEmpty ? nil : .detailsInConflict
        if let hold = version.hold(of: result, conflict: conflict?.hold ?? details, suspicion: interpreted.suspicion) {
            isShown = try LevelInterpretation.change(hold.now, of: result, actor: grant.subject.id, at: now, in: tx)
        }
        let raised = try LevelInterpretation.raiseAlerts(
            for: version, of: id, replacing: result.current, owner: owner, interpreted,
            actor: grant.subject.id, at: now, in: tx)
        var bands = raised.map(\.band)
        if isShown, !isRehearsal {
            bands += try LevelInterpretation.redeliverAlerts(
                about: id, except: raised, actor: grant.subject.id, at: now, in: tx)
        }
        if let patient = owner {
            // A version that replaces a held one is the first that the patient sees.
            let seen = result.hold == nil ? result.current : nil
            try notifyResult(id, to: patient, replacing: seen, raised: raised, at: now, in: tx)
            bands += try LevelInterpretation.reinterpretSuccessor(
                of: id, of: patient, actor: grant.subject.id, at: now, in: tx)
        }
        try tx.remember(grant.repetition, made: [id], version: version.number, at: now)
        grant.log(.resultCorrected, id, about: result.profileID)
        return try tx.result(id, in: .laboratory(laboratory)).map { .success((.now($0), bands)) }
            ?? .failure(.notFound)
    }
}

extension ResultCorrection {
    /// The members without which FairKit can't know what is corrected to what.
    private static let needed = ["/status", "/level", "/withdrawLevel"]
    private static let noReason = "is required: only a preliminary result becomes final without one"

    /// The correction, if all that is needed is valid; what is in conflict is set aside.
    fileprivate func checked(
        _ faults: Faults, at now: Timestamp
    ) throws(Refusal<CorrectResultFailure>) -> ResultCorrection {
        var faults = faults
        if let reason {
            faults.require(reason.isText(1...500), "/reason", "1 to 500 characters")
        } else {
            faults.require(
                status == .final, "/reason", "is required: say why the result changes, in 1 to 500 characters")
        }
        faults.require(
            ResultStatus.following.contains(status), "/status",
            "final, amended, corrected, cancelled or entered-in-error")
        faults.require(level == nil || !withdrawsLevel, "/withdrawLevel", "can't be sent with a level")
        Findings.check(method: method, range: range, interpretation: interpretation, &faults)
        sample.check(&faults)
        sample.check(&faults, at: now)
        if level == nil || faults.concern(ResultCorrection.needed) {
            try faults.refuse(for: CorrectResultFailure.self)
        }
        var rest = self
        rest.conflicts = DetailConflict.all(of: faults, sent: sent) { rest.takeOut($0) }
        return rest
    }

    /// Records that a reason is missing, if none is recorded for another fault.
    fileprivate mutating func demandReason() {
        guard reason == nil, !conflicts.contains(where: { $0.pointer == "/reason" }) else { return }
        conflicts.append(DetailConflict(pointer: "/reason", detail: ResultCorrection.noReason, sent: nil))
    }

    fileprivate var refusal: Invalid {
        Invalid(conflicts.map { FieldError(pointer: $0.pointer, detail: $0.detail) })
    }

    private mutating func takeOut(_ pointer: String) -> String? {
        switch pointer.split(separator: "/").first {
        case "reason":
            defer { reason = nil }
            return reason
        case "testDate": testDate = nil
        case "genotype": genotype = nil
        case "phenotype": phenotype = nil
        case "interpretation":
            defer { interpretation = nil }
            return interpretation
        case "method":
            defer { method = nil }
            return method
        case "range":
            defer { range = nil }
            return range.map { "\($0.low)-\($0.high)" }
        default: return sample.takeOut(pointer)
        }
        return nil
    }

    /// Whether it replaces what an earlier version kept aside.
    fileprivate func replaces(_ conflict: DetailConflict) -> Bool {
        switch conflict.pointer.split(separator: "/").first {
        case "testDate": testDate != nil
        case "genotype": genotype != nil
        case "phenotype": phenotype != nil
        case "interpretation": interpretation != nil
        case "method": method != nil
        case "range": range != nil
        case "sample": sample.says(conflict.pointer)
        default: true
        }
    }
}

extension Findings {
    fileprivate func changed(by correction: ResultCorrection) -> Findings {
        // A range has a unit: it does not carry over to a level in another one.
        let changed = correction.withdrawsLevel ? nil : correction.level ?? level
        let keepsRange = changed.map { $0.unit == level?.unit } ?? false
        return Findings(
            testDate: correction.testDate ?? testDate, level: changed,
            genotype: correction.genotype ?? genotype, phenotype: correction.phenotype ?? phenotype,
            method: correction.method ?? method,
            reportedRange: correction.range ?? (keepsRange ? reportedRange : nil),
            sample: sample.changed(by: correction.sample),
            interpretation: correction.interpretation ?? interpretation,
            conflicts: conflicts.filter { !correction.replaces($0) } + correction.conflicts)
    }
}
