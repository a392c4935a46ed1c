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
///   - limiter: holds up addresses that ask for tenants that there are not; nil: nobody is.
///   - proxies: by whom all requests come, and who say from where; nil: from anybody.
///   - tokens: whose public keys are shown; nil: nobody signs in here.
///   - more: adds what else there is.
///   - enter: finds a tenant, and keeps it open until what is returned is gone.
///   - ready: tells whether the server can do its work.
package func routes(
    entrance: Entrance = .network, metering: Metering = .none, limiter: RateLimiter? = nil,
    proxies: TrustedProxies? = nil,
    tokens: AccessTokens? = nil, adding more: (Router<FairKitContext>) -> Void = { _ in },
    ready: @escaping @Sendable () async throws -> CheckReadiness.Readiness,
    enter: @escaping @Sendable (TenantName) async throws -> TenantVisit
) -> Router<FairKitContext> {
    let health = Health(check: ready)
    let documents = ServeDocuments()
    let source = RequestSource(proxies: proxies)
    let strangers = LimitStrangers(limiter: limiter, source: source)
    let methods = RefuseMethods()

    let router = Router(context: FairKitContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: MeasureRequests(metrics: metering.factory))
    router.add(middleware: LogRequests())
    router.add(middleware: AnswerProblems(methods: methods))
    router.add(middleware: RefuseDetours(source: source))
    router.add(middleware: EnterTenant(entrance: entrance, strangers: strangers, enter: enter))

    router.get("/health/live", use: health.live)
    router.get("/health/ready", use: health.ready)
    router.get("/openapi.yaml", use: documents.openAPI)
    router.get("/docs", use: documents.docs)
    for kind in ["confirmation", "invitation", "reset"] { router.get("/account/\(kind)", use: documents.account) }
    router.get("/account/page.css", use: documents.style)
    router.get("/account/page.js", use: documents.script)
    if let tokens {
        router.get("/.well-known/jwks.json") { _, _ in Answer(tokens.published) }
    }
    more(router)
    methods.learn(router)
    return router
}

