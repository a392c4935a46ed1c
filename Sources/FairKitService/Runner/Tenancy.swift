import Coordination
package import CoreMetrics
package import FairKitCore
package import FairKitStore
import KeyRing

/// One open tenant: the base of all its use cases, and the runner for each of them.
///
/// A noun of the domain is a struct over it (`Kits`), and a verb is a file (`Kits+Register.swift`). See the decision
/// `0037-one-runner`.
package final class Tenancy: Sendable {
    package let store: Store
    /// Wakes waiting claims when deliveries become due. Like the feed, it runs beside the server.
    package let waiters: ClaimWaiters
    package let feed: AlertFeed
    package let noticeFeed: NoticeFeed
    let tickets: StreamTickets
    /// Followed by `PushDeliveries`.
    package let webhookChanges = WebhookChanges()
    /// Served by it, too.
    package let webhookProbe = WebhookProbe()
    /// Stored by a service beside the server.
    package let keyUses: KeyUses
    let knownCallers = KnownCallers()
    /// The claims that wait are carried out together, and so are the acks.
    let claims: Deliveries.JointClaims
    let acks: Deliveries.JointAcks
    package let denials: DenialLog
    /// Updated by a service beside the server.
    package let clockSteps: ClockSteps
    /// Updated by `Escalate`, which runs beside the server.
    package let reachability = Reachability()
    let settings: Settings
    let passwords: PasswordWork
    let zones: TimeZones
    let workers: any PictureWorkers
    let resultMetrics: ResultMetrics
    let leaseMetrics: LeaseMetrics
    let photosNotKept: PhotosNotKept
    let spentBudgets: SpentBudgets
    let calendarFiles = WorkedOutCalendars()
    let formTurns = FormTurns()
    /// Emergency accesses (break-glass): records that clinicians opened.
    let emergenciesOpened: Counter
    /// Emergency accesses that no administrator is told about, because none has an account.
    let emergenciesUnheard: Counter
    /// By which everything is found that is due.
    package let time: TenantTime
    package let now: Now
    /// The time that has surely passed, for what can't be undone; never later than `now`.
    package let passed: Now
    /// Where `now` comes from, if servers share the database; else nil.
    let databaseTime: DatabaseTime?
    package let clock: any Clock<Duration>
    package let metrics: any MetricsFactory

    /// Other servers may have committed: claims and webhooks look again.
    package func othersHaveCommitted() {
        waiters.othersHaveCommitted()
        webhookChanges.notify()
    }

    /// The name by which requests mean this tenant.
    package var name: TenantName { settings.link.tenant }

    /// Settings of the installation that apply to its tenants.
    package struct Settings: Sendable {
        /// Builds the links in mails.
        package let link: AccountLink
        /// Webhooks may point to this machine and private networks, and use plain HTTP.
        package let allowsPrivateWebhooks: Bool
        /// The channels that the server has, by which people and teams can be told.
        package let channels: Set<ContactKind>
        /// How many messages clients can cause.
        package let sending: SendingLimits
        /// The countries to whose numbers SMS and calls go.
        package let phones: PhoneCountries
        /// Whether this process sends mail.
        package let sendsMail: Bool
        /// The server's public URL; nil: unknown.
        package let publicURL: PublicURL?

        package init(
            link: AccountLink, allowsPrivateWebhooks: Bool = false, channels: Set<ContactKind> = [],
            sending: SendingLimits = SendingLimits(), phones: PhoneCountries = .standard,
            sendsMail: Bool = false, publicURL: PublicURL? = nil
        ) {
            self.link = link
            self.allowsPrivateWebhooks = allowsPrivateWebhooks
            self.channels = channels
            self.sending = sending
            self.phones = phones
            self.sendsMail = sendsMail
            self.publicURL = publicURL
        }
    }

    /// - Parameters:
    ///   - passwords: the password hasher of all tenants.
    ///   - now: the system's time.
    ///   - clock: the clock for waiting claims.
    ///   - time: the tenant's time, if it was open before; nil: it begins now.
    ///   - passed: the time that has surely passed; nil: the tenant's time.
    package init(
        store: Store, workers: any PictureWorkers, passwords: PasswordWork, zones: TimeZones, settings: Settings,
        databaseTime: DatabaseTime? = nil, now system: @escaping Now, clock: any Clock<Duration>,
        time kept: TenantTime? = nil, passed: Now? = nil, metrics: any MetricsFactory = NOOPMetricsHandler.instance
    ) {
        self.store = store
        self.workers = workers
        self.settings = settings
        self.databaseTime = databaseTime
        self.passwords = passwords
        self.zones = zones
        let time = kept ?? TenantTime(of: system, by: clock)
        let now: Now = { time.now }
        self.time = time
        self.now = now
        self.passed = { passed.map { min($0(), time.now) } ?? time.now }
        self.clock = clock
        self.metrics = metrics
        claims = Deliveries.jointClaims(settings, zones)
        acks = Deliveries.jointAcks(zones)
        waiters = ClaimWaiters(now: now, clock: clock)
        feed = AlertFeed(store: store, clock: clock)
        noticeFeed = NoticeFeed(store: store, clock: clock)
        tickets = StreamTickets(store: store)
        keyUses = KeyUses(store: store)
        denials = DenialLog(store: store, now: now)
        clockSteps = ClockSteps(clock)
        resultMetrics = ResultMetrics(metrics)
        leaseMetrics = LeaseMetrics(metrics)
        photosNotKept = PhotosNotKept(metrics)
        spentBudgets = SpentBudgets(metrics)
        emergenciesOpened = Counter(label: "fairkit_break_glass_total", factory: metrics)
        emergenciesOpened.increment(by: 0)
        emergenciesUnheard = Counter(label: "fairkit_break_glass_unheard_total", factory: metrics)
        emergenciesUnheard.increment(by: 0)
    }
}
