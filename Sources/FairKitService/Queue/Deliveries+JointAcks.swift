import FairKitCore
import FairKitStore
import KeyRing

extension Deliveries {
    typealias JointAcks = JointUseCase<AckCall, LeaseOutcomes<AckedDelivery>, LeaseFailure>

    /// The tokens of one call.
    struct AckCall: Sendable {
        let group: String
        /// nil: the token is malformed.
        let tokens: [LeaseToken?]
    }

    /// Carries out the acks that wait together, the first come first.
    static func jointAcks(_ zones: TimeZones) -> JointAcks {
        JointUseCase(zones: zones) {
            (tx, calls, grants) throws(DatabaseError) -> [Outcome<LeaseOutcomes<AckedDelivery>, LeaseFailure>] in
            var acking = Acking(try tx.jointAcks(of: calls.flatMap { $0.tokens.compactMap(\.self) }))
            var outcomes: [Outcome<LeaseOutcomes<AckedDelivery>, LeaseFailure>] = []
            for (call, grant) in zip(calls, grants) { outcomes.append(try acking.ack(call, grant, in: tx)) }
            try tx.storeAcks(acking.acks)
            return outcomes
        }
    }
}

/// The acks of several callers, before they are stored.
private struct Acking {
    private(set) var acks: JointAcks
    private var groups: [String: ConsumerGroup] = [:]

    init(_ acks: JointAcks) { self.acks = acks }

    /// Decides about the tokens of a call, after those of the calls before it.
    mutating func ack(
        _ call: Deliveries.AckCall, _ grant: Grant, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Outcome<LeaseOutcomes<AckedDelivery>, LeaseFailure> {
        let known = groups[call.group] ?? acks.group(named: call.group)
        let group = if let known { known } else { try tx.consumerGroup(named: call.group) }
        if let group { groups[call.group] = group }
        guard let group else { return .own(.groupUnknown) }
        guard group.settings.isEnabled else { return .own(.groupDisabled) }
        return .success(
            call.tokens.map { token in
                guard let token, let lease = acks.lease(token, in: group, isEqual: equalInConstantTime) else {
                    return .failure(.notFound)
                }
                guard !tx.takesOnlyCritical || lease.band == .critical else { return .failure(.store(.noRoom)) }
                return ack(token, lease, grant)
            })
    }

    private mutating func ack(
        _ token: LeaseToken, _ lease: LeaseView, _ grant: Grant
    ) -> Outcome<AckedDelivery, LeaseFailure> {
        switch acks.ack(token, lease, actor: grant.subject.id, at: grant.now) {
        case .stale: return lease.stale(at: grant.now)
        case .repeated(let at):
            return .success(AckedDelivery(number: token.delivery, at: at, consumer: lease.consumer, time: nil))
        case .acked(let at):
            let time = !lease.isFirst ? nil : (lease.band, lease.raisedAt.distance(to: at))
            return .success(AckedDelivery(number: token.delivery, at: at, consumer: lease.consumer, time: time))
        }
    }
}
