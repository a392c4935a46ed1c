import FairKitAPI
import FairKitCore
package import FairKitFrame
import FairKitService
import HTTPTypes

/// The escalation of an alert, and the policies of bands.
enum Escalations {
    static func show(_ call: Call) async throws -> Answer<AlertEscalationBody> {
        let id: AlertID = try call.id()
        let shown = try await call.tenancy.escalation.show(id, by: call.caller)
        return Answer(
            AlertEscalationBody(
                id, shown.alert.state,
                steps: shown.steps.map { step, receivers in
                    AlertEscalationBody.Step(
                        step, wouldTell: receivers?.map { AlertEscalationBody.Receiver($0, name: shown.names[$0]) })
                }, notices: shown.notices, failedContacts: shown.failedContacts, names: shown.names))
    }

    static func escalateNow(_ call: Call) async throws -> HTTPResponse.Status {
        try await call.tenancy.escalation.escalateNow(call.id(), by: call.caller)
        return .noContent
    }

    static func policy(_ call: Call) async throws -> Answer<EscalationPolicyBody> {
        let band = try call.band
        guard let found = try await call.tenancy.escalation.policy(of: band, by: call.caller) else {
            throw Problem.notFound
        }
        return Answer(EscalationPolicyBody(band: band, found.policy, isDefault: found.isDefault))
    }

    static func preview(_ call: Call) async throws -> Answer<EscalationPreviewBody> {
        try call.noQuery()
        let band = try call.band
        guard let found = try await call.tenancy.escalation.preview(of: band, by: call.caller) else {
            throw Problem.notFound
        }
        let steps = found.steps.map { step in
            EscalationPreviewBody.Step(
                step.step, dueAt: step.due,
                wouldTell: step.receivers.map { AlertEscalationBody.Receiver($0, name: found.names[$0]) },
                reachesNoOne: step.reachesNoOne)
        }
        return Answer(EscalationPreviewBody(band: band, isDefault: found.isDefault, at: found.at, steps: steps))
    }

    static func setPolicy(_ call: Call) async throws -> Answer<EscalationPolicyBody> {
        let band = try call.band
        var (body, caller, faults) = try await call.showing(EscalationPolicyRequest.self)
        let policy = body.policy(&faults)
        try await call.tenancy.escalation.set(policy, of: band, found: faults, by: caller)
        return Answer(EscalationPolicyBody(band: band, policy, isDefault: false))
    }

    static func removePolicy(_ call: Call) async throws -> HTTPResponse.Status {
        let band = try call.band
        try await call.tenancy.escalation.set(nil, of: band, by: try await call.showingCaller())
        return .noContent
    }
}

extension EscalateNowFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .noStep:
            Problem(.conflict, .alertEnded, "No step of this alert waits: it has ended, or does not escalate.")
        }
    }
}

extension Call {
    /// The band in the path.
    fileprivate var band: Band {
        get throws(Problem) { try parameter("band") { Int($0).flatMap { Band(rawValue: $0) } } }
    }
}

extension EscalationPolicyRequest {
    fileprivate func policy(_ faults: inout Faults) -> EscalationPolicy {
        EscalationPolicy(
            steps: steps.enumerated().map { index, step in
                let targets = step.tell.map { EscalationTarget($0) }
                faults.require(
                    !targets.contains(nil), "/steps/\(index)/tell", "only patient, care, operator and team:NAME")
                return EscalationPolicy.Step(
                    after: .seconds(min(max(step.afterSeconds, -1), 1_000_000)), targets: targets.compactMap(\.self),
                    repeats: step.repeatSeconds.map { .seconds(min(max($0, -1), 1_000_000)) })
            })
    }
}
