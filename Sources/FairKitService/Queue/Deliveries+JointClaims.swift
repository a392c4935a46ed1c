import FairKitCore
import FairKitStore

extension Deliveries {
    typealias JointClaims = JointUseCase<ClaimLook, Found, ClaimFailure>

    /// One look of a claim for deliveries.
    struct ClaimLook: Sendable {
        let request: ClaimRequest
        let claim: Claim
        let hasWaited: Bool
        /// Whether another claim waits whose delivery may become visible by itself.
        let isDueWanted: Bool
    }

    /// The findings of a look.
    struct Found: Sendable {
        var claimed: Claimed
        /// When the next delivery becomes visible by itself, if a claim waits for it.
        var due: Timestamp?
        /// When the consumer's first lease expires, if it is at its maxInFlight in a lane.
        var freeAt: Timestamp?
    }

    /// Carries out the claims that wait: those from one group together, the first come first.
    static func jointClaims(_ settings: Tenancy.Settings, _ zones: TimeZones) -> JointClaims {
        let reading = ContactReading(tenant: settings.link.tenant)
        return JointUseCase(zones: zones) {
            (tx, looks, grants) throws(DatabaseError) -> [Outcome<Found, ClaimFailure>] in
            var facts = ClaimFacts()
            var outcomes: [Outcome<Found, ClaimFailure>] = []
            var indices: [Int64: (group: ConsumerGroup, claims: [Int])] = [:]
            for (index, (look, grant)) in zip(looks, grants).enumerated() {
                switch try facts.group(for: look, grant, in: tx) {
                case .failure(let failure): outcomes.append(.own(failure))
                case .success(let group):
                    indices[group.id, default: (group, [])].claims.append(index)
                    outcomes.append(.success(Found(claimed: Claimed())))
                }
            }
            for (group, claims) in indices.values.sorted(by: { $0.claims[0] < $1.claims[0] }) {
                // Each was asked for at this time or earlier.
                let now = claims.reduce(grants[claims[0]].now) { max($0, grants[$1].now) }
                let claimed = try tx.claim(
                    claims.map { looks[$0].claim.inOpenLanes(of: tx) }, from: group, at: now)
                for (index, claimed) in zip(claims, claimed) {
                    outcomes[index] = .success(
                        try grants[index].found(claimed, by: looks[index], from: group, reading, &facts, in: tx))
                }
            }
            return outcomes
        }
    }
}

/// The facts that claims need that are carried out together, each read once.
struct ClaimFacts {
    private var groups: [String: ConsumerGroup?] = [:]
    private var active: [Subject: Bool] = [:]
    private var dues: [[Int64]: Timestamp?] = [:]

    /// The group of a claim, if the claim may still get deliveries of it.
    mutating func group(
        for look: Deliveries.ClaimLook, _ grant: Grant, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Result<ConsumerGroup, ClaimFailure> {
        // The key may have been revoked while the claim waited.
        if look.hasWaited, try !isActive(grant.subject, at: grant.now, in: tx) { return .failure(.keyEnded) }
        let name = look.request.group
        let group = if let known = groups[name] { known } else { try tx.consumerGroup(named: name) }
        groups[name] = .some(group)
        guard let group else { return .failure(.groupUnknown) }
        guard group.settings.isEnabled else { return .failure(.groupDisabled) }
        // A webhook that was removed or changed gets nothing, although its claim may still wait.
        if let webhook = look.request.webhook, try tx.webhook(of: group) != webhook { return .failure(.groupUnknown) }
        return .success(group)
    }

    private mutating func isActive(
        _ subject: Subject, at now: Timestamp, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Bool {
        let isActive = if let known = active[subject] { known } else { try tx.isActive(subject, at: now) }
        active[subject] = isActive
        return isActive
    }

    /// When the next delivery of some lanes becomes visible by itself.
    fileprivate mutating func due(
        in group: ConsumerGroup, _ lanes: [DeliveryLane], in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Timestamp? {
        let key = [group.id] + lanes.map { Int64($0.rawValue) }
        let due = if let known = dues[key] { known } else { try tx.nextDue(in: group, lanes) }
        dues[key] = .some(due)
        return due
    }
}

extension Claim {
    /// On a full disk only critical deliveries are leased; others wait.
    fileprivate func inOpenLanes(of tx: borrowing WriteTransaction) -> Claim {
        guard tx.takesOnlyCritical else { return self }
        var claim = self
        claim.lanes.formIntersection([.critical])
        return claim
    }
}

extension Grant {
    /// Records what a claim has leased, and completes it.
    fileprivate mutating func found(
        _ claimed: Claimed, by look: Deliveries.ClaimLook, from group: ConsumerGroup, _ reading: ContactReading,
        _ facts: inout ClaimFacts, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Deliveries.Found {
        var found = Deliveries.Found(claimed: claimed)
        try log(claimOf: claimed.leased.map(\.alert), in: tx)
        if subject.may(.readContacts) {
            for index in claimed.leased.indices {
                let alert = claimed.leased[index].alert
                found.claimed.leased[index].contacts = try Deliveries.contacts(about: alert, reading, at: now, in: tx)
                log(.contactsRead, alert.id, about: alert.profileID)
            }
        }
        let lanes = DeliveryLane.allCases.filter(look.claim.inOpenLanes(of: tx).lanes.contains)
        let goesOn = look.request.waitSeconds > 0 && claimed.leased.isEmpty
        if goesOn || look.isDueWanted { found.due = try facts.due(in: group, lanes, in: tx) }
        if goesOn, !claimed.atMaxInFlight.isEmpty {
            found.freeAt = try tx.firstExpiry(of: look.claim.consumer, in: group, lanes)
        }
        return found
    }

    /// Records a claim: with the alert if there is one, else with the patients. The alerts' history has the rest.
    private mutating func log(
        claimOf alerts: [Alert], in tx: borrowing WriteTransaction
    ) throws(DatabaseError) {
        guard let first = alerts.first else { return }
        if alerts.count == 1 {
            log(.alertClaimed, first.id, about: first.profileID)
        } else {
            try logList(.alertClaimed, about: alerts.map(\.profileID), in: tx)
        }
    }
}
