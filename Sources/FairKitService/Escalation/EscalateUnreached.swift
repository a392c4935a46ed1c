import FairKitCore
import FairKitStore

extension Escalation {
    /// Makes the next step of an alert due at once if no message of this step arrives, because all of them failed for
    /// good. It is recorded in the alert's history and in the audit log.
    ///
    /// A step that repeats does not bring itself forward: its next repetition would fail in the same way, over and
    /// over.
    ///
    /// - Parameter notice: of which a send has just failed.
    /// - Returns: whether a step is due earlier.
    static func escalateIfUnreached(by notice: Notice, at now: Timestamp, in tx: borrowing WriteTransaction)
        throws(DatabaseError) -> Bool
    {
        guard let id = notice.alert, notice.step > 0,
            let step = try tx.steps(of: id).first(where: { $0.number == notice.step }), step.repeats == nil,
            try !tx.reaches(id, step: step.number, onlyStaff: step.targets != [.patient]),
            try tx.escalateStepNow(of: id, number: step.number + 1, at: now) == .sooner
        else { return false }
        try tx.appendUnreached(step, at: now)
        try tx.record(
            AuditEntry(
                at: now, actor: .server, action: .escalationHastened, object: "\(id)", profileID: notice.profile,
                requestID: "escalation"))
        return true
    }
}
