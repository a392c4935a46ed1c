import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// Arrivals in batches: a rack of samples in one request.
struct ArrivalBatch: BatchWork {
    let kits: FairKitService.Kits

    static func record(_ call: Call) async throws -> Response {
        let kits = call.tenancy.kits
        return try Batches.run(call, of: .ofArrivals) { _ in ArrivalBatch(kits: kits) }
    }

    func entry(of line: BatchLines.Line) -> Result<KitArrival, Problem> {
        do {
            var faults = Faults()
            let body = try line.body(&faults) { members, _, faults in KitArrivalRequest(members, noting: &faults) }
            return .success(try body.arrival(&faults))
        } catch {
            return .failure((error as? any ProblemConvertible)?.problem ?? .malformedJSON)
        }
    }

    func store(
        _ entries: [(line: Int, entry: KitArrival)], by caller: Caller
    ) async -> Result<[KitArrivalOutcome<Problem>], Problem> {
        let stored: [Result<KitView, Refusal<IllegalKitStep>>]
        do throws(Refusal<RecordBatchFailure>) {
            stored = try await kits.arrive(entries.map(\.entry), by: caller)
        } catch {
            guard case .store(let failure) = error else { return .failure(error.problem) }
            stored = Array(repeating: .failure(.store(failure)), count: entries.count)
        }
        return .success(
            zip(entries, stored).map { entry, stored in
                var outcome: KitArrivalOutcome<Problem>
                switch stored {
                case .failure(let refusal): outcome = .init(line: entry.line, refusedBy: refusal.problem)
                case .success(let kit):
                    outcome = .init(line: entry.line, status: 200)
                    outcome.kitId = "\(kit.id)"
                }
                outcome.kitCode = "\(entry.entry.code)"
                return outcome
            })
    }
}

extension KitArrivalOutcome: BatchOutcome where Refused == Problem {}

extension KitArrivalRequest {
    /// The arrival, if everything about it is valid.
    func arrival(_ faults: inout Faults) throws -> KitArrival {
        let status = faults.kitStatus(self.status)
        FairKitService.Kits.check(arrivedAs: status, reason, &faults)
        let code = try faults.kitCode(self.kitCode)
        try faults.refuse()
        return KitArrival(code: code, status: status, reason: reason)
    }
}
