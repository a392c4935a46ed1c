import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService

/// The history of alerts and deliveries, with ids only.
enum AlertEvents {
    /// The events of all alerts after a number.
    static func list(_ call: Call) async throws -> Answer<ListBody<AlertEventBody>> {
        let (after, limit) = try call.query(["after"], pages: ["limit"]) { query in
            (query.eventNumber("after") ?? 0, query.limit())
        }
        let events = try await call.tenancy.alerts.events(after: after, limit: limit, by: call.caller)
        return Answer(ListBody(all: events.map { AlertEventBody($0) }))
    }

    /// The events of one alert.
    static func ofAlert(_ call: Call) async throws -> Answer<ListBody<AlertEventBody>> {
        let id: AlertID = try call.id()
        let (start, limit) = try call.page(EventNumber.parse)
        let page = try await call.tenancy.alerts.events(of: id, after: start ?? 0, limit: limit, by: call.caller)
        return try call.list(page) { AlertEventBody($0) }
    }
}
