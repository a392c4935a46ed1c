import FairKitCore
import FairKitService
import Hummingbird

/// The history of alerts and deliveries, in ids.
enum AlertEvents {
    /// Those after one, of all alerts.
    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<Body>> {
        let query = try Query(request, ["after"], pages: ["limit"])
        let (after, limit) = (try query.value("after", AlertEvents.number) ?? 0, try query.limit)
        let events = try await context.tenancy.alerts.events(after: after, limit: limit, by: try context.caller)
        return Answer(ListBody(items: events.map { Body($0) }, nextCursor: nil))
    }

    /// Those of one alert.
    static func ofAlert(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<Body>> {
        let id = try context.id("id", of: AlertID.self) { AlertID($0) }
        let query = try Query(request)
        let page = try await context.tenancy.alerts.events(
            of: id, after: try query.cursor(context, AlertEvents.number) ?? 0, limit: try query.limit,
            by: try context.caller)
        return Answer(ListBody(items: page.items.map { Body($0) }, nextCursor: try context.cursor(page.next)))
    }

    /// The number of an event; 0: before the first.
    static func number(_ text: String) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int64(text)
    }

    /// An event on the wire.
    struct Body: Encodable {
        let number: Int64
        let at: String
        let event: String
        let alertId: String
        let band: Int
        let deliveryId: String?
        let group: String?
        let actor: String?
        let reason: String?

        init(_ event: AlertEvent) {
            number = event.number
            at = "\(event.at)"
            self.event = event.kind.rawValue
            alertId = "\(event.alertID)"
            band = event.band.rawValue
            deliveryId = event.delivery.map { "\($0)" }
            group = event.group
            actor = event.actor?.description
            reason = event.reason
        }
    }
}
