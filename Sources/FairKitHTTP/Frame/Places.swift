package import FairKitCore

/// Places for what goes on at the same time: so many in all, of one tenant, and of one caller. The last ones are kept for tenants that have
/// none, so that no tenant takes all. See the decision `0051-places`.
package struct Places {
    package struct Limits: Hashable, Sendable {
        let inAll: Int
        /// How many of them only a tenant gets that has none.
        let kept: Int
        let ofTenant: Int
        let ofCaller: Int

        package init(inAll: Int, kept: Int, ofTenant: Int? = nil, ofCaller: Int) {
            self.inAll = inAll
            self.kept = kept
            self.ofTenant = ofTenant ?? inAll - kept
            self.ofCaller = ofCaller
        }
    }

    /// Who has a place.
    package struct Holder: Hashable, Sendable {
        let tenant: TenantID
        let caller: ActorID

        package init(_ caller: ActorID, of tenant: TenantID) {
            self.tenant = tenant
            self.caller = caller
        }
    }

    private let limits: Limits
    private var taken = 0
    private var byTenant: [TenantID: Int] = [:]
    private var byHolder: [Holder: Int] = [:]

    package init(_ limits: Limits) {
        self.limits = limits
    }

    /// Takes a place.
    /// - Returns: false if there is none for this caller.
    package mutating func take(_ holder: Holder) -> Bool {
        let ofTenant = byTenant[holder.tenant, default: 0]
        guard taken < (ofTenant == 0 ? limits.inAll : limits.inAll - limits.kept), ofTenant < limits.ofTenant,
            byHolder[holder, default: 0] < limits.ofCaller
        else { return false }
        taken += 1
        byTenant[holder.tenant, default: 0] += 1
        byHolder[holder, default: 0] += 1
        return true
    }

    /// Gives a place back that was taken.
    package mutating func giveBack(_ holder: Holder) {
        taken -= 1
        byTenant[holder.tenant] = byTenant[holder.tenant].flatMap { $0 > 1 ? $0 - 1 : nil }
        byHolder[holder] = byHolder[holder].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
}
