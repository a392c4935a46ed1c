import FairKitCore
package import FairKitStore
import Synchronization

/// The reach of the escalation of critical alerts, as a check found it.
package struct Reach: Hashable, Sendable {
    /// Whether the last step of the policy reaches a person.
    package var hasEnd = true
    /// The teams of the policy with clinicians on call, none of whom could sign in to acknowledge.
    package var teamsWithoutSignIn: [String] = []

    package init(hasEnd: Bool = true, teamsWithoutSignIn: [String] = []) {
        self.hasEnd = hasEnd
        self.teamsWithoutSignIn = teamsWithoutSignIn
    }
}

/// The reach that the last check of each server found.
package final class Reachability: Sendable {
    private let found = Mutex(Reach())

    package init() {}

    /// - Returns: the reach that was found before.
    @discardableResult
    package func record(_ reach: Reach) -> Reach {
        found.withLock { found in
            defer { found = reach }
            return found
        }
    }

    /// Before the first check nothing is wrong.
    package var last: Reach { found.withLock(\.self) }
}

extension Escalation {
    /// Whether a person can be reached by the last step of the policy: without one, an alert could be told to no one
    /// for ever. And whether those on call could acknowledge it.
    package func reach() async throws(DatabaseError) -> Reach {
        let (now, zones) = (tenant.now(), tenant.zones)
        return try await tenant.store.read(in: .urgent) { (tx) throws(DatabaseError) in
            let steps = try tx.criticalPolicy()?.steps ?? []
            var reach = Reach(hasEnd: false)
            for target in steps.last?.targets ?? []
            where try Escalation.isReachable(target, at: now, zones: zones, in: tx) {
                reach.hasEnd = true
            }
            for case .team(let name) in Set(steps.flatMap(\.targets)) {
                guard let team = try tx.team(named: name) else { continue }
                let (members, onCall) = (
                    try tx.members(of: team.id), try Teams.onCall(team: name, at: now, zones: zones, in: tx)
                )
                let clinicians = members.filter { onCall.contains($0.account) && $0.role == .clinician }
                if !clinicians.isEmpty, !clinicians.contains(where: \.canSignIn) {
                    reach.teamsWithoutSignIn.append(name)
                }
            }
            reach.teamsWithoutSignIn.sort()
            return reach
        }
    }
}
