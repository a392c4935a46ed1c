package import CoreMetrics
package import FairKitCore
package import FairKitService
package import FairKitStore

/// A tenancy on a tenant's store with the server's settings.
package func tenancy(
    store: Store, of tenant: TenantName, workers: any PictureWorkers, passwords: PasswordWork, settings: ServerSettings,
    sendsMail: Bool = false, databaseTime: DatabaseTime? = nil,
    now: @escaping Now = systemTime, time: TenantTime? = nil, passed: Now? = nil,
    metrics: any MetricsFactory = NOOPMetricsHandler.instance
) -> Tenancy {
    Tenancy(
        store: store, workers: workers, passwords: passwords, zones: TimeZones(),
        settings: Tenancy.Settings(
            link: AccountLink(publicURL: settings.publicURL, tenant: tenant),
            allowsPrivateWebhooks: settings.allowsPrivateWebhooks,
            channels: settings.channelKinds, sending: settings.sending, phones: settings.phones, sendsMail: sendsMail,
            publicURL: settings.publicURL),
        databaseTime: databaseTime, now: now, clock: ContinuousClock(), time: time,
        passed: passed, metrics: metrics)
}
