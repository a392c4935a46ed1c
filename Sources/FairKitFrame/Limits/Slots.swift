package import FairKitCore

/// The slots of a concurrency limit: a number in all, per tenant, and per caller. The last slots are reserved for
/// tenants that hold none, so that no tenant takes all. See decision 0051.
package struct Slots {
    package struct Limits: Hashable, Sendable {
        let inAll: Int
        /// Slots reserved for tenants that hold none.
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

    /// The holder of a slot.
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

    /// Takes a slot.
    ///
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

    /// Releases a slot.
    package mutating func release(_ holder: Holder) {
        taken -= 1
        byTenant[holder.tenant] = byTenant[holder.tenant].flatMap { $0 > 1 ? $0 - 1 : nil }
        byHolder[holder] = byHolder[holder].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
}
