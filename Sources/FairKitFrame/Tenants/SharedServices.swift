package import FairKitCore
package import FairKitService
package import Hummingbird

/// The services that the handlers of all tenants share.
package final class SharedServices: Sendable {
    package let concurrency: ConcurrencyLimits
    /// Runs the handlers that don't run at once; nil: all run at once.
    let scheduler: TenantScheduler?
    /// The rate limiter; nil: rate limits are off.
    package let limiter: RateLimiter?
    let source: RequestSource
    /// Issues and checks access tokens; nil: people can't sign in here.
    package let tokens: AccessTokens?
    /// The server's public URL; nil: unknown.
    package let publicURL: PublicURL?
    /// Checks the receipts of providers; nil: no channel is configured.
    package let receipts: ReceiptVerifier?
    package let metering: Metering
    /// The readiness check.
    package let ready: @Sendable () async throws -> Readiness
    /// Finds a tenant, and keeps it open while the returned object lives.
    package let enter: @Sendable (TenantName) async throws(TenantFailure) -> TenantHandle
    /// The summary of a tenant, known without its file, and the file's state; nil: unknown now.
    let summary: @Sendable (TenantName) async -> (summary: TenantSummary, file: TenantFile)?
    /// The operations on all tenants, for the operator; nil at other entrances.
    package let operation: Operation?
    /// A person's record as a file, as the API answers it; nil where no pages stand.
    package let archive: Archive?

    package typealias Archive = @Sendable (ProfileID, Call) async throws -> Response

    /// Checks the receipts of providers by their signatures, and by the time at which they were signed.
    package struct ReceiptVerifier: Sendable {
        package let checks: any ReceiptChecks
        package let now: Now

        package init(_ checks: any ReceiptChecks, now: @escaping Now) {
            self.checks = checks
            self.now = now
        }
    }

    /// The operations on all tenants.
    package struct Operation: Sendable {
        package let tenants: any TenantOperations
        package let rotate: RotateSigningKey
        package let works = Works()

        package init(_ tenants: any TenantOperations, rotating rotate: RotateSigningKey) {
            self.tenants = tenants
            self.rotate = rotate
        }
    }

    /// - Parameter proxies: the trusted proxies through which all requests must come; nil: clients connect directly.
    package init(
        concurrency: ConcurrencyLimits = ConcurrencyLimits(), scheduler: TenantScheduler? = nil,
        limiter: RateLimiter? = nil, proxies: TrustedProxies? = nil,
        tokens: AccessTokens? = nil, publicURL: PublicURL? = nil,
        receipts: ReceiptVerifier? = nil, metering: Metering = .none,
        operation: Operation? = nil, archive: Archive? = nil,
        ready: @escaping @Sendable () async throws -> Readiness,
        summary: @escaping @Sendable (TenantName) async -> (summary: TenantSummary, file: TenantFile)? = { _ in nil },
        enter: @escaping @Sendable (TenantName) async throws(TenantFailure) -> TenantHandle
    ) {
        self.concurrency = concurrency
        self.scheduler = scheduler
        self.limiter = limiter
        source = RequestSource(proxies: proxies)
        self.tokens = tokens
        self.publicURL = publicURL
        self.receipts = receipts
        self.metering = metering
        self.operation = operation
        self.archive = archive
        self.ready = ready
        self.enter = enter
        self.summary = summary
    }
}
