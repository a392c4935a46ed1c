import Coordination
package import FairKitStore
import ServiceLifecycle

/// Closes connections and files that were unused for a while, so that an idle tenant holds few resources. See the
/// decision `0061-what-an-open-tenant-holds`.
package struct IdleResourceCloser<Time: Clock<Duration>>: Service {
    private let control: Control
    private let stores: @Sendable () async -> [Store]
    private let clock: Time

    /// The least idle time before closing; the most is twice this.
    package static var interval: Duration { .seconds(10) }

    /// - Parameter stores: the open stores.
    package init(control: Control, stores: @escaping @Sendable () async -> [Store], clock: Time) {
        self.control = control
        self.stores = stores
        self.clock = clock
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await clock.sleep(for: IdleResourceCloser.interval)
                let stores = await stores()
                await onBlockingThread {
                    _ = control.closeUnused()
                    for store in stores { _ = store.closeUnused() }
                }
            }
        }
    }
}
