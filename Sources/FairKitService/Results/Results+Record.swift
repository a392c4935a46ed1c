package import FairKitCore
import FairKitStore

/// A laboratory's report of a result.
package struct ResultReport: Sendable {
    package let reference: String
    package let kitCode: String
    package var status: ResultStatus
    package var findings: Findings
    /// The values that were sent where the parser found a fault, by pointer.
    package let sent: [String: String]

    package init(
        reference: String, kitCode: String, status: ResultStatus, findings: Findings, sent: [String: String] = [:]
    ) {
        self.sent = sent
        self.reference = reference
        self.kitCode = kitCode
        self.status = status
        self.findings = findings
    }
}

/// Why a result was not stored.
package enum RecordResultFailure: Error {
    case kitCode(KitCode.Malformed)
    /// No range in the table matches, and none came with the result.
    case rangeRequired
    /// The reference belongs to another result; with the members that differ.
    case referenceTaken([String])
}

/// The outcome of a reported result.
package enum ReportedResult: Sendable {
    case recorded(ResultView)
    /// The kit is not registered yet: the result is kept until it is.
    case unmatched(ResultView)
    /// The result conflicts with its kit or another result: the patient sees it once its laboratory has released it.
    case held(ResultView)
    /// The laboratory sent it before, and gets the first response again.
    case repeated(ResultView)

    package var result: ResultView {
        switch self {
        case .recorded(let result), .unmatched(let result), .held(let result), .repeated(let result): result
        }
    }
}

extension Results {
    /// Stores a laboratory's result, and raises its alert in the same transaction. Returns after the commit. A
    /// repetition stores nothing.
    package func record(
        _ report: ResultReport, found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<RecordResultFailure>) -> Creation<ReportedResult> {
        try await tenant.permit(.recordResult, to: caller, for: RecordResultFailure.self)
        let checked = try report.checked(faults, at: tenant.now())
        let (made, raised) = try await tenant.write(.recordResult, as: caller, lane: .critical) {
            (tx, grant) throws(DatabaseError) -> Outcome<(Creation<ReportedResult>, [Band]?), RecordResultFailure> in
            guard case .laboratory(let laboratory) = grant.subject.role else { return .failure(.forbidden) }
            let newResult = NewResult(
                result: .new(at: grant.now), laboratory: laboratory, code: checked.code, report: checked.report,
                at: grant.now)
            return try newResult.store(in: tx, &grant)
        }
        if let raised {
            tenant.resultMetrics.recorded(made.value.result.current)
            tenant.waiters.wake(for: raised)
        }
        return made
    }
}

/// A report of which everything that is needed is valid.
struct CheckedReport: Sendable {
    let code: KitCode
    /// Values in conflict are set aside: only a critical result is stored with them.
    let report: ResultReport
}

extension ResultReport {
    /// The report, if all that is needed is valid. A malformed code is a failure of its own only if nothing else is wrong.
    func checked(_ faults: Faults, at now: Timestamp) throws(Refusal<RecordResultFailure>) -> CheckedReport {
        var faults = faults
        faults.require(reference.isText(1...100), "/reference", "1 to 100 characters")
        faults.require(ResultStatus.initial.contains(status), "/status", "preliminary or final")
        findings.check(&faults)
        findings.sample.check(&faults, at: now)
        let code = Result { () throws(KitCode.Malformed) in try KitCode(typed: kitCode) }
        if case .failure(let error) = code {
            if faults.isEmpty { throw .own(.kitCode(error)) }
            faults.record("/kitCode", error.sentence)
        }
        if faults.concern(Findings.needed) { try faults.refuse(for: RecordResultFailure.self) }
        var report = self
        report.findings.setAside(faults, sent: sent, today: now.date())
        // A report that is not known to be final is not final.
        if report.findings.conflicts.contains(where: { $0.pointer == "/status" }) { report.status = .preliminary }
        do { return CheckedReport(code: try code.get(), report: report) } catch { throw .own(.kitCode(error)) }
    }
}

/// A result before it is stored: everything is decided except what the store knows.
struct NewResult: Sendable {
    let result: ResultID
    let laboratory: LaboratoryID
    let code: KitCode
    let report: ResultReport
    /// It is not kept. Its answer then depends on nothing that the laboratory may not read: neither on the patient nor on
    /// results of others.
    var isRehearsal = false
    let at: Timestamp

