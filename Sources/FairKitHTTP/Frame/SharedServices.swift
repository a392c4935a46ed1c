package import FairKitCore
package import FairKitService

/// What the handlers of all tenants share.
package final class SharedServices: Sendable {
    let gates: Gates
    /// In which the handlers run that don't run at once; nil: these run at once, too.
    let turns: TenantTurns?
    /// Holds clients and callers to their rates; nil: no limit holds.
    let limiter: RateLimiter?
    let source: RequestSource
    /// Issues and checks access tokens; nil: people can't sign in here.
    let tokens: AccessTokens?
    /// Where people reach this server; nil: it is not known.
    let publicURL: PublicURL?
    let metering: Metering
    /// Tells whether the server can do its work.
    let ready: @Sendable () async throws -> Readiness
    /// Finds a tenant, and keeps it open until what is returned is gone.
    let enter: @Sendable (TenantName) async throws(TenantFailure) -> TenantVisit
    /// What is known of a tenant without its file, and how that is; nil: that can't be told.
    let outline: @Sendable (TenantName) async -> (outline: TenantOutline, file: TenantFile)?
    /// What acts on all tenants, for the operator of the machine; nil at other entrances.
    let operation: Operation?

    /// What acts on all tenants.
    package struct Operation: Sendable {
        let tenants: OpenTenants
        let rotate: RotateSigningKey
        let works = Works()

        package init(_ tenants: OpenTenants, rotating rotate: RotateSigningKey) {
            self.tenants = tenants
            self.rotate = rotate
        }
    }

    /// - Parameter proxies: the proxies that all requests come by, and that tell where from; nil: requests come from anywhere.
    package init(
        gates: Gates = Gates(), turns: TenantTurns? = nil, limiter: RateLimiter? = nil,
        proxies: TrustedProxies? = nil,
        tokens: AccessTokens? = nil, publicURL: PublicURL? = nil, metering: Metering = .none,
        operation: Operation? = nil,
        ready: @escaping @Sendable () async throws -> Readiness,
        outline: @escaping @Sendable (TenantName) async -> (outline: TenantOutline, file: TenantFile)? = { _ in nil },
        enter: @escaping @Sendable (TenantName) async throws(TenantFailure) -> TenantVisit
    ) {
        self.gates = gates
        self.turns = turns
        self.limiter = limiter
        source = RequestSource(proxies: proxies)
        self.tokens = tokens
        self.publicURL = publicURL
        self.metering = metering
        self.operation = operation
        self.ready = ready
        self.enter = enter
        self.outline = outline
    }
}
