import Coordination
package import FairKitStore
import ServiceLifecycle

/// Closes connections and files that were not used for a while, so that a tenant that rests holds little. See the decision
/// `0061-what-an-open-tenant-holds`.
package struct CloseUnused<Time: Clock<Duration>>: Service {
    private let control: Control
    private let stores: @Sendable () async -> [Store]
    private let clock: Time

    /// How long one may rest at least, and at most twice as long.
    package static var interval: Duration { .seconds(10) }

    /// - Parameter stores: those that are open.
    package init(control: Control, stores: @escaping @Sendable () async -> [Store], clock: Time) {
        self.control = control
        self.stores = stores
        self.clock = clock
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await clock.sleep(for: CloseUnused.interval)
                let stores = await stores()
                await apart {
                    _ = control.closeUnused()
                    for store in stores { _ = store.closeUnused() }
                }
            }
        }
    }
}
