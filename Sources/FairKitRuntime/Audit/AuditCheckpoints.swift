package import CoreMetrics
package import FairKitCore
package import FairKitService
package import FairKitStore
import FairKitVault
package import Logging
import ServiceLifecycle

/// Signs a checkpoint of the audit log, and keeps it outside the database: every minute with new entries, and every
/// thousand entries. Also writes the counted denials. See decision 0020.
package struct AuditCheckpoints<Time: Clock<Duration>>: Service {
    private let store: Store
    private let denials: DenialLog
    private let leadership: Leadership
    private let now: Now
    private let clock: Time
    private let refusals: Counter
    private let logger: Logger

    /// - Parameter leadership: whether this server signs the checkpoints now. Each server writes the denials that it
    ///   counted.
    package init(
        store: Store, denials: DenialLog, leadership: Leadership = .always, now: @escaping Now, clock: Time,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance, logger: Logger
    ) {
        self.store = store
        self.denials = denials
        self.leadership = leadership
        self.now = now
        self.clock = clock
        refusals = Counter(label: "fairkit_audit_notes_refused_total", factory: metrics)
        refusals.increment(by: 0)
        self.logger = logger
    }

    /// The state that one round leaves to the next.
    private struct Past {
        var last: Timestamp
        var isRefused = false
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            var past = Past(last: now())
            while true {
                await look(&past)
                try await clock.sleep(for: .seconds(1))
            }
        }
        do { try await denials.writeCounted(atOnce: true) } catch {
            logger.error("refused requests could not be written to the audit log", metadata: ["error": "\(error)"])
        }
    }

    private func look(_ past: inout Past) async {
        // `DiskReserveKeeper` reports a full disk; denials and checkpoints wait.
        guard !store.isDiskFull else { return }
        do {
            try await denials.writeCounted()
            guard leadership.isHeld else { return }
            let (now, waiting) = (now(), try await store.unnotedEntries())
            let isDue = waiting >= AuditCheckpoint.interval || past.last.advanced(by: .seconds(60)) <= now
            guard isDue else { return }
            past.last = now
            guard waiting != 0 else { return }
            let isRefused = try await store.logAudit(at: now) == .refused
            if isRefused { refusals.increment() }
            if isRefused, !past.isRefused {
                logger.error(
                    "the audit log lost entries, a sign of tampering: run fairkit audit verify, and keep a copy of the data directory"
                )
            }
            past.isRefused = isRefused
        } catch {
            logger.error("the checkpoint of the audit log could not be stored", metadata: ["error": "\(error)"])
        }
    }
}
