package import CoreMetrics
package import FairKitCore
package import FairKitStore

/// Stores what a laboratory found, and raises the alert that it demands, in one transaction.
package struct RecordResult: Sendable {
    private let store: Store
    private let bell: AlertBell
    private let now: Now
    private let metrics: ResultMetrics

    package init(
        store: Store, bell: AlertBell, now: @escaping Now, metrics: any MetricsFactory = NOOPMetricsHandler.instance
    ) {
        self.store = store
        self.bell = bell
        self.now = now
        self.metrics = ResultMetrics(metrics)
    }

    /// What the laboratory sent.
    package struct Request: Sendable {
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

    package enum Failure: Error {
        case forbidden
        case invalid(Invalid)
        case kitCode(KitCode.Malformed)
        /// No range in the table fits, and none came with the result.
        case rangeRequired
        /// The reference stands for another result already; the members that differ.
        case referenceTaken([String])
        case kitNotAccepting(KitStatus)
        case kitAlreadyResulted
        case idempotency(IdempotencyFailure)
        case store(DatabaseError)
    }

    /// What was done.
    package enum Outcome: Sendable {
        case recorded(TestResult)
        /// Nobody has registered the kit yet: the result is kept, and given to whoever registers it.
        case unmatched(TestResult)
        /// The laboratory sent it before; the first answer again.
        case repeated(TestResult)

        package var result: TestResult {
            switch self {
            case .recorded(let result), .unmatched(let result), .repeated(let result): result
            }
        }
    }

    /// Returns after the commit of result, alert and audit. A repetition stores nothing.
    package func callAsFunction(_ request: Request, by caller: Caller) async throws(Failure) -> Made<Outcome> {
        guard caller.subject.may(.recordResult), case .laboratory(let laboratory) = caller.subject.role else {
            throw .forbidden
        }
        let now = now()
        let code: KitCode
        do { code = try KitCode(typed: request.kitCode) } catch { throw .kitCode(error) }
        do { try request.validate(today: now.date()) } catch { throw .invalid(error) }
        let repetition: Repetition?
        do { repetition = try caller.repetition(in: store) } catch { throw .idempotency(error) }
        let posting = Posting(
            result: .new(at: now), laboratory: laboratory, code: code, request: request, at: now,
            repetition: repetition, caller: caller)
        let outcome: Result<Posting.Done, Failure>
        do {
            outcome = try await store.writeCritical { (tx) throws(DatabaseError) in try posting.store(in: tx) }
        } catch { throw .store(error) }
        let (made, raised) = try outcome.get()
        if case .repeated = made.value { return made }
        guard !made.isRepeated else { return made }
        metrics.recorded(made.value.result.current)
        bell.ring(for: raised)
        return made
    }
}

extension RecordResult.Request {
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
    let request: RecordResult.Request
    let at: Timestamp
    let repetition: Repetition?
    let caller: Caller

    /// What was stored, and the bands of the alerts that it raised.
    typealias Done = (made: Made<RecordResult.Outcome>, raised: [Band])

    func store(in tx: borrowing WriteTransaction) throws(DatabaseError) -> Result<Done, RecordResult.Failure> {
        switch try tx.made(under: repetition, of: TestResult.self, at: at) {
        case .nothing: break
        case .other: return .failure(.idempotency(.reused))
        case .made(let ids, _):
            guard
                let result = try ids.first.flatMap({ (id) throws(DatabaseError) in
                    try tx.result(id, version: 1, in: .laboratory(laboratory))
                })
            else { return .failure(.idempotency(.reused)) }
            guard tx.admits([result.current]) else { return .failure(.store(.noRoom)) }
            try tx.record(caller.entry(.resultRead, result.id, about: result.profileID, at: at))
            return .success((.before(result.kitID == nil ? .unmatched(result) : .recorded(result)), []))
        }
        if let first = try tx.firstVersion(of: request.reference, from: laboratory) {
            let fields = differences(from: first)
            guard fields.isEmpty else { return .failure(.referenceTaken(fields)) }
            guard tx.admits([first.current]) else { return .failure(.store(.noRoom)) }
            try tx.record(caller.entry(.resultRead, first.id, about: first.profileID, at: at))
            try tx.remember(repetition, made: [first.id], at: at)
            return .success((.now(.repeated(first)), []))
        }
        let known = try tx.kit(code)
        // A kit that was issued but not registered has no patient either.
        let kit = known?.profileID == nil ? nil : known
        if let known, !known.status.acceptsResult, known.status.steps(to: .registered) == nil {
            guard known.status == .resulted else { return .failure(.kitNotAccepting(known.status)) }
            // A result that was withdrawn leaves its place to the right one.
            if try tx.hasStandingResult(for: code) { return .failure(.kitAlreadyResulted) }
        }
        guard let range = try tx.range(for: request.findings, from: laboratory, of: kit?.profileID) else {
            return .failure(.rangeRequired)
        }
        let earlier = try tx.earlierLevel(of: kit?.profileID, before: request.findings.testDate, than: result)
        let version = ResultVersion(
            number: 1, status: request.status, findings: request.findings, range: range,
            interpretation: Interpretation(
                of: request.findings.level, in: range, genotype: request.findings.genotype, earlier: earlier),
            reason: nil, recordedAt: at)
        guard tx.admits([version]) else { return .failure(.store(.noRoom)) }
        try tx.insert(record(version, kit, alertID: nil))
        if let kit, kit.status != .resulted { try advance(kit, in: tx) }
        let raised = try tx.raiseAlerts(
            for: version, of: result, replacing: nil, owner: kit?.profileID, earlier: earlier, by: caller, at: at)
        try tx.remember(repetition, made: [result], at: at)
        try tx.record(caller.entry(.resultRecorded, result, about: kit?.profileID, at: at))
        let stored = record(version, kit, alertID: raised.first?.id)
        return .success((.now(kit == nil ? .unmatched(stored) : .recorded(stored)), raised.map(\.band)))
    }

    private func record(_ version: ResultVersion, _ kit: Kit?, alertID: AlertID?) -> TestResult {
        TestResult(
            id: result, laboratoryID: laboratory, reference: request.reference, kitCode: code, kitID: kit?.id,
            profileID: kit?.profileID, current: version, alertID: alertID)
    }

    /// Steps that nobody reported are recorded as implied.
    private func advance(_ kit: Kit, in tx: borrowing WriteTransaction) throws(DatabaseError) {
        for status in kit.status.steps(to: .resulted) ?? [] {
            let event = KitEvent(
                status: status, at: at, actor: caller.subject.id, implied: status != .resulted)
            try tx.append(event, to: kit.id)
        }
        var kit = kit
        kit.status = .resulted
        try tx.update(kit)
    }

    private func differences(from first: TestResult) -> [String] {
        let before = first.current.findings
        let now = request.findings
        let same = [
            ("kitCode", first.kitCode == code), ("testDate", before.testDate == now.testDate),
            ("level", before.level == now.level), ("genotype", before.genotype == now.genotype),
            ("method", before.method == now.method), ("range", before.reportedRange == now.reportedRange),
            ("status", first.current.status == request.status),
        ]
        return same.filter { !$0.1 }.map(\.0)
    }
}