    /// - Returns: the result, and the bands of the alerts that it raised; nil: it was stored before.
    func store(
        in tx: borrowing WriteTransaction, _ grant: inout Grant
    ) throws(DatabaseError) -> Outcome<(Creation<ReportedResult>, [Band]?), RecordResultFailure> {
        let role = grant.subject.role
        switch try tx.made(under: grant.repetition, of: TestResult.self, at: at) {
        case .nothing: break
        case .other: return .failure(.idempotency(.reused))
        case .made(let ids, _):
            guard
                let result = try ids.first.flatMap({ (id) throws(DatabaseError) in
                    try tx.result(id, version: 1, in: .laboratory(laboratory))
                })
            else { return .failure(.idempotency(.reused)) }
            guard LevelInterpretation.admits([result.current], in: tx) else { return .failure(.store(.noRoom)) }
            grant.log(.resultRead, result.id, about: result.profileID)
            return .success((.before(reported(result, to: role)), nil))
        }
        if let first = try tx.firstVersion(of: report.reference, from: laboratory) {
            // Otherwise its faults refuse it, whatever its reference.
            guard report.findings.conflicts.isEmpty || first.current.isCritical else {
                return .failure(.invalid(report.findings.refusal))
            }
            let fields = differences(from: first)
            guard fields.isEmpty else { return .own(.referenceTaken(fields)) }
            guard LevelInterpretation.admits([first.current], in: tx) else { return .failure(.store(.noRoom)) }
            grant.log(.resultRead, first.id, about: first.profileID)
            try tx.remember(grant.repetition, made: [first.id], at: at)
            return .success((.now(.repeated(ResultView(first, for: role))), nil))
        }
        let known = try tx.kit(code)
        // A kit that is not registered has no patient, nor has one whose registration has to be confirmed first.
        let kit = known?.patient == nil ? nil : known
        // A withdrawn result makes way for the right one.
        let conflictOfKit = ResultHold(of: known?.status, hasResult: try hasResult(in: tx))
        let owner = isRehearsal ? nil : kit?.profileID
        guard
            let interpreted = try LevelInterpretation.interpret(
                report.findings, of: result, from: laboratory, owner: owner, kit: known?.id, at: at, in: tx)
        else {
            let findings = report.findings
            return findings.conflicts.isEmpty ? .own(.rangeRequired) : .failure(.invalid(findings.refusal))
        }
        // A critical level is never refused: it is held until its laboratory has checked the date and the details.
        if interpreted.interpretation.flag != .criticallyHigh, !report.findings.conflicts.isEmpty {
            return .failure(.invalid(report.findings.refusal))
        }
        if let conflict = interpreted.dateConflict, interpreted.interpretation.flag != .criticallyHigh {
            return .failure(.invalid(Invalid("/testDate", conflict.sentence)))
        }
        let details: ResultHold? = report.findings.conflicts.isEmpty ? nil : .detailsInConflict
        let hold = conflictOfKit ?? interpreted.dateConflict?.hold ?? details ?? interpreted.suspicion
        let version = ResultVersion(
            number: 1, status: report.status, findings: report.findings, range: interpreted.range,
            interpretation: interpreted.interpretation, reason: nil, recordedAt: at)
        guard LevelInterpretation.admits([version], in: tx) else { return .failure(.store(.noRoom)) }
        try tx.insertResult(record(version, kit, hold, alertID: nil))
        if var kit, hold == nil, kit.status != .resulted {
            try Kits.finish(&kit, actor: grant.subject.id, at: at, in: tx)
            try tx.updateKit(kit, at: at)
        }
        let raised = try LevelInterpretation.raiseAlerts(
            for: version, of: result, replacing: nil, owner: owner, interpreted,
            actor: grant.subject.id, at: at, in: tx)
        var bands: [Band] = []
        if let patient = owner {
            if hold == nil { try Results.notify(version, of: result, to: patient, raised: raised, at: at, in: tx) }
            bands += try LevelInterpretation.reinterpretSuccessor(
                of: result, of: patient, actor: grant.subject.id, at: at, in: tx)
        }
        try tx.remember(grant.repetition, made: [result], at: at)
        grant.log(.resultRecorded, result, about: kit?.profileID)
        let stored = record(version, kit, hold, alertID: raised.first?.id)
        let callsPeople = try tx.calls(isRehearsal ? raised.map(\.band) : [])
        return .success((.now(reported(stored, to: role, callsPeople)), raised.map(\.band) + bands))
    }

    /// Whether the kit has another standing result, as far as the laboratory may learn it.
    private func hasResult(in tx: borrowing WriteTransaction) throws(DatabaseError) -> Bool {
        guard let standing = try tx.standingResult(for: code) else { return false }
        guard isRehearsal else { return true }
        return try tx.result(standing, in: .laboratory(laboratory)) != nil
    }

    private func record(_ version: ResultVersion, _ kit: Kit?, _ hold: ResultHold?, alertID: AlertID?) -> TestResult {
        TestResult(
            id: result, laboratoryID: laboratory, reference: report.reference, kitCode: code, kitID: kit?.id,
            profileID: kit?.profileID, current: version, alertID: alertID, hold: hold)
    }

    private func reported(_ result: TestResult, to role: Role, _ callsPeople: Bool = false) -> ReportedResult {
        var view = ResultView(result, for: role)
        view.callsPeople = callsPeople
        if result.hold != nil { return .held(view) }
        return result.kitID == nil ? .unmatched(view) : .recorded(view)
    }

    private func differences(from first: TestResult) -> [String] {
        let before = first.current.findings
        let now = report.findings
        let same = [
            ("kitCode", first.kitCode == code),
            ("testDate", before.testDate == now.testDate || (before.lacksTestDate && now.lacksTestDate)),
            ("level", before.level == now.level), ("genotype", before.genotype == now.genotype),
            ("phenotype", before.phenotype == now.phenotype),
            ("interpretation", before.interpretation == now.interpretation),
            ("method", before.method == now.method), ("sample", before.sample == now.sample),
            ("range", before.reportedRange == now.reportedRange),
            ("status", first.current.status == report.status), ("conflicts", before.hasAside(now)),
        ]
        return same.filter { !$0.1 }.map(\.0)
    }
}
