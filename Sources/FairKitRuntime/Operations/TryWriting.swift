package import FairKitStore
package import Logging
import ServiceLifecycle

/// Checks every two seconds whether failed writes work again, by a commit in each file whose last commit failed. Logs
/// when writes fail or hang and when they work again.
package struct TryWriting<Time: Clock<Duration>>: Service {
    private let control: Control
    private let stores: @Sendable () async -> [Store]
    private let clock: Time
    private let logger: Logger

    /// - Parameter stores: the open stores.
    package init(
        control: Control, stores: @escaping @Sendable () async -> [Store], clock: Time, logger: Logger
    ) {
        self.control = control
        self.stores = stores
        self.clock = clock
        self.logger = logger
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            var failed = false
            var wasDamaged = false
            while true {
                failed = await look(failed: failed)
                wasDamaged = await lookForDamage(wasDamaged: wasDamaged)
                try await clock.sleep(for: .seconds(2))
            }
        }
    }

    /// - Returns: whether writes fail now.
    private func look(failed: Bool) async -> Bool {
        let stores = await stores()
        let hang = control.writesHang || stores.contains(where: \.writesHang)
        let isNew = stores.reduce(control.takeFailure()) { $1.takeFailure() || $0 } || hang
        if isNew, !failed {
            logger.error(
                "writes fail or hang: check the data directory's disk, or the database server; the server keeps trying"
            )
        }
        guard control.writesFail || stores.contains(where: \.writesFail) else {
            if isNew || failed { logger.notice("writes succeed again") }
            return false
        }
        // The next check sees whether this failed.
        if control.writesFail, !control.writesHang { try? await control.tryWriting() }
        for store in stores where store.writesFail && !store.writesHang { try? await store.tryWriting() }
        return true
    }

    /// - Returns: whether damaged pages were found.
    private func lookForDamage(wasDamaged: Bool) async -> Bool {
        guard !wasDamaged else { return true }
        let stores = await stores()
        guard control.isDamaged || stores.contains(where: \.isDamaged) else { return false }
        logger.critical(
            "the database is damaged: stop the server, run fairkit db check, and restore the last backup, in a folder with fairkit restore"
        )
        return true
    }
}
