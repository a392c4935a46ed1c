import FairKitCore
import FairKitStore

extension WriteTransaction {
    /// Makes the next step of an alert due at once if no message of this step arrives, because all of them failed for
    /// good. It is recorded in the alert's history and in the audit log.
    ///
    /// A step that repeats does not hasten itself: its next repetition would fail in the same way, over and over.
    ///
    /// - Parameter notice: of which a send has just failed.
    /// - Returns: whether a step is due earlier.
    func hastenIfUnreached(by notice: Notice, at now: Timestamp) throws(DatabaseError) -> Bool {
        guard let id = notice.alert, notice.step > 0,
            let step = try steps(of: id).first(where: { $0.number == notice.step }), step.repeats == nil,
            try !reaches(id, step: step.number, onlyStaff: step.targets != [.patient]),
            try hastenStep(of: id, number: step.number + 1, at: now) == .sooner
        else { return false }
        try appendUnreached(step, at: now)
        try record(
            AuditEntry(
                at: now, actor: .server, action: .escalationHastened, object: "\(id)", profileID: notice.profile,
                requestID: "escalation"))
        return true
    }
}
