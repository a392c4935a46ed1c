import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes

extension ResultLines.Line {
    /// What the laboratory reports in the line, as in the body of a request.
    var entry: Result<BatchEntry, Problem> {
        switch content {
        case .json(let bytes):
            var faults = Faults()
            // RFC 8259, section 8.1, allows only UTF-8; the decoder would guess.
            guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
                return .failure(.malformedJSON)
            }
            do {
                let body = try Problem.decoding(ResultRequest.self, from: bytes, noting: &faults)
                let report = body.report(&faults) { $0.sent(in: bytes) }
                return .success(BatchEntry(report, found: faults))
            } catch {
                return .failure((error as? any ProblemConvertible)?.problem ?? .malformedJSON)
            }
        case .row(let members, let form):
            var faults = Faults()
            let body = ResultRequest(members, written: form, noting: &faults)
            let report = body.report(&faults) { ResultRequest.sent(in: members, at: $0) }
            return .success(BatchEntry(report, found: faults))
        case .tooLong:
            return .failure(Problem(.contentTooLarge, .tooLarge, "A line has at most 64 KB. Send less."))
        case .broken(let sentence), .unfit(let sentence): return .failure(Invalid("", sentence).problem)
        }
    }
}
