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
            var acking = Acking(try tx.leases(calls.flatMap { $0.tokens.compactMap(\.self) }))
            var outcomes: [Outcome<LeaseOutcomes<AckedDelivery>, LeaseFailure>] = []
            for (call, grant) in zip(calls, grants) { outcomes.append(try acking.ack(call, grant, in: tx)) }
            try tx.ack(acking.acks)
            return outcomes
        }
    }
}

/// The acks of several callers, before they are stored.
private struct Acking {
    private var leases: [Int64: LeaseRow]
    private var groups: [String: ConsumerGroup?] = [:]
    private(set) var acks: [Ack] = []

    init(_ leases: [Int64: LeaseRow]) { self.leases = leases }

    /// Decides about the tokens of a call, after those of the calls before it.
    mutating func ack(
        _ call: Deliveries.AckCall, _ grant: Grant, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Outcome<LeaseOutcomes<AckedDelivery>, LeaseFailure> {
        let known = groups[call.group]
        let group = if let known { known } else { try tx.consumerGroup(named: call.group) }
        groups[call.group] = .some(group)
        guard let group else { return .own(.groupUnknown) }
        guard group.settings.isEnabled else { return .own(.groupDisabled) }
        return .success(
            call.tokens.map { token in
                guard let token, let row = leases[token.delivery], row.group == group.id else {
                    return .failure(.notFound)
                }
                let lease = row.view(for: token, in: group, isEqual: equalInConstantTime)
                guard !tx.takesOnlyCritical || lease.band == .critical else { return .failure(.store(.noRoom)) }
                return ack(token, lease, grant)
            })
    }

    private mutating func ack(
        _ token: LeaseToken, _ lease: LeaseView, _ grant: Grant
    ) -> Outcome<AckedDelivery, LeaseFailure> {
        switch Settlement(of: lease.state, isNewest: lease.isNewest, at: grant.now) {
        case .stale: return lease.stale(at: grant.now)
        case .repeated(let at):
            return .success(AckedDelivery(number: token.delivery, at: at, consumer: lease.consumer, time: nil))
        case .acked(let at):
            acks.append(Ack(of: token.delivery, lease, actor: grant.subject.id, at: at))
            leases[token.delivery]?.state = .acked(at: at)
            let time = !lease.isFirst ? nil : (lease.band, lease.raisedAt.distance(to: at))
            return .success(AckedDelivery(number: token.delivery, at: at, consumer: lease.consumer, time: time))
        }
    }
}
