import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService

/// Alerts: a single one, the open ones, and the next ones of a group.
enum Alerts {
    static func list(_ call: Call) async throws -> Answer<ListBody<AlertBody>> {
        let (filter, start, limit, counts) = try call.query(Query.ofAlerts.union(["total"])) { query in
            let filter = query.alerts()
            let (start, limit) = try query.page(call) { AlertCursor($0, in: filter.order) }
            return (filter, start, limit, query.counts())
        }
        let page = try await call.tenancy.alerts.list(
            filter, after: start, limit: limit, counting: counts, by: call.caller)
        return Answer(
            ListBody(
                items: page.items.map { AlertBody($0.alert, patientName: $0.patientName) },
                nextCursor: try call.cursor(page.next), total: page.total))
    }

    static func show(_ call: Call) async throws -> Answer<AlertBody> {
        let found = try await call.tenancy.alerts.show(call.id(), by: call.caller)
        return Answer(AlertBody(found.alert, patientName: found.patientName, correction: found.correction))
    }

    static func peek(_ call: Call) async throws -> Answer<ListBody<Waiting>> {
        let (start, limit) = try call.page { DeliveryCursor($0) }
        let page = try await call.tenancy.deliveries.peek(
            in: try call.groupName, after: start, limit: limit, by: call.caller)
        return try call.list(page) { Waiting($0) }
    }

    /// A delivery that waits to be claimed.
    struct Waiting: JSONBody {
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
