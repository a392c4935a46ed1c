import FairKitAPI
import FairKitCore
import FairKitService
import Hummingbird

/// The history of alerts and deliveries, with ids only.
enum AlertEvents {
    /// The events of all alerts after a number.
    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<AlertEventBody>> {
        let (after, limit) = try Query.read(request, ["after"], pages: ["limit"]) { query in
            (query.value("after", AlertEvents.expected, AlertEvents.number) ?? 0, query.limit())
        }
        let events = try await context.tenancy.alerts.events(after: after, limit: limit, by: try context.caller)
        return Answer(ListBody(items: events.map { AlertEventBody($0) }, nextCursor: nil))
    }

    /// The events of one alert.
    static func ofAlert(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<AlertEventBody>>
    {
        let id = try context.id("id", of: AlertID.self) { AlertID($0) }
        let (start, limit) = try Query.page(request, context, AlertEvents.number)
        let page = try await context.tenancy.alerts.events(
            of: id, after: start ?? 0, limit: limit, by: try context.caller)
        return Answer(ListBody(items: page.items.map { AlertEventBody($0) }, nextCursor: try context.cursor(page.next)))
    }

    static let expected = "the number of an event, 0 or more"

    /// The number of an event; 0: before the first one.
    static func number(_ text: String) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int64(text)
    }
}