/// The whole API of a tenant on one screen.
///
/// - Parameters:
///   - proxies: by whom all requests come, and who say from where; nil: from anybody.
///   - limits: how fast callers may ask; nil: as fast as they like.
///   - methods: may be the same for several tenants, at the same entrance.
///   - tokens: what people are let in by; nil: nobody signs in here.
///   - publicURL: where people reach this server; nil: it is not known.
///   - metering: what the tenant's administrators may read of the server; nil: nothing.
package func tenantRoutes(
    _ cases: UseCases, uploads: UploadGate, entrance: Entrance = .network, proxies: TrustedProxies? = nil,
    limits: TenantLimits? = nil, methods: RefuseMethods = RefuseMethods(), tokens: TenantTokens? = nil,
    publicURL: PublicURL? = nil, metering: Metering? = Metering.none
) -> Router<FairKitContext> {
    let profiles = Profiles(create: cases.createProfile, read: cases.readProfile, change: cases.changeProfile)
    let records = Records(
        export: cases.exportProfile, erase: cases.eraseProfile, hold: cases.holdProfile, erased: cases.listErased,
        uploads: uploads)
    let kits = TestKits(register: cases.registerKit, scan: cases.scanPhoto, uploads: uploads)
    let life = KitLife(
        read: cases.readKits, issue: cases.issueKits, advance: cases.advanceKit, review: cases.reviewKit)
    let results = Results(
        record: cases.recordResult, correct: cases.correctResult, read: cases.readResult, list: cases.listResults)
    let alerts = Alerts(read: cases.readAlerts, peek: cases.peekDeliveries)
    let events = AlertEvents(read: cases.readAlertEvents)
    let stream = AlertStream(follow: cases.followAlertEvents, publicURL: publicURL)
    let rules = AlertRules(rules: cases.switchRules)
    let groups = AlertGroups(
        read: cases.readGroups, create: cases.createGroup, change: cases.changeGroup, remove: cases.removeGroup)
    let leases = Leases(
        claim: cases.claimAlerts, ack: cases.ackDeliveries, extend: cases.extendLease,
        release: cases.releaseDeliveries)
    let parked = Parked(read: cases.readParked, redrive: cases.redriveDeliveries, replay: cases.replayDeliveries)
    let webhooks = Webhooks(
        read: cases.readWebhook, set: cases.setWebhook, remove: cases.removeWebhook,
        attempts: cases.readDeliveryAttempts)
    let care = Care(assign: cases.assignCare, list: cases.listCare, end: cases.endCare)
    let emergencies = Emergencies(
        open: cases.openBreakGlass, close: cases.endBreakGlass, review: cases.reviewBreakGlass)
    let shares = Shares(share: cases.shareResults, read: cases.readShares)
    let shared = Shared(open: cases.openShare, denials: cases.recordDenials)
    let figures = Figures(read: cases.readFigures)
    let audit = Audit(
        read: cases.readAudit, accesses: cases.readAccesses, verify: cases.verifyAudit, export: cases.exportAudit)

    let router = Router(context: FairKitContext.self, options: .autoGenerateHeadEndpoints)
    // A router answers what is thrown in it, so this stands here, too.
    let answer = AnswerProblems(methods: methods)
    router.add(middleware: answer)
    router.add(middleware: TieCursors(seal: cases.sealCursors))
    let source = RequestSource(proxies: proxies)
    if entrance == .network { router.add(middleware: FindAddress(source: source)) }
    if let limits { router.add(middleware: LimitSignIns(limits: limits, source: source, answer: answer)) }
    func identify(urgent isUrgent: Bool = false) -> any MiddlewareProtocol<Request, Response, FairKitContext> {
        switch entrance {
        case .network:
            AuthenticateRequests(
                authenticate: cases.authenticate, denials: cases.recordDenials, tokens: tokens, source: source,
                limits: limits, isUrgent: isUrgent)
        case .machine: TrustMachine(act: cases.actOnMachine)
        }
    }
    let denials = RecordRefusals(record: cases.recordDenials)
    router.group("/metrics").add(middleware: identify(urgent: true)).add(middleware: denials).get(
        for: .readMetrics, use: MetricsPage(metering: metering).showToAdministrator)

    let api = router.group("/api/v1").add(middleware: identify())
        .add(middleware: LimitRates(limits: limits, answer: answer)).add(middleware: denials)
    // Nobody has to be anybody for it: the link and its PIN let in.
    router.group("/api/v1").post("/shared", use: shared.show)
    // Reading, claiming, acking and pushing alerts: callers with a role in them are not rate-limited here.
    let urgent = router.group("/api/v1").add(middleware: identify(urgent: true)).add(
        middleware: LimitRates(limits: limits, answer: answer, spares: [.consumer, .clinician, .administrator])
    ).add(middleware: denials)
    api.post("/profiles", for: .createProfile, use: profiles.create)
    api.get("/profiles/:id", for: .readProfile, use: profiles.show)
    api.patch("/profiles/:id", for: .changeProfile, use: profiles.change)
    api.get("/profiles/:id/accesses", for: .readAccesses, use: audit.accesses)
    api.post("/profiles/:id/break-glass", for: .breakGlass, use: emergencies.open)
    api.delete("/profiles/:id/break-glass", for: .breakGlass, use: emergencies.close)
    api.get("/break-glass", for: .reviewBreakGlass, use: emergencies.list)
    api.post("/break-glass/:id/review", for: .reviewBreakGlass, use: emergencies.review)
    api.get("/profiles/:id/shares", for: .shareResults, use: shares.list)
    api.post("/profiles/:id/shares", for: .shareResults, use: shares.create)
    api.delete("/profiles/:id/shares/:share", for: .shareResults, use: shares.revoke)
    api.get("/care-assignments", for: .manageCare, use: care.list)
    api.post("/care-assignments", for: .manageCare, use: care.assign)
    api.post("/care-assignments/:id/end", for: .manageCare, use: care.end)
    api.get("/figures", for: .readFigures, use: figures.list)
    api.get("/profiles/:id/export", for: .exportRecord, use: records.export)
    api.post("/profiles/:id/erase", for: .eraseRecord, use: records.erase)
    api.get("/profiles/:id/hold", for: .holdRecord, use: records.showHold)
    api.put("/profiles/:id/hold", for: .holdRecord, use: records.setHold)
    api.delete("/profiles/:id/hold", for: .holdRecord, use: records.releaseHold)
    api.get("/audit", for: .readAudit, use: audit.list)
    api.get("/test-kits", for: .readKits, use: life.list)
    api.post("/test-kits", for: .issueKits, use: life.issue)
    api.post("/test-kits/search", for: .readKits, use: life.search)
    api.get("/test-kits/:id", for: .readKits, use: life.show)
    api.post("/test-kits/:id/status", for: .reportKitStatus, use: life.report)
    api.get("/test-kits/:id/photo", for: .reviewKits, use: life.photo)
    api.post("/test-kits/:id/review", for: .reviewKits, use: life.review)
    api.post("/test-kits/register", for: .registerKit, use: kits.register)
    api.post("/test-kits/scan", for: .scanPhoto, use: kits.scan)
    api.post("/results", for: .recordResult, use: results.record)
    api.get("/results", for: .readResults, use: results.list)
    api.get("/results/:id", for: .readResults, use: results.show)
    api.post("/results/:id/corrections", for: .correctResult, use: results.correct)
    urgent.get("/alerts", for: .readAlerts, use: alerts.list)
    urgent.get("/alerts/events", for: .readAlertEvents, use: events.list)
    urgent.get("/alerts/stream", for: .readAlertEvents, use: stream.stream)
    urgent.get("/alerts/:id", for: .readAlerts, use: alerts.show)
    urgent.get("/ws", for: .readAlertEvents, use: stream.webSocket)
    urgent.get("/alerts/:id/events", for: .readAlertEvents, use: events.ofAlert)
    api.get("/alert-rules", for: .readGroups, use: rules.list)
    api.patch("/alert-rules/:rule", for: .operateQueue, use: rules.change)
    api.get("/alert-groups", for: .readGroups, use: groups.list)
    api.post("/alert-groups", for: .operateQueue, use: groups.create)
    api.get("/alert-groups/:name", for: .readGroups, use: groups.show)
    api.patch("/alert-groups/:name", for: .operateQueue, use: groups.change)
    api.delete("/alert-groups/:name", for: .operateQueue, use: groups.remove)
    urgent.get("/alert-groups/:name/waiting", for: .peekAlerts, use: alerts.peek)
    urgent.post("/alert-groups/:name/claim", for: .consumeAlerts, use: leases.claim)
    urgent.post("/alert-groups/:name/ack", for: .consumeAlerts, use: leases.ack)
    urgent.post("/alert-groups/:name/extend", for: .consumeAlerts, use: leases.extend)
    urgent.post("/alert-groups/:name/release", for: .consumeAlerts, use: leases.release)
    api.get("/alert-groups/:name/parked", for: .operateQueue, use: parked.list)
    api.post("/alert-groups/:name/redrive", for: .operateQueue, use: parked.redrive)
    api.post("/alert-groups/:name/replay", for: .operateQueue, use: parked.replay)
    urgent.get("/alert-groups/:name/webhook", for: .operateQueue, use: webhooks.show)
    urgent.put("/alert-groups/:name/webhook", for: .operateQueue, use: webhooks.set)
    urgent.delete("/alert-groups/:name/webhook", for: .operateQueue, use: webhooks.remove)
    api.get("/alert-groups/:name/delivery-attempts", for: .operateQueue, use: webhooks.attempts)
    let accounts = Accounts(manage: cases.manageAccounts, invite: cases.invitePerson, settings: cases.changeSettings)
    api.get("/settings", for: .manageSettings, use: accounts.settings)
    api.patch("/settings", for: .manageSettings, use: accounts.changeSettings)
    api.get("/accounts", for: .manageAccounts, use: accounts.list)
    api.get("/accounts/invitations", for: .manageAccounts, use: accounts.invitations)
    api.post("/accounts/invitations", for: .manageAccounts, use: accounts.invite)
    api.delete("/accounts/invitations/:id", for: .manageAccounts, use: accounts.revoke)
    api.get("/accounts/:id", for: .manageAccounts, use: accounts.show)
    api.delete("/accounts/:id", for: .manageAccounts, use: accounts.delete)
    api.post("/accounts/:id/suspend", for: .manageAccounts, use: accounts.suspend)
    api.post("/accounts/:id/resume", for: .manageAccounts, use: accounts.resume)
    api.post("/accounts/:id/sign-out", for: .manageAccounts, use: accounts.signOut)
    api.delete("/accounts/:id/mfa", for: .manageAccounts, use: accounts.removeFactor)
    if let tokens {
        let open = router.group("/api/v1/auth").add(
            middleware: RecordStrangers(record: cases.recordDenials, source: source))
        let signIns = SignIns(
            signIn: cases.signIn, answer: cases.answerChallenge, setUp: cases.setUpSecondFactor,
            refresh: cases.refreshSession, ask: cases.askForMail, choose: cases.choosePassword, tokens: tokens)
        open.post("/login", use: signIns.login)
        open.post("/mfa/setup", use: signIns.setUp)
        open.post("/mfa/verify", use: signIns.verify)
        open.post("/refresh", use: signIns.refresh)
        open.post("/register", use: signIns.register)
        open.post("/confirm", use: signIns.confirm)
        open.post("/password/forgot", use: signIns.forgot)
        open.post("/password/reset", use: signIns.reset)
        let own = OwnAccounts(
            account: cases.ownAccount, sessions: cases.ownSessions, setUp: cases.setUpSecondFactor,
            factor: cases.changeSecondFactor)
        api.get("/auth/me", use: own.me)
        api.delete("/auth/me", use: own.delete)
        api.post("/auth/me/mfa", use: own.setUpFactor)
        api.delete("/auth/me/mfa", use: own.removeFactor)
        api.post("/auth/me/backup-codes", use: own.renewCodes)
        api.post("/auth/password", use: own.changePassword)
        api.post("/auth/logout", use: own.logout)
        api.get("/auth/sessions", use: own.list)
        api.delete("/auth/sessions", use: own.endOthers)
        api.delete("/auth/sessions/:id", use: own.end)
        api.get("/auth/sign-ins", use: own.signIns)
    }
    if entrance == .machine {
        let keys = Keys(
            list: cases.listKeys, create: cases.createKey, rotate: cases.rotateKey, revoke: cases.revokeKey)
        let local = router.group("/local").add(middleware: identify()).add(middleware: denials)
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
        local.get("/erased-profiles", use: records.listErased)
        local.post("/audit/verify", use: audit.verify)
        local.get("/audit/export", use: audit.export)
    }
    methods.learn(router)
    return router
}

/// What the machine's operator does with all tenants; on the unix socket only.
package func addTenants<Furniture>(
    _ tenants: OpenTenants<Furniture>, rotating rotate: RotateSigningKey, to router: Router<FairKitContext>
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
    local.post("/signing-keys/rotate", use: TokenKeys(tenants: tenants, rotate: rotate).rotate)
}
