package import FairKitCore
import FairKitStore

/// Whom an alert of a band would tell, and when, if it were raised now and no one acknowledged it.
package struct EscalationPreview: Sendable {
    package let at: Timestamp
    package let isDefault: Bool
    package let steps: [Step]
    package let names: [Notice.Receiver: String]

    package struct Step: Sendable {
        package let step: EscalationPolicy.Step
        /// When it comes: one after a step that reaches no one is not waited for.
        package let due: Timestamp
        /// Members of teams who are on call then, teams and the operator. The patient and the clinicians in care differ from
        /// alert to alert.
        package let receivers: [Notice.Receiver]
        /// Whether it reaches no one who could acknowledge, for any patient.
        package let reachesNoOne: Bool
    }
}

extension Escalation {
    /// Carries a band's policy out on paper, by the rules that a real alert follows. Nothing is sent; nil: the band does not
    /// escalate.
    package func preview(of band: Band, by caller: Caller) async throws(Refusal<Never>) -> EscalationPreview? {
        try await tenant.read(.readTeams, as: caller) {
            [zones = tenant.zones] (tx, grant) throws(DatabaseError) -> Outcome<EscalationPreview?, Never> in
            let own = try tx.escalationPolicy(for: band)
            guard let policy = own ?? .standard(for: band) else { return .success(nil) }
            var (steps, early): ([EscalationPreview.Step], Timestamp?) = ([], nil)
            for step in policy.steps {
                let due = early ?? grant.now.advanced(by: step.after)
                var receivers: [Notice.Receiver] = []
                for target in step.targets {
                    receivers += try Escalation.receivers(of: target, at: due, zones: zones, in: tx)
                }
                let isEmpty = try !Escalation.reachesSomeone(step.targets, at: due, zones: zones, in: tx)
                early = isEmpty && step.repeats == nil ? due : nil
                steps.append(
                    EscalationPreview.Step(step: step, due: due, receivers: receivers, reachesNoOne: isEmpty))
            }
            var names: [Notice.Receiver: String] = [:]
            for receiver in Set(steps.flatMap(\.receivers)) {
                switch receiver {
                case .account(let id): names[receiver] = try tx.account(id).map { $0.details.name ?? "\($0.email)" }
                case .team(let id): names[receiver] = try tx.team(id)?.name
                case .profile, .operatorContact, .address: continue
                }
            }
            return .success(EscalationPreview(at: grant.now, isDefault: own == nil, steps: steps, names: names))
        }
    }
}
