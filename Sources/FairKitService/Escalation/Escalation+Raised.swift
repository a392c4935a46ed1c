package import FairKitCore
import FairKitStore

/// That a result raised an alert, for the laboratory that reported it: when, and whom the policy has called. It says neither
/// who the patient is nor who has answered.
package struct RaisedAlert: Sendable {
    package let at: Timestamp
    /// Whether it is about a correction or a withdrawal, which ended an alert before it.
    package let isCorrection: Bool
    /// In their order, without those that found no one to call. One that is over says when it came.
    package let steps: [(targets: [EscalationTarget], at: Timestamp, isOver: Bool)]
}

extension Escalation {
    /// nil: the result raised none, or a clinician knows of it.
    package func raised(by id: ResultID, by caller: Caller) async throws(Refusal<Never>) -> RaisedAlert? {
        try await tenant.read(.readResults, as: caller, on: .result(id), isBrief: true) {
            (tx, grant) throws(DatabaseError) -> Outcome<RaisedAlert?, Never> in
            guard let result = try tx.result(id, in: grant.subject.resultScope(at: grant.now)) else {
                return .failure(.notFound)
            }
            grant.log(.resultRead, id, about: result.profileID)
            guard let alert = try result.alertID.flatMap({ (id) throws(DatabaseError) in try tx.alert(id) }),
                alert.state == .open
            else { return .success(nil) }
            let steps = try tx.steps(of: alert.id).filter { $0.state != .skipped }.map { step in
                (targets: step.targets, at: step.endedAt ?? step.dueAt ?? step.plannedAt, isOver: step.state == .fired)
            }
            return .success(
                RaisedAlert(at: alert.raisedAt, isCorrection: alert.rule == .corrected, steps: steps))
        }
    }
}
