import FairKitCore
import HTTPTypes

extension Route {
    /// Operations on the server and on one tenant: mail, statistics, health, metrics, documents.
    static let operations: [Route] = [
        .everyone("/health/live", Health.live).unlimited.forProbes,
        .everyone("/health/ready", Health.ready).forProbes,
        .page("/metrics", for: .readMetrics, MetricsPage.showToAdministrator),
        .everyone("/metrics", MetricsPage.showToThisMachine).unlimited.only(.metrics),
        .everyone("/openapi.yaml", ServeDocuments.page),
        .everyone("/docs", ServeDocuments.page),
        .everyone("/docs/{page}", ServeDocuments.page),
        .everyone("/", ServeDocuments.front),
        .everyone("/account/confirmation", ServeDocuments.account.answer),
        .everyone("/account/invitation", ServeDocuments.account.answer),
        .everyone("/account/reset", ServeDocuments.account.answer),
        .everyone("/account/email-change", ServeDocuments.account.answer),
        .everyone("/account/sign-in", ServeDocuments.account.answer),
        .everyone("/account/page.css", ServeDocuments.style.answer),
        .everyone("/account/page.js", ServeDocuments.accountScript.answer),
        .everyone("/account/common.js", ServeDocuments.commonScript.answer),
        .everyone("/alert/acknowledge", ServeDocuments.alert.answer),
        .everyone("/alert/acknowledge.js", ServeDocuments.alertScript.answer),
        .everyone("/shared/results", ServeDocuments.shared.answer),
        .everyone("/shared/results.js", ServeDocuments.sharedScript.answer),
        .local(.get, "/statistics", for: .operateStore, Operations.statistics),
        .local(.get, "/ended-access", for: .operateStore, Operations.listEndedAccess),
        .local(.post, "/check", for: .operateStore, Operations.check),
        .local(.get, "/outbox", for: .operateOutbox, Outbox.list),
        .local(.post, "/outbox/test", for: .operateOutbox, Outbox.test),
        .local(.get, "/outbox/{id}", for: .operateOutbox, Outbox.show),
        .local(.post, "/outbox/{id}/retry", for: .operateOutbox, Outbox.retry),
    ]
}
