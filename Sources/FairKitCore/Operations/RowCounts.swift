/// The number of rows in the main tables. A command decodes it from the API's response.
package struct RowCounts: Codable, Hashable, Sendable {
    package let profiles: Int
    package let kits: Int
    package let results: Int
    package let resultVersions: Int
    package let alerts: Int
    package let deliveries: Int
    package let alertEvents: Int
    package let auditEntries: Int
    package let keys: Int

    package init(
        profiles: Int, kits: Int, results: Int, resultVersions: Int, alerts: Int, deliveries: Int, alertEvents: Int,
        auditEntries: Int, keys: Int
    ) {
        self.profiles = profiles
        self.kits = kits
        self.results = results
        self.resultVersions = resultVersions
        self.alerts = alerts
        self.deliveries = deliveries
        self.alertEvents = alertEvents
        self.auditEntries = auditEntries
        self.keys = keys
    }

    package static let none = RowCounts(
        profiles: 0, kits: 0, results: 0, resultVersions: 0, alerts: 0, deliveries: 0, alertEvents: 0, auditEntries: 0,
        keys: 0)

    package static func + (_ a: RowCounts, _ b: RowCounts) -> RowCounts {
        RowCounts(
            profiles: a.profiles + b.profiles, kits: a.kits + b.kits, results: a.results + b.results,
            resultVersions: a.resultVersions + b.resultVersions, alerts: a.alerts + b.alerts,
            deliveries: a.deliveries + b.deliveries, alertEvents: a.alertEvents + b.alertEvents,
            auditEntries: a.auditEntries + b.auditEntries, keys: a.keys + b.keys)
    }
}
