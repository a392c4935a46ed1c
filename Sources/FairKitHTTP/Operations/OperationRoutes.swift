import FairKitCore
import FairKitFrame
import HTTPTypes

extension Route {
    /// Operations on the server and on one tenant: mail, statistics, health, metrics, documents.
    static let operations: [Route] = [
        .everyone(.get, "/health/live", Health.live).unlimited.forProbes,
        .everyone(.get, "/health/ready", Health.ready).forProbes,
        .api(.get, "/metrics", for: .readMetrics, MetricsPage.showToAdministrator).page,
        .api(.get, "/clinic/health", for: .readMetrics, Operations.clinicHealth),
        .api(.post, "/diagnostics", for: .sendDiagnostics, Diagnostics.send),
        .api(.get, "/diagnostics", for: .readMetrics, Diagnostics.list),
        .everyone(.get, "/metrics", MetricsPage.showToThisMachine).unlimited.only(.metrics),
        .everyone(.get, "/openapi.yaml", ServeDocuments.page),
        .everyone(.get, "/docs", ServeDocuments.page),
        .everyone(.get, "/docs/{page}", ServeDocuments.page),
        .everyone(.get, "/account/page.css", ServeDocuments.style.answer),
        .everyone(.get, "/account/common.js", ServeDocuments.commonScript.answer),
        .everyone(.get, "/alert/acknowledge", ServeDocuments.alert.answer),
        .everyone(.get, "/alert/acknowledge.js", ServeDocuments.alertScript.answer),
        .everyone(.get, "/shared/results", ServeDocuments.shared.answer),
        .everyone(.get, "/shared/results.js", ServeDocuments.sharedScript.answer),
        .api(.get, "/statistics", for: .operateStore, Operations.statistics).local,
        .api(.get, "/ended-access", for: .operateStore, Operations.listEndedAccess).local,
        .api(.post, "/check", for: .operateStore, Operations.check).local,
        .api(.post, "/drills", for: .operateStore, Operations.recordDrill).local,
        .api(.get, "/outbox", for: .operateOutbox, Outbox.list).local,
        .api(.post, "/outbox/test", for: .operateOutbox, Outbox.test).local,
        .api(.get, "/outbox/{id}", for: .operateOutbox, Outbox.show).local,
        .api(.post, "/outbox/{id}/retry", for: .operateOutbox, Outbox.retry).local,
    ]
}
