package import CoreMetrics
package import FairKitCore
package import FairKitStore

/// Adds a version to a result. What was reported before stays readable.
package struct CorrectResult: Sendable {
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

    /// What changes; nil leaves it as it was.
    package struct Request: Sendable {
        package let reason: String
        package let status: ResultStatus
        package let testDate: CalendarDate?
        package let level: Level?
        package let genotype: Genotype?
        package let method: String?
        package let range: ReportedRange?
        /// The version that the laboratory has seen; nil if it does not say.
        package let expectedVersion: Int?

        package init(
            reason: String, status: ResultStatus, testDate: CalendarDate?, level: Level?, genotype: Genotype?,
            method: String?, range: ReportedRange?, expectedVersion: Int?
        ) {
            self.reason = reason
            self.status = status
            self.testDate = testDate
            self.level = level
            self.genotype = genotype
            self.method = method
            self.range = range
            self.expectedVersion = expectedVersion
        }
    }

    package enum Failure: Error {
        case forbidden
        /// There is none, or it is another laboratory's.
        case notFound
        case invalid(Invalid)
        case rangeRequired
        /// Somebody has corrected it in the meantime; the version in force.
        case versionMismatch(current: Int)
        /// It was cancelled or entered in error: nothing follows.
        case withdrawn
        case idempotency(IdempotencyFailure)
        case store(DatabaseError)
    }

    /// Stores another version, and raises or retracts what follows from it.
    /// - Returns: the result in its new version; the one that was stored before if this came under the same key.
    package func callAsFunction(
        _ id: ResultID, _ request: Request, by caller: Caller
    ) async throws(Failure) -> Made<TestResult> {
        guard caller.subject.may(.correctResult), case .laboratory(let laboratory) = caller.subject.role else {
            throw .forbidden
        }
        let now = now()
        guard request.reason.isText(1...500) else { throw .invalid(Invalid("/reason", "1 to 500 characters")) }
        guard ResultStatus.following.contains(request.status) else {
            throw .invalid(Invalid("/status", "final, amended, corrected, cancelled or entered-in-error"))
        }
        let repetition: Repetition?
        do { repetition = try caller.repetition(in: store) } catch { throw .idempotency(error) }
        let outcome: Result<(made: Made<TestResult>, raised: [Band]), Failure>
        do {
            outcome = try await store.writeCritical { (tx) throws(DatabaseError) in
                guard let result = try tx.result(id, in: .laboratory(laboratory)) else { return .failure(.notFound) }
                switch try tx.made(under: repetition, of: TestResult.self, at: now) {
                case .nothing: break
                case .other: return .failure(.idempotency(.reused))
                case .made(_, let version):
                    let versions = try tx.versions(of: id)
                    guard tx.admits(versions) else { return .failure(.store(.noRoom)) }
                    try tx.record(caller.entry(.resultRead, id, about: result.profileID, at: now))
                    let made = try tx.result(
                        id, version: version ?? result.current.number, in: .laboratory(laboratory))
                    return .success((.before(made ?? result), []))
                }
                if let expected = request.expectedVersion, expected != result.current.number {
                    return .failure(.versionMismatch(current: result.current.number))
                }
                if result.current.status.isWithdrawn { return .failure(.withdrawn) }
                let findings = result.current.findings.changed(by: request)
                if let invalid = findings.problems(today: now.date()) { return .failure(.invalid(invalid)) }
                guard let range = try tx.range(for: findings, from: laboratory, of: result.profileID) else {
                    return .failure(.rangeRequired)
                }
                let earlier = try tx.earlierLevel(of: result.profileID, before: findings.testDate, than: id)
                let version = ResultVersion(
                    number: result.current.number + 1, status: request.status, findings: findings, range: range,
                    interpretation: Interpretation(
                        of: findings.level, in: range, genotype: findings.genotype, earlier: earlier),
                    reason: request.reason, recordedAt: now)
                guard tx.admits([version, result.current]) else { return .failure(.store(.noRoom)) }
                try tx.append(version, to: id)
                let raised = try tx.raiseAlerts(
                    for: version, of: id, replacing: result.current, owner: result.profileID,
                    earlier: earlier, by: caller, at: now)
                try tx.remember(repetition, made: [id], version: version.number, at: now)
                try tx.record(caller.entry(.resultCorrected, id, about: result.profileID, at: now))
                return try tx.result(id, in: .laboratory(laboratory)).map { .success((.now($0), raised.map(\.band))) }
                    ?? .failure(.notFound)
            }
        } catch { throw .store(error) }
        let (corrected, raised) = try outcome.get()
        guard !corrected.isRepeated else { return corrected }
        metrics.recorded(corrected.value.current)
        bell.ring(for: raised)
        return corrected
    }
}

extension Findings {
    fileprivate func changed(by request: CorrectResult.Request) -> Findings {
        // A range belongs to its unit: it does not carry over to a level in another one.
        let keepsRange = request.level.map { $0.unit == level.unit } ?? true
        return Findings(
            testDate: request.testDate ?? testDate, level: request.level ?? level,
            genotype: request.genotype ?? genotype, method: request.method ?? method,
            reportedRange: request.range ?? (keepsRange ? reportedRange : nil))
    }
}
