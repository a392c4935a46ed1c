package import FairKitService
package import Hummingbird

/// The whole API on one screen.
package func routes(
    _ cases: UseCases, uploads: UploadGate, metering: Metering = .none
) -> Router<FairKitContext> {
    let profiles = Profiles(create: cases.createProfile, read: cases.readProfile)
    let kits = TestKits(register: cases.registerKit, scan: cases.scanPhoto, uploads: uploads)
    let results = Results(
        record: cases.recordResult, correct: cases.correctResult, read: cases.readResult, list: cases.listResults)
    let alerts = Alerts(claim: cases.claimAlerts, deliver: cases.deliverAlert, read: cases.readAlerts)
    let health = Health(check: cases.checkReadiness)

    let router = Router(context: FairKitContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: MeasureRequests(metrics: metering.factory))
    router.add(middleware: LogRequests())
    router.add(middleware: AnswerProblems())

    router.get("/health/live", use: health.live)
    router.get("/health/ready", use: health.ready)

    router.group("/metrics").add(middleware: AuthenticateRequests(authenticate: cases.authenticate))
        .get(use: MetricsPage(metering: metering).showToAdministrator)

    let api = router.group("/api/v1").add(middleware: AuthenticateRequests(authenticate: cases.authenticate))
    api.post("/profiles", use: profiles.create)
    api.get("/profiles/:id", use: profiles.show)
    api.post("/test-kits/register", use: kits.register)
    api.post("/test-kits/scan", use: kits.scan)
    api.post("/results", use: results.record)
    api.get("/results", use: results.list)
    api.get("/results/:id", use: results.show)
    api.post("/results/:id/corrections", use: results.correct)
    api.get("/alerts", use: alerts.list)
    api.get("/alerts/:id", use: alerts.show)
    api.post("/alert-groups/:name/claim", use: alerts.claim)
    api.post("/alert-groups/:name/deliver", use: alerts.deliver)
    return router
}
