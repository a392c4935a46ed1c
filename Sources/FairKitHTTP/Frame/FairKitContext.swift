import FairKitCore
import FairKitService
import HTTPTypes
package import Hummingbird
import Logging
import NIOCore

/// The context of a request: its caller, its tenant, and its connection.
package struct FairKitContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// Set by `Frame`, like everything below.
    var services: SharedServices?
    /// The tenant, if the route belongs to one.
    var visit: TenantHandle?
    /// The holder of the request's access token, if it was checked before the tenant was opened.
    var tokenHolder: AccessTokens.Holder?
    /// The authenticated caller.
    var identified: Caller?
    /// The cursors of the requested list.
    var cursors: ListCursors?
    /// Responds to the parts of a batch of requests.
    var parts: PartResponder?
    /// The client's address; nil on the control socket.
    var address: IPAddress?
    /// Why a sign-in is refused unless its account has signed in from this client address before, or its secret is
    /// right; nil: it is not limited.
    var throttledBy: RateLimiter.Verdict?
    /// For `100 Continue`, which is sent when a route wants the body.
    package let channel: any Channel
    /// The request id in the log and in the audit log.
    let requestID: String

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        // Hummingbird's own accessor traps when a log handler keeps no metadata.
        requestID = source.logger[metadataKey: "hb.request.id"]?.description ?? ""
    }

    /// The caller. A route without authentication has none, and is refused.
    var caller: Caller {
        get throws(Problem) {
            guard let identified else { throw Problem.unauthenticated }
            return identified
        }
    }

    /// The use cases of the tenant.
    var tenancy: Tenancy {
        get throws(Problem) { try tenant.tenancy }
    }

    /// The tenant that the request names.
    var tenant: TenantHandle {
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

    /// The rate limits of this request.
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

    /// The origin of an unauthenticated client.
    func origin(of request: Request) -> Origin {
        Origin(address: address?.description, client: request.headers[.userAgent], requestID: requestID)
    }

    /// The route's pattern, which holds no ids.
    var pattern: String {
        // Hummingbird calls it NotFound when no route matches.
        endpointPath.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "none"
    }

    /// Runs a waiting body, and cancels it when the client disconnects.
    func untilClosed<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) async throws -> T {
        let work = Task { try await body() }
        let told = channel.eventLoop.makePromise(of: Void.self)
        channel.triggerUserOutboundEvent(UploadFlow.Event.notifyClosing { work.cancel() }, promise: told)
        // If the connection was reset before the request was read, no handler is left to report it.
        told.futureResult.whenFailure { [channel] _ in if !channel.isActive { work.cancel() } }
        // The client is gone: the body notices the cancellation, and undoes what it could not deliver.
        return try await withTaskCancellationHandler {
            try await work.value
        } onCancel: {
            work.cancel()
        }
    }

    /// An id in the path. A malformed id is not found.
    func id<T>(_ name: String, of type: T.Type, _ parse: (String) -> T?) throws(Problem) -> T {
        guard let text = parameters.get(name), let id = parse(text) else { throw Problem.notFound }
        return id
    }
}
