/// The outcome of one line of a batch of results.
///
/// - `Refused`: the problem of a line that was not stored.
package struct ResultOutcome<Refused: Sendable>: Sendable {
    /// The number of the line, from 1.
    package let line: Int
    /// The status that the line would have got as a request of its own.
    package let status: Int
    /// The laboratory's reference, as far as the line could be read.
    package var reference: String?
    /// The stored result; nil: none, or this was a dry run.
    package var id: String?
    package var flag: String?
    /// Why the patient does not see it yet.
    package var heldFor: String?
    /// The parts of a critical result that were kept aside.
    package var conflicts: [ConflictBody]?
    package var alertId: String?
    /// Of a dry run: whether the result would raise an alert.
    package var wouldAlert: Bool?
    /// The batch ended before this line: neither it nor any line after it was read.
    package var ended: Bool?
    package var problem: Refused?

    package init(line: Int, status: Int) {
        self.line = line
        self.status = status
    }
}

extension ResultOutcome: JSONBody, JSONWritable where Refused: JSONWritable {}
extension ResultOutcome: Decodable where Refused: Decodable {}

/// The answer to a correction.
package enum CorrectedResultBody: JSONBody {
    case corrected(ResultBody)
    case rehearsed(CorrectionEffectBody)

    package func writeMembers(to json: inout JSONWriter) {
        switch self {
        case .corrected(let result): result.writeMembers(to: &json)
        case .rehearsed(let effect): effect.writeMembers(to: &json)
        }
    }
}

/// What a correction would do.
package struct CorrectionEffectBody: Decodable, JSONBody, Sendable {
    package let flag: String?
    package let heldFor: String?
    package let wouldAlert: Bool

    package init(flag: String?, heldFor: String?, wouldAlert: Bool) {
        (self.flag, self.heldFor, self.wouldAlert) = (flag, heldFor, wouldAlert)
    }
}
