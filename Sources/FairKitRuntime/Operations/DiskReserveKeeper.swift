package import FairKitVault
package import Logging
import ServiceLifecycle

import class SQLCipher.DiskReserve

/// Keeps the disk reserve: checks every two seconds whether a full disk has free space again, and logs when it fills
/// and when it is freed. See decision 0017.
package struct DiskReserveKeeper<Time: Clock<Duration>>: Service {
    private let held: HeldDirectory
    private let clock: Time
    private let logger: Logger

    package init(held: HeldDirectory, clock: Time, logger: Logger) {
        self.held = held
        self.clock = clock
        self.logger = logger
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            var wasFull = false
            while true {
                wasFull = look(wasFull: wasFull)
                try await clock.sleep(for: .seconds(2))
            }
        }
    }

    /// - Returns: whether the disk is full now.
    private func look(wasFull: Bool) -> Bool {
        guard held.isDiskFull else { return false }
        let shortage = held.makeReserve()
        if !wasFull {
            logger.error(
                "the disk is full: only critical results and their alerts are stored until space is free",
                metadata: shortage?.metadata)
        }
        if shortage == nil { logger.notice("the disk has free space again: everything is stored") }
        return shortage != nil
    }
}

extension DiskReserve.Shortage {
    /// The details for the operator.
    fileprivate var metadata: Logger.Metadata {
        switch self {
        case .room(let needed, let free): ["neededBytes": "\(needed)", "freeBytes": "\(free)"]
        case .system(let reason): ["reason": "\(reason)"]
        }
    }
}
