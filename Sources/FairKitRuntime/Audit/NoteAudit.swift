package import CoreMetrics
package import FairKitCore
package import FairKitService
package import FairKitStore
import FairKitVault
package import Logging
import ServiceLifecycle

/// Signs how far the audit has come, and notes it outside the database, every minute in which something was written and after a
/// thousand entries; and writes the refusals that were counted. See the decision `0020-a-chained-audit`.
package struct NoteAudit<Time: Clock<Duration>>: Service {
    private let store: Store
    private let denials: DenialLog
    private let now: Now
    private let clock: Time
    private let refusals: Counter
    private let logger: Logger

    package init(
        store: Store, denials: DenialLog, now: @escaping Now, clock: Time,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance, logger: Logger
    ) {
        self.store = store
        self.denials = denials
        self.now = now
        self.clock = clock
        refusals = Counter(label: "fairkit_audit_notes_refused_total", factory: metrics)
        refusals.increment(by: 0)
        self.logger = logger
    }

    /// What a round leaves to the next.
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
            logger.error("refusals could not be written to the audit", metadata: ["error": "\(error)"])
        }
    }

    private func look(_ past: inout Past) async {
        // A full disk is told elsewhere; what is counted and not signed waits.
        guard !store.isDiskFull else { return }
        do {
            try await denials.writeCounted()
            let (now, waiting) = (now(), try await store.unnotedEntries())
            let isDue = waiting >= AuditCheckpoint.interval || past.last.advanced(by: .seconds(60)) <= now
            guard isDue else { return }
            past.last = now
            guard waiting > 0 else { return }
            let isRefused = try await store.noteAudit(at: now) == .refused
            if isRefused { refusals.increment() }
            if isRefused, !past.isRefused {
                logger.error(
                    "the audit is not what it was: run fairkit audit verify, and keep a copy of the data directory")
            }
            past.isRefused = isRefused
        } catch {
            logger.error("how far the audit has come could not be noted", metadata: ["error": "\(error)"])
        }
    }
}
