package import FairKitCore
package import FairKitService
package import Hummingbird

/// Where requests come in.
package enum Entrance: Sendable {
    /// TCP: a caller is whose API key it sends.
    case network
    /// The unix socket in the data directory: a caller is trusted, and there are routes that are nowhere else.
    case machine
}

/// What the server answers whoever asks, and how it finds the tenant that answers the rest.
///
/// - Parameters:
///   - more: adds what else there is.
///   - enter: finds a tenant, and keeps it open until what is returned is gone.
///   - ready: tells whether the server can do its work.
package func routes(
    entrance: Entrance = .network, metering: Metering = .none,
    adding more: (Router<FairKitContext>) -> Void = { _ in },
    ready: @escaping @Sendable () async throws -> CheckReadiness.Readiness,
    enter: @escaping @Sendable (TenantName) async throws -> TenantVisit
) -> Router<FairKitContext> {
    let health = Health(check: ready)
    let documents = ServeDocuments()
    let methods = RefuseMethods()

    let router = Router(context: FairKitContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: MeasureRequests(metrics: metering.factory))
    router.add(middleware: LogRequests())
    router.add(middleware: AnswerProblems(methods: methods))
    router.add(middleware: EnterTenant(entrance: entrance, enter: enter))

    router.get("/health/live", use: health.live)
    router.get("/health/ready", use: health.ready)
    router.get("/openapi.yaml", use: documents.openAPI)
    router.get("/docs", use: documents.docs)
    more(router)
    methods.learn(router)
    return router
}

