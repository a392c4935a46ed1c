import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// The escalation of an alert, and the policies of bands.
enum Escalations {
    static func show(_ request: Request, _ context: FairKitContext) async throws -> Answer<AlertEscalationBody> {
        let id = try context.id("id", of: AlertID.self) { AlertID($0) }
        let shown = try await context.tenancy.escalation.show(id, by: try context.caller)
        return Answer(
            AlertEscalationBody(
                id, shown.alert.state,
                steps: shown.steps.map { step, told in
                    AlertEscalationBody.Step(
                        step, wouldTell: told?.map { AlertEscalationBody.Receiver($0, name: shown.names[$0]) })
                }, notices: shown.notices, failedContacts: shown.failedContacts, names: shown.names))
    }

    static func escalateNow(_ request: Request, _ context: FairKitContext) async throws -> HTTPResponse.Status {
        let id = try context.id("id", of: AlertID.self) { AlertID($0) }
        try await context.tenancy.escalation.escalateNow(id, by: try context.caller)
        return .noContent
    }

    static func policy(_ request: Request, _ context: FairKitContext) async throws -> Answer<EscalationPolicyBody> {
        let band = try context.band
        guard let found = try await context.tenancy.escalation.policy(of: band, by: try context.caller) else {
            throw Problem.notFound
        }
        return Answer(EscalationPolicyBody(band: band, found.policy, isDefault: found.isDefault))
    }

    static func setPolicy(_ request: Request, _ context: FairKitContext) async throws -> Answer<EscalationPolicyBody> {
        let band = try context.band
        var faults = Faults()
        let (body, caller) = try await context.showing(EscalationPolicyRequest.self, in: request, noting: &faults)
        let policy = body.policy(&faults)
        try await context.tenancy.escalation.set(policy, of: band, found: faults, by: caller)
        return Answer(EscalationPolicyBody(band: band, policy, isDefault: false))
    }

    static func removePolicy(_ request: Request, _ context: FairKitContext) async throws -> HTTPResponse.Status {
        let band = try context.band
        try await context.tenancy.escalation.set(nil, of: band, by: try await context.showing(in: request))
        return .noContent
    }
}

extension HastenFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .noStep:
            Problem(.conflict, .alertEnded, "No step of this alert waits: it has ended, or does not escalate.")
        }
    }
}

extension FairKitContext {
    /// The band in the path.
    fileprivate var band: Band {
        get throws {
            guard let band = parameters.get("band").flatMap({ Int($0) }).flatMap({ Band(rawValue: $0) }) else {
                throw Problem.notFound
            }
            return band
        }
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
