import FairKitCore
import FairKitService
import HTTPTypes
package import Hummingbird
import Logging
import NIOCore

/// What travels with a request: who asks, and the connection that it came on.
package struct FairKitContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// Set by `Frame`, as is all that follows.
    var services: SharedServices?
    /// The tenant, where the route belongs to one.
    var visit: TenantVisit?
    /// Whose access token the request shows, where that was found out before the tenant was entered.
    var tokenHolder: AccessTokens.Holder?
    /// The caller, once it is identified.
    var identified: Caller?
    /// The cursors of the list that is asked for.
    var cursors: ListCursors?
    /// Where the request comes from; nil on this machine's socket.
    var address: IPAddress?
    /// Why a sign-in is refused, unless it comes from a place that its account has signed in from; nil: it is not held up.
    var heldUp: RateLimiter.Verdict?
    /// For `100 Continue`, which is sent when the body is wanted.
    package let channel: any Channel
    /// The request's number in the log and in the audit.
    let requestID: String

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        // Hummingbird's own accessor traps when a log handler keeps no metadata.
        requestID = source.logger[metadataKey: "hb.request.id"]?.description ?? ""
    }

    /// The caller. A route that is not for authenticated callers has none, and is refused.
    var caller: Caller {
        get throws(Problem) {
            guard let identified else { throw Problem.unauthenticated }
            return identified
        }
    }

    /// What the tenant can be asked to do.
    var tenancy: Tenancy {
        get throws(Problem) { try tenant.tenancy }
    }

    /// The tenant that the request names.
    var tenant: TenantVisit {
        get throws(Problem) {
            guard let visit else { throw Problem.internal }
            return visit
        }
    }

    /// What all tenants share.
    var shared: SharedServices {
        get throws(Problem) {
            guard let services else { throw Problem.internal }
            return services
        }
    }

    /// The rate limits that hold for this request.
    var limits: RequestLimits {
        get throws(Problem) { RequestLimits(try shared.limiter, in: try tenant.name, from: address) }
    }

    /// The access tokens of the tenant; nil: people can't sign in here.
    var tokens: TenantTokens? {
        get throws(Problem) {
            let tenant = try tenant.id
            return try shared.tokens.map { TenantTokens($0, of: tenant) }
        }
    }

    /// Where a client comes from that has no identity yet.
    func origin(of request: Request) -> Origin {
        Origin(address: address?.description, client: request.headers[.userAgent], requestID: requestID)
    }

    /// The route's pattern, which holds no id.
    var pattern: String {
        // Hummingbird calls it NotFound when no route is found.
        endpointPath.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "none"
    }

    /// Runs a body that waits; it is cancelled when the client goes away.
    func untilClosed<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) async throws -> T {
        let work = Task { try await body() }
        let told = channel.eventLoop.makePromise(of: Void.self)
        channel.triggerUserOutboundEvent(UploadFlow.Event.tellClosing { work.cancel() }, promise: told)
        // A connection that was reset before the request was read has nobody left who could tell.
        told.futureResult.whenFailure { [channel] _ in if !channel.isActive { work.cancel() } }
        // Nobody is there any more: the body notices, and undoes what nobody was told.
        return try await withTaskCancellationHandler {
            try await work.value
        } onCancel: {
            work.cancel()
        }
    }

    /// An id in the path; one that can't be an id names nothing.
    func id<T>(_ name: String, of type: T.Type, _ parse: (String) -> T?) throws(Problem) -> T {
        guard let text = parameters.get(name), let id = parse(text) else { throw Problem.notFound }
        return id
    }
}