/// The whole API of a tenant on one screen.
///
/// - Parameters:
///   - behindProxy: whether all requests come by a proxy, which says where they come from.
///   - methods: may be the same for several tenants, at the same entrance.
///   - metering: what the tenant's administrators may read of the server; nil: nothing.
package func tenantRoutes(
    _ cases: UseCases, uploads: UploadGate, entrance: Entrance = .network, behindProxy: Bool = false,
    methods: RefuseMethods = RefuseMethods(), metering: Metering? = Metering.none
) -> Router<FairKitContext> {
    let profiles = Profiles(create: cases.createProfile, read: cases.readProfile, change: cases.changeProfile)
    let kits = TestKits(register: cases.registerKit, scan: cases.scanPhoto, uploads: uploads)
    let life = KitLife(
        read: cases.readKits, issue: cases.issueKits, advance: cases.advanceKit, review: cases.reviewKit)
    let results = Results(
        record: cases.recordResult, correct: cases.correctResult, read: cases.readResult, list: cases.listResults)
    let alerts = Alerts(read: cases.readAlerts, peek: cases.peekDeliveries)
    let events = AlertEvents(read: cases.readAlertEvents)
    let stream = AlertStream(follow: cases.followAlertEvents)
    let rules = AlertRules(rules: cases.switchRules)
    let groups = AlertGroups(
        read: cases.readGroups, create: cases.createGroup, change: cases.changeGroup, remove: cases.removeGroup)
    let leases = Leases(
        claim: cases.claimAlerts, deliver: cases.deliverAlerts, extend: cases.extendLease,
        release: cases.releaseDeliveries)
    let parked = Parked(read: cases.readParked, redrive: cases.redriveDeliveries, replay: cases.replayDeliveries)
    let webhooks = Webhooks(
        read: cases.readWebhook, set: cases.setWebhook, remove: cases.removeWebhook, sends: cases.readSends)
    let care = Care(assign: cases.assignCare, list: cases.listCare, end: cases.endCare)
    let emergencies = Emergencies(
        open: cases.openBreakGlass, close: cases.endBreakGlass, review: cases.reviewBreakGlass)
    let shares = Shares(share: cases.shareResults, read: cases.readShares)
    let shared = Shared(
        open: cases.openShare, denials: cases.recordDenials, behindProxy: entrance == .network ? behindProxy : nil)
    let figures = Figures(read: cases.readFigures)
    let audit = Audit(
        read: cases.readAudit, accesses: cases.readAccesses, verify: cases.verifyAudit, export: cases.exportAudit)

    let router = Router(context: FairKitContext.self, options: .autoGenerateHeadEndpoints)
    // A router answers what is thrown in it, so this stands here, too.
    router.add(middleware: AnswerProblems(methods: methods))
    let identify: any MiddlewareProtocol<Request, Response, FairKitContext> =
        switch entrance {
        case .network:
            AuthenticateRequests(
                authenticate: cases.authenticate, denials: cases.recordDenials, behindProxy: behindProxy)
        case .machine: TrustMachine(act: cases.actOnMachine)
        }
    let denials = RecordRefusals(record: cases.recordDenials)
    router.group("/metrics").add(middleware: identify).add(middleware: denials).get(
        use: MetricsPage(metering: metering).showToAdministrator)

    // Nobody has to be anybody for it: the link and its PIN let in.
    router.group("/api/v1").post("/shared", use: shared.show)

    let api = router.group("/api/v1").add(middleware: identify).add(middleware: denials)
    api.post("/profiles", use: profiles.create)
    api.get("/profiles/:id", use: profiles.show)
    api.patch("/profiles/:id", use: profiles.change)
    api.get("/profiles/:id/accesses", use: audit.accesses)
    api.post("/profiles/:id/break-glass", use: emergencies.open)
    api.delete("/profiles/:id/break-glass", use: emergencies.close)
    api.get("/break-glass", use: emergencies.list)
    api.post("/break-glass/:id/review", use: emergencies.review)
    api.get("/profiles/:id/shares", use: shares.list)
    api.post("/profiles/:id/shares", use: shares.create)
    api.delete("/profiles/:id/shares/:share", use: shares.revoke)
    api.get("/care-assignments", use: care.list)
    api.post("/care-assignments", use: care.assign)
    api.post("/care-assignments/:id/end", use: care.end)
    api.get("/figures", use: figures.list)
    api.get("/audit", use: audit.list)
    api.get("/test-kits", use: life.list)
    api.post("/test-kits", use: life.issue)
    api.post("/test-kits/search", use: life.search)
    api.get("/test-kits/:id", use: life.show)
    api.post("/test-kits/:id/status", use: life.report)
    api.get("/test-kits/:id/photo", use: life.photo)
    api.post("/test-kits/:id/review", use: life.review)
    api.post("/test-kits/register", use: kits.register)
    api.post("/test-kits/scan", use: kits.scan)
    api.post("/results", use: results.record)
    api.get("/results", use: results.list)
    api.get("/results/:id", use: results.show)
    api.post("/results/:id/corrections", use: results.correct)
    api.get("/alerts", use: alerts.list)
    api.get("/alerts/events", use: events.list)
    api.get("/alerts/stream", use: stream.stream)
    api.get("/alerts/:id", use: alerts.show)
    api.get("/ws", use: stream.webSocket)
    api.get("/alerts/:id/events", use: events.ofAlert)
    api.get("/alert-rules", use: rules.list)
    api.patch("/alert-rules/:rule", use: rules.change)
    api.get("/alert-groups", use: groups.list)
    api.post("/alert-groups", use: groups.create)
    api.get("/alert-groups/:name", use: groups.show)
    api.patch("/alert-groups/:name", use: groups.change)
    api.delete("/alert-groups/:name", use: groups.remove)
    api.get("/alert-groups/:name/waiting", use: alerts.peek)
    api.post("/alert-groups/:name/claim", use: leases.claim)
    api.post("/alert-groups/:name/deliver", use: leases.deliver)
    api.post("/alert-groups/:name/extend", use: leases.extend)
    api.post("/alert-groups/:name/release", use: leases.release)
    api.get("/alert-groups/:name/parked", use: parked.list)
    api.post("/alert-groups/:name/redrive", use: parked.redrive)
    api.post("/alert-groups/:name/replay", use: parked.replay)
    api.get("/alert-groups/:name/webhook", use: webhooks.show)
    api.put("/alert-groups/:name/webhook", use: webhooks.set)
    api.delete("/alert-groups/:name/webhook", use: webhooks.remove)
    api.get("/alert-groups/:name/sends", use: webhooks.sends)
    if entrance == .machine {
        let keys = Keys(
            list: cases.listKeys, create: cases.createKey, rotate: cases.rotateKey, revoke: cases.revokeKey)
        let local = router.group("/local").add(middleware: identify).add(middleware: denials)
        local.get("/keys", use: keys.list)
        local.post("/keys", use: keys.create)
        local.post("/keys/:id/rotate", use: keys.rotate)
        local.post("/keys/:id/revoke", use: keys.revoke)
        let operations = Operations(statistics: cases.readStatistics, check: cases.checkStore)
        local.get("/statistics", use: operations.statistics)
        local.post("/check", use: operations.check)
        let outbox = Outbox(read: cases.readOutbox, retry: cases.retryMail, test: cases.testMail)
        local.get("/outbox", use: outbox.list)
        local.post("/outbox/test", use: outbox.test)
        local.get("/outbox/:id", use: outbox.show)
        local.post("/outbox/:id/retry", use: outbox.retry)
        local.post("/audit/verify", use: audit.verify)
        local.get("/audit/export", use: audit.export)
    }
    methods.learn(router)
    return router
}

/// What the machine's operator does with all tenants; on the unix socket only.
package func addTenants<Furniture>(
    _ tenants: OpenTenants<Furniture>, to router: Router<FairKitContext>
) {
    let local = router.group("/local").add(middleware: TrustOperator())
    let manage = Tenants(tenants: tenants)
    local.get("/tenants", use: manage.list)
    local.post("/tenants", use: manage.create)
    local.post("/tenants/:name/rename", use: manage.rename)
    local.post("/tenants/:name/suspend", use: manage.suspend)
    local.post("/tenants/:name/resume", use: manage.resume)
    local.post("/tenants/:name/erase", use: manage.erase)
    local.post("/backup", use: manage.backUp)
}
