import FairKitCore
import FairKitService
import HTTPTypes
package import Hummingbird
import Logging
import NIOCore

/// What travels with a request: who asks, and the connection that it came on.
package struct FairKitContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// Set by `AuthenticateRequests`; every route behind it has one.
    var subject: Caller?
    /// Set by `TieCursors`; every route of a tenant has them.
    var cursors: ListCursors?
    /// Where the request comes from: set by `FindAddress`; nil on this machine's socket.
    var address: String?
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

    /// Who asks. A route that is not behind `AuthenticateRequests` has nobody, and is refused.
    var caller: Caller {
        get throws(Problem) {
            guard let subject else { throw Problem.unauthenticated }
            return subject
        }
    }

    /// Where somebody comes from who is not known yet.
    func origin(of request: Request) -> Origin {
        Origin(address: address, client: request.headers[.userAgent], requestID: requestID)
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
