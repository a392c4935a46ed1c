import FairKitService
import HTTPTypes
package import Hummingbird
import Logging
package import NIOCore

/// The context of a request, as its connection gives it.
package struct FairKitContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// For `100 Continue`, which is sent when a route wants the body.
    package let channel: any Channel
    /// The request id in the log and in the audit log.
    package let requestID: String

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        // Hummingbird's own accessor traps when a log handler keeps no metadata.
        requestID = source.logger[metadataKey: "hb.request.id"]?.description ?? ""
    }

    /// The route's pattern, which holds no ids.
    var pattern: String {
        // Hummingbird calls it NotFound when no route matches.
        endpointPath.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "none"
    }

    /// Runs a waiting body, and cancels it when the client disconnects.
    package func untilClosed<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) async throws -> T {
        let work = Task { try await body() }
        let registered = channel.eventLoop.makePromise(of: Void.self)
        channel.triggerUserOutboundEvent(UploadFlow.Event.notifyClosing { work.cancel() }, promise: registered)
        // If the connection was reset before the request was read, no handler is left to report it.
        registered.futureResult.whenFailure { [channel] _ in if !channel.isActive { work.cancel() } }
        // The client is gone: the body notices the cancellation, and undoes what it could not deliver.
        return try await withTaskCancellationHandler {
            try await work.value
        } onCancel: {
            work.cancel()
        }
    }
}
