package import CoreMetrics
package import FairKitCore
package import FairKitStore
import KeyRing

/// One open tenant: what all its use cases stand on, and the runner that every one of them goes through.
///
/// A noun is a struct over it (`Kits`), and a verb a file (`Kits+Register.swift`). See the decision `0037-one-runner`.
package final class Tenancy: Sendable {
    package let store: Store
    /// Follows the deliveries that come due, and wakes who waits for them. It runs beside the server, and so does the feed.
    package let bell: AlertBell
    package let feed: AlertFeed
    /// `PushDeliveries` follows it.
    package let webhookChanges = WebhookChanges()
    /// Written by a service beside the server.
    package let keyUses: KeyUses
    let knownCallers = KnownCallers()
    package let denials: DenialLog
    /// Written by a service beside the server, too.
    package let clockSteps: ClockSteps
    let settings: Settings
    let passwords: PasswordWork
    let zones: TimeZones
    let scan: ScanPhoto
    let resultMetrics: ResultMetrics
    let leaseMetrics: LeaseMetrics
    let photosNotKept: PhotosNotKept
    /// Records that clinicians have opened in emergencies.
    let emergenciesOpened: Counter
    /// Of these, those that no administrator is told of, since none has an account.
    let emergenciesUnheard: Counter
    package let now: Now
    package let clock: any Clock<Duration>
    package let metrics: any MetricsFactory

    /// What an installation decides about its tenants.
    package struct Settings: Sendable {
        /// Where the links in mails lead.
        package let link: AccountLink
        /// Webhooks may lead to this machine and its network, and by http.
        package let allowsPrivateWebhooks: Bool
        /// Whether this process sends mail.
        package let sendsMail: Bool
        /// Where people reach this server; nil: it is not known.
        package let publicURL: PublicURL?

        package init(
            link: AccountLink, allowsPrivateWebhooks: Bool = false, sendsMail: Bool = false,
            publicURL: PublicURL? = nil
        ) {
            self.link = link
            self.allowsPrivateWebhooks = allowsPrivateWebhooks
            self.sendsMail = sendsMail
            self.publicURL = publicURL
        }
    }

    /// - Parameters:
    ///   - passwords: hashes for all tenants.
    ///   - clock: what waiting claims wait by.
    package init(
        store: Store, workers: ScanWorkerPool, passwords: PasswordWork, zones: TimeZones, settings: Settings,
        now: @escaping Now, clock: any Clock<Duration>, metrics: any MetricsFactory = NOOPMetricsHandler.instance
    ) {
        self.store = store
        self.settings = settings
        self.passwords = passwords
        self.zones = zones
        self.now = now
        self.clock = clock
        self.metrics = metrics
        bell = AlertBell(now: now, clock: clock)
        feed = AlertFeed(store: store, clock: clock)
        keyUses = KeyUses(store: store)
        denials = DenialLog(store: store, now: now)
        clockSteps = ClockSteps(clock)
        resultMetrics = ResultMetrics(metrics)
        leaseMetrics = LeaseMetrics(metrics)
        photosNotKept = PhotosNotKept(metrics)
        emergenciesOpened = Counter(label: "fairkit_break_glass_total", factory: metrics)
        emergenciesOpened.increment(by: 0)
        emergenciesUnheard = Counter(label: "fairkit_break_glass_unheard_total", factory: metrics)
        emergenciesUnheard.increment(by: 0)
        scan = ScanPhoto(workers: workers, of: store.auditTenant, metrics: metrics)
    }
}
