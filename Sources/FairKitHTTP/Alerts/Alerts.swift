import FairKitAPI
import FairKitCore
import FairKitService
import Hummingbird

/// Alerts: a single one, the open ones, and the next ones of a group.
enum Alerts {
    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<AlertBody>> {
        let caller = try context.caller
        let (filter, start, limit, counts) = try Query.read(request, Query.ofAlerts.union(["total"])) { query in
            let filter = query.alerts()
            let (start, limit) = try query.page(context) { AlertCursor($0, in: filter.order) }
            return (filter, start, limit, query.counts())
        }
        let page = try await context.tenancy.alerts.list(
            filter, after: start, limit: limit, counting: counts, by: caller)
        return Answer(
            ListBody(
                items: page.items.map { AlertBody($0.alert, patientName: $0.patientName) },
                nextCursor: try context.cursor(page.next), total: page.total))
    }

    static func show(_ request: Request, _ context: FairKitContext) async throws -> Answer<AlertBody> {
        let id = try context.id("id", of: AlertID.self) { AlertID($0) }
        let found = try await context.tenancy.alerts.show(id, by: try context.caller)
        return Answer(AlertBody(found.alert, patientName: found.patientName, correction: found.correction))
    }

    static func peek(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<Waiting>> {
        let caller = try context.caller
        let (start, limit) = try Query.page(request, context) { DeliveryCursor($0) }
        let page = try await context.tenancy.deliveries.peek(
            in: try context.groupName, after: start, limit: limit, by: caller)
        return Answer(ListBody(items: page.items.map { Waiting($0) }, nextCursor: try context.cursor(page.next)))
    }

    /// A delivery that waits to be claimed.
    struct Waiting: Encodable {
        let deliveryId: String
        let deliveryAttempts: Int
        let replay: Bool
        let alert: AlertBody

        init(_ pending: PendingDelivery) {
            deliveryId = "\(pending.number)"
            deliveryAttempts = pending.attempts
            replay = pending.isReplay
            alert = AlertBody(pending.alert)
        }
    }
}
