/// Notifies `PushDeliveries` that a webhook was set or removed. Several changes may arrive as one notification.
package final class WebhookChanges: Sendable {
    package let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    package init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    package func notify() {
        continuation.yield()
    }
}
