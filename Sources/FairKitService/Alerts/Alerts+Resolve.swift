package import FairKitCore
import FairKitStore

/// Why an alert was not resolved.
package enum ResolveFailure: Error {
    /// A critical alert has to be acknowledged by read-back first.
    case notAcknowledged
    /// The alert has ended already.
    case ended(AlertState)
}

extension Alerts {
    /// Records what came of one alert, and ends it. A critical alert has to be acknowledged before.
    package func resolve(
        _ id: AlertID, _ outcome: AlertResolution.Outcome, note: String?, found faults: Faults = Faults(),
        by caller: Caller
    ) async throws(Refusal<ResolveFailure>) -> AlertView {
        let account = try await clinician(caller, about: id, for: ResolveFailure.self)
        var faults = faults
        faults.require(note?.isText(1...500) ?? true, "/note", "1 to 500 characters")
        try faults.refuse(for: ResolveFailure.self)
        return try await tenant.write(.acknowledgeAlert, as: caller, on: .alert(id), lane: .critical) {
            (tx, grant) throws(DatabaseError) -> Outcome<AlertView, ResolveFailure> in
            guard var alert = try tx.alert(id) else { return .failure(.notFound) }
            guard !tx.takesOnlyCritical || alert.band == .critical else { return .failure(.store(.noRoom)) }
            let done = AlertResolution(account: account, at: grant.now, outcome: outcome, note: note)
            let states: [AlertState] = alert.band == .critical ? [.acknowledged] : [.acknowledged, .open]
            guard try tx.resolve(id, done, from: states) else {
                return alert.state == .open ? .own(.notAcknowledged) : .own(.ended(alert.state))
            }
            if alert.state == .open { try Escalation.notifyOthers(of: alert, by: account, at: grant.now, in: tx) }
            grant.log(.alertResolved, id, about: alert.profileID)
            alert.state = .resolved
            return .success(AlertView(alert: alert, loop: try tx.loop(of: id)))
        }
    }
}
