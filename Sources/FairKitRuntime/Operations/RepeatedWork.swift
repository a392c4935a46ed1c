package import FairKitService
package import Logging
import ServiceLifecycle

/// Runs a task of a tenant at start and then again and again, every ten minutes or more often. A failed task is tried
/// again the next time, after ten seconds or more.
package struct RepeatedWork: Service {
    /// Does the due work, and returns how much was done.
    private let work: @Sendable (Tenancy) async throws -> Int
    /// The log message for work that was done.
    private let done: Logger.Message
    /// The log message for work that failed.
    private let failed: Logger.Message
    private var interval = Duration.seconds(600)
    private let tenant: Tenancy
    private let logger: Logger

    /// Erases patients whose time to cancel the erasure has ended.
    package static func carryOutErasures(_ tenant: Tenancy, logger: Logger) -> RepeatedWork {
        RepeatedWork(
            work: { try await $0.profiles.carryOutErasures() }, done: "requested erasures were carried out",
            failed: "requested erasures failed; the server tries again soon", tenant: tenant, logger: logger)
    }

    /// Ends kits whose use-by date has passed.
    package static func expireKits(_ tenant: Tenancy, logger: Logger) -> RepeatedWork {
        RepeatedWork(
            work: { try await $0.kits.expire() }, done: "kits expired",
            failed: "kits could not be expired; the server tries again soon", tenant: tenant, logger: logger)
    }

    /// Reminds patients to send their samples.
    package static func remindOfSamples(_ tenant: Tenancy, logger: Logger) -> RepeatedWork {
        RepeatedWork(
            work: { try await $0.kits.remind() }, done: "patients were reminded to send their samples",
            failed: "patients could not be reminded to send their samples; the server tries again soon",
            tenant: tenant, logger: logger)
    }

    /// Notifies people that their next test is due.
    package static func remindOfTests(_ tenant: Tenancy, logger: Logger) -> RepeatedWork {
        RepeatedWork(
            work: { try await $0.profiles.remindOfTests() }, done: "people were told that their next test is due",
            failed: "people could not be told that their next test is due; the server tries again soon",
            tenant: tenant, logger: logger)
    }

    /// Counts the people of the days that have ended, for the figures of programmes.
    package static func countFigures(_ tenant: Tenancy, logger: Logger) -> RepeatedWork {
        RepeatedWork(
            work: { try await $0.programmes.count() }, done: "people were counted for figures",
            failed: "people could not be counted for figures; the server tries again soon", tenant: tenant,
            logger: logger)
    }

    /// Notifies people of news. It looks often, so that an article arrives soon after it was published.
    package static func notifyNews(_ tenant: Tenancy, logger: Logger) -> RepeatedWork {
        var work = RepeatedWork(
            work: { try await $0.news.notify() }, done: "people were told of news",
            failed: "people could not be told of news; the server tries again soon", tenant: tenant, logger: logger)
        work.interval = .seconds(5)
        return work
    }

    /// Shows patients suspect levels that no person has verified in the tenant's time.
    package static func releaseSuspects(_ tenant: Tenancy, logger: Logger) -> RepeatedWork {
        RepeatedWork(
            work: { try await $0.results.releaseOverdue() }, done: "suspect results were released unverified",
            failed: "suspect results could not be released; the server tries again soon", tenant: tenant, logger: logger
        )
    }

    /// Backfills new and widened groups with alerts that are already open.
    package static func backfillGroups(_ tenant: Tenancy, logger: Logger) -> RepeatedWork {
        var work = RepeatedWork(
            work: { try await $0.alertGroups.backfill() }, done: "open alerts were backfilled to groups",
            failed: "open alerts could not be backfilled to a group yet", tenant: tenant, logger: logger)
        work.interval = .seconds(1)
        return work
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                var pause = interval
                do {
                    let count = try await work(tenant)
                    if count > 0 { logger.notice(done, metadata: ["count": "\(count)"]) }
                } catch {
                    logger.error(failed, metadata: ["error": "\(error)"])
                    pause = max(interval, .seconds(10))
                }
                try await tenant.clock.sleep(for: pause)
            }
        }
    }
}
