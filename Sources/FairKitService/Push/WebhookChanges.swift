/// Tells whoever sends that a webhook was set or removed. Several changes may be told as one; nobody need listen.
package final class WebhookChanges: Sendable {
    let told: AsyncStream<Void>
    private let teller: AsyncStream<Void>.Continuation

    package init() {
        (told, teller) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func tell() {
        teller.yield()
    }
}
