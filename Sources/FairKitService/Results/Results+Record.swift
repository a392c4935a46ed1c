package import FairKitCore
import FairKitStore

/// What a laboratory reports.
package struct ResultReport: Sendable {
    package let reference: String
    package let kitCode: String
    package let status: ResultStatus
    package let findings: Findings

    package init(reference: String, kitCode: String, status: ResultStatus, findings: Findings) {
        self.reference = reference
        self.kitCode = kitCode
        self.status = status
        self.findings = findings
    }
}

/// Why a result was not stored.
package enum RecordResultFailure: Error {
    case kitCode(KitCode.Malformed)
    /// No range in the table fits, and none came with the result.
    case rangeRequired
    /// The reference stands for another result already; the members that differ.
    case referenceTaken([String])
    case kitNotAccepting(KitStatus)
    case kitAlreadyResulted
}

/// What became of a reported result.
package enum ReportedResult: Sendable {
    case recorded(ResultView)
    /// Nobody has registered the kit yet: the result is kept, and given to whoever registers it.
    case unmatched(ResultView)
    /// The laboratory sent it before; the first answer again.
    case repeated(ResultView)

    package var result: ResultView {
        switch self {
        case .recorded(let result), .unmatched(let result), .repeated(let result): result
        }
    }
}

extension Results {
    /// Stores what a laboratory found, and raises the alert that it demands, in one transaction. Returns after the commit. A repetition
    /// stores nothing.
    package func record(
        _ report: ResultReport, by caller: Caller
    ) async throws(Refusal<RecordResultFailure>) -> Made<ReportedResult> {
        try await tenant.permit(.recordResult, to: caller, for: RecordResultFailure.self)
        let code: KitCode
        do { code = try KitCode(typed: report.kitCode) } catch { throw .own(.kitCode(error)) }
        do { try report.validate(today: tenant.now().date()) } catch { throw .invalid(error) }
        let (made, raised) = try await tenant.write(.recordResult, as: caller, lane: .critical) {
            (tx, grant) throws(DatabaseError) -> Outcome<(Made<ReportedResult>, [Band]?), RecordResultFailure> in
            guard case .laboratory(let laboratory) = grant.subject.role else { return .failure(.forbidden) }
            let posting = Posting(
                result: .new(at: grant.now), laboratory: laboratory, code: code, report: report, at: grant.now)
            return try posting.store(in: tx, &grant)
        }
        if let raised {
            tenant.resultMetrics.recorded(made.value.result.current)
            tenant.bell.ring(for: raised)
        }
        return made
    }
}

extension ResultReport {
    fileprivate func validate(today: CalendarDate) throws(Invalid) {
        guard reference.isText(1...100) else { throw Invalid("/reference", "1 to 100 characters") }
        guard ResultStatus.initial.contains(status) else { throw Invalid("/status", "preliminary or final") }
        if let invalid = findings.problems(today: today) { throw invalid }
    }
}

/// The result as it is written: everything is decided but what the store knows.
private struct Posting: Sendable {
    let result: ResultID
    let laboratory: LaboratoryID
    let code: KitCode
    let report: ResultReport
    let at: Timestamp

    /// - Returns: the result, and the bands of the alerts that it raised; nil: it was stored before.
    func store(
        in tx: borrowing WriteTransaction, _ grant: inout Grant
    ) throws(DatabaseError) -> Outcome<(Made<ReportedResult>, [Band]?), RecordResultFailure> {
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
            guard tx.admits([result.current]) else { return .failure(.store(.noRoom)) }
            grant.note(.resultRead, result.id, about: result.profileID)
            let view = ResultView(result, for: role)
            return .success((.before(result.kitID == nil ? .unmatched(view) : .recorded(view)), nil))
        }
        if let first = try tx.firstVersion(of: report.reference, from: laboratory) {
            let fields = differences(from: first)
            guard fields.isEmpty else { return .own(.referenceTaken(fields)) }
            guard tx.admits([first.current]) else { return .failure(.store(.noRoom)) }
            grant.note(.resultRead, first.id, about: first.profileID)
            try tx.remember(grant.repetition, made: [first.id], at: at)
            return .success((.now(.repeated(ResultView(first, for: role))), nil))
        }
        let known = try tx.kit(code)
        // A kit that was issued but not registered has no patient either.
        let kit = known?.profileID == nil ? nil : known
        if let known, !known.status.acceptsResult, known.status.steps(to: .registered) == nil {
            guard known.status == .resulted else { return .own(.kitNotAccepting(known.status)) }
            // A result that was withdrawn leaves its place to the right one.
            if try tx.hasStandingResult(for: code) { return .own(.kitAlreadyResulted) }
        }
        guard let range = try tx.range(for: report.findings, from: laboratory, of: kit?.profileID) else {
            return .own(.rangeRequired)
        }
        let earlier = try tx.earlierLevel(of: kit?.profileID, before: report.findings.testDate, than: result)
        let version = ResultVersion(
            number: 1, status: report.status, findings: report.findings, range: range,
            interpretation: Interpretation(
                of: report.findings.level, in: range, genotype: report.findings.genotype, earlier: earlier),
            reason: nil, recordedAt: at)
        guard tx.admits([version]) else { return .failure(.store(.noRoom)) }
        try tx.insert(record(version, kit, alertID: nil))
        if let kit, kit.status != .resulted { try advance(kit, actor: grant.subject.id, in: tx) }
        let raised = try tx.raiseAlerts(
            for: version, of: result, replacing: nil, owner: kit?.profileID, earlier: earlier,
            actor: grant.subject.id, at: at)
        try tx.remember(grant.repetition, made: [result], at: at)
        grant.note(.resultRecorded, result, about: kit?.profileID)
        let stored = ResultView(record(version, kit, alertID: raised.first?.id), for: role)
        return .success((.now(kit == nil ? .unmatched(stored) : .recorded(stored)), raised.map(\.band)))
    }

    private func record(_ version: ResultVersion, _ kit: Kit?, alertID: AlertID?) -> TestResult {
        TestResult(
            id: result, laboratoryID: laboratory, reference: report.reference, kitCode: code, kitID: kit?.id,
            profileID: kit?.profileID, current: version, alertID: alertID)
    }

    /// Steps that nobody reported are recorded as implied.
    private func advance(_ kit: Kit, actor: ActorID, in tx: borrowing WriteTransaction) throws(DatabaseError) {
        for status in kit.status.steps(to: .resulted) ?? [] {
            let event = KitEvent(
                status: status, at: at, actor: actor, implied: status != .resulted)
            try tx.append(event, to: kit.id)
        }
        var kit = kit
        kit.status = .resulted
        try tx.update(kit, at: at)
    }

    private func differences(from first: TestResult) -> [String] {
        let before = first.current.findings
        let now = report.findings
        let same = [
            ("kitCode", first.kitCode == code), ("testDate", before.testDate == now.testDate),
            ("level", before.level == now.level), ("genotype", before.genotype == now.genotype),
            ("method", before.method == now.method), ("range", before.reportedRange == now.reportedRange),
            ("status", first.current.status == report.status),
        ]
        return same.filter { !$0.1 }.map(\.0)
    }
}
