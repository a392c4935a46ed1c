package import FairKitCore
import FairKitStore

/// Why no line of a batch was stored.
package enum RecordBatchFailure: Error {
    /// The caller's API key, session or token has ended since the batch began.
    case keyEnded
}

/// A line of a batch: what the laboratory reports, and the faults that were found while it was parsed.
package struct BatchEntry: Sendable {
    package let report: ResultReport
    package let faults: Faults

    package init(_ report: ResultReport, found faults: Faults) {
        self.report = report
        self.faults = faults
    }
}

extension Results {
    /// The outcome of one line, as `record` would answer it.
    package typealias LineOutcome = Result<ReportedResult, Refusal<RecordResultFailure>>

    /// Stores results as `record` does, one after the other in one transaction: one commit for all of them. A line that is
    /// refused does not stop the others.
    ///
    /// - Parameter isRehearsal: takes back what was written, and only returns what would have happened, as far as it
    ///   depends on the line and on the laboratory's own results.
    /// - Returns: an outcome for each line.
    package func record(
        _ entries: [BatchEntry], isRehearsal: Bool = false, by caller: Caller
    ) async throws(Refusal<RecordBatchFailure>) -> [LineOutcome] {
        try await tenant.permit(.recordResult, to: caller, for: RecordBatchFailure.self)
        let now = tenant.now()
        let lines = entries.map { entry in
            Result { () throws(Refusal<RecordResultFailure>) in try entry.report.checked(entry.faults, at: now) }
        }
        do throws(Refusal<RecordBatchFailure>) {
            return try await store(lines, isRehearsal: isRehearsal, by: caller)
        } catch {
            // One line's failure must not become that of all others.
            guard case .store(let failure) = error, failure.isOfOneWrite, entries.count > 1 else { throw error }
            var outcomes: [LineOutcome] = []
            for line in lines {
                do throws(Refusal<RecordBatchFailure>) {
                    outcomes += try await store([line], isRehearsal: isRehearsal, by: caller)
                } catch {
                    guard case .store(let failure) = error else { throw error }
                    outcomes.append(.failure(.store(failure)))
                }
            }
            return outcomes
        }
    }

    fileprivate typealias Line = Result<CheckedReport, Refusal<RecordResultFailure>>
    fileprivate typealias Stored = Result<(Creation<ReportedResult>, [Band]?), Refusal<RecordResultFailure>>

    private func store(
        _ lines: [Line], isRehearsal: Bool, by caller: Caller
    ) async throws(Refusal<RecordBatchFailure>) -> [LineOutcome] {
        let passed = tenant.passed()
        let stored = try await tenant.write(.recordResult, as: caller, lane: isRehearsal ? .normal : .critical) {
            (tx, grant) throws(DatabaseError) -> Outcome<[Stored], RecordBatchFailure> in
            guard case .laboratory(let laboratory) = grant.subject.role else { return .failure(.forbidden) }
            if try Kits.hasEnded(caller, grant, passed: passed, in: tx) { return .own(.keyEnded) }
            guard isRehearsal else { return .success(try Results.store(lines, from: laboratory, &grant, in: tx)) }
            var rehearsed = grant
            let stored = try tx.rehearse { (tx) throws(DatabaseError) in
                try Results.store(lines, from: laboratory, isRehearsal: true, &rehearsed, in: tx)
            }
            let patients = Set(rehearsed.entries.compactMap(\.profileID))
            grant.log(caller.entry(.resultRehearsed, nil, about: nil, showing: patients, at: grant.now))
            return .success(stored)
        }
        return stored.map { line in
            line.map { made, raised in
                if let raised, !isRehearsal {
                    tenant.resultMetrics.recorded(made.value.result.current)
                    tenant.waiters.wake(for: raised)
                }
                return made.value
            }
        }
    }

    fileprivate static func store(
        _ lines: [Results.Line], from laboratory: LaboratoryID, isRehearsal: Bool = false, _ grant: inout Grant,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> [Results.Stored] {
        var stored: [Results.Stored] = []
        for line in lines {
            switch line {
            case .failure(let refusal): stored.append(.failure(refusal))
            case .success(let checked):
                let newResult = NewResult(
                    result: .new(at: grant.now), laboratory: laboratory, code: checked.code,
                    report: checked.report, isRehearsal: isRehearsal, at: grant.now)
                stored.append(try newResult.store(in: tx, &grant))
            }
        }
        return stored
    }
}
