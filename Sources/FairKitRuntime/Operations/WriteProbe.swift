package import FairKitCore
package import FairKitStore
package import Logging
import ServiceLifecycle

/// Checks every two seconds whether failed writes work again, by a commit in each file whose last commit failed. Logs
/// when writes fail or hang and when they work again.
package struct WriteProbe<Time: Clock<Duration>>: Service {
    private let control: Control
    private let stores: @Sendable () async -> [(tenant: TenantName, store: Store)]
    private let now: Now
    private let clock: Time
    private let logger: Logger

    /// - Parameter stores: the open stores.
    package init(
        control: Control, stores: @escaping @Sendable () async -> [(tenant: TenantName, store: Store)],
        now: @escaping Now, clock: Time, logger: Logger
    ) {
        self.control = control
        self.stores = stores
        self.now = now
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
                await reportAlteredRows()
                try await clock.sleep(for: .seconds(2))
            }
        }
    }

    /// - Returns: whether writes fail now.
    private func look(failed: Bool) async -> Bool {
        let stores = await stores().map(\.store)
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
        let stores = await stores().map(\.store)
        guard control.isDamaged || stores.contains(where: \.isDamaged) else { return false }
        logger.critical(
            "the database is damaged: stop the server, run fairkit db check, and restore the last backup, in a folder with fairkit restore"
        )
        return true
    }

    /// Logs each table in which rows were found that were changed by hand, and records it in the tenant's audit log.
    private func reportAlteredRows() async {
        for (tenant, store) in await stores() {
            for table in store.takeAltered() {
                logger.critical(
                    "rows of the database were changed by hand; they give no rights",
                    metadata: ["tenant": "\(tenant.text)", "table": "\(table)"])
                do { try await store.recordAltered(table, at: now()) } catch {
                    logger.error("the audit log has no entry of that", metadata: ["error": "\(error)"])
                }
            }
        }
    }
}
