import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// Results in batches: lines in, an outcome for each line out. See decision 0109.
struct ResultBatch: BatchWork {
    let results: FairKitService.Results
    /// Stores nothing, and only says what would happen.
    let isDryRun: Bool

    static func record(_ call: Call) async throws -> Response {
        let results = call.tenancy.results
        return try Batches.run(call, of: .ofResults, options: ["dryRun"]) { query in
            ResultBatch(results: results, isDryRun: query.isSet("dryRun"))
        }
    }

    /// The laboratory's report in the line, as in the body of a request.
    func entry(of line: BatchLines.Line) -> Result<BatchEntry, Problem> {
        var faults = Faults()
        do throws(Problem) {
            if case .row(let members, let form) = line.content { return .success(BatchEntry(members, written: form)) }
            let body = try line.body(&faults) { members, form, faults in
                ResultRequest(members, written: form, noting: &faults)
            }
            let report = body.report(&faults) { faults in
                if case .json(let bytes) = line.content { faults.sent(in: bytes) } else { [:] }
            }
            return .success(BatchEntry(report, found: faults))
        } catch {
            return .failure(error)
        }
    }

    func store(
        _ entries: [(line: Int, entry: BatchEntry)], by caller: Caller
    ) async -> Result<[ResultOutcome<Problem>], Problem> {
        let stored: [FairKitService.Results.LineOutcome]
        do throws(Refusal<RecordBatchFailure>) {
            stored = try await results.record(entries.map(\.entry), isRehearsal: isDryRun, by: caller)
        } catch {
            // Nothing of these lines was stored. Later lines may be: the disk may have room again, for instance.
            guard case .store(let failure) = error else { return .failure(error.problem) }
            stored = Array(repeating: .failure(.store(failure)), count: entries.count)
        }
        return .success(zip(entries, stored).map { outcome(of: $0.line, $0.entry, $1) })
    }

    private func outcome(
        of line: Int, _ entry: BatchEntry, _ stored: FairKitService.Results.LineOutcome
    ) -> ResultOutcome<Problem> {
        var outcome: ResultOutcome<Problem>
        switch stored {
        case .failure(let refusal): outcome = ResultOutcome(line: line, refusedBy: refusal.problem)
        case .success(let reported):
            outcome = ResultOutcome(line: line, status: reported.status.code)
            let result = reported.result
            outcome.flag = result.current.interpretation.flag?.rawValue
            outcome.heldFor = result.hold?.rawValue
            outcome.conflicts = ConflictBody.all(result.current.findings)
            if isDryRun, !reported.isRepeated {
                outcome.wouldAlert = result.alertID != nil
            } else {
                outcome.id = "\(result.id)"
                outcome.alertId = result.alertID?.description
            }
        }
        if entry.report.reference.isText(1...100) { outcome.reference = entry.report.reference }
        return outcome
    }
}

extension ResultOutcome: BatchOutcome where Refused == Problem {}

extension ReportedResult {
    /// The status that the result gets as a request of its own.
    var status: HTTPResponse.Status {
        switch self {
        case .recorded: .created
        case .unmatched, .held: .accepted
        // The laboratory sent it before, with another Idempotency-Key or none.
        case .repeated: .ok
        }
    }

    fileprivate var isRepeated: Bool { if case .repeated = self { true } else { false } }
}
