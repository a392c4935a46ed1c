import FairKitCore
import FairKitFrame
import HTTPTypes

extension Route {
    /// Consumer groups, and the consumers' calls on their deliveries.
    static let alertGroups: [Route] = [
        .api(.get, "/alert-groups", for: .readGroups, AlertGroups.list),
        .api(.post, "/alert-groups", for: .operateQueue, AlertGroups.create),
        .api(.get, "/alert-groups/{name}", for: .readGroups, AlertGroups.show),
        .api(.patch, "/alert-groups/{name}", for: .decideAlerts, AlertGroups.change).confirming,
        .api(.delete, "/alert-groups/{name}", for: .decideAlerts, AlertGroups.remove).confirming,
        .api(.get, "/alert-groups/{name}/waiting", for: .peekAlerts, Alerts.peek).alertList,
        .api(.post, "/alert-groups/{name}/claim", for: .consumeAlerts, Deliveries.claim).critical,
        .api(.post, "/alert-groups/{name}/ack", for: .consumeAlerts, Deliveries.ack).critical,
        .api(.post, "/alert-groups/{name}/extend", for: .consumeAlerts, Deliveries.extend).critical,
        .api(.post, "/alert-groups/{name}/release", for: .consumeAlerts, Deliveries.release).critical,
        .api(.get, "/alert-groups/{name}/parked", for: .operateQueue, Parked.list),
        .api(.post, "/alert-groups/{name}/redrive", for: .operateQueue, Parked.redrive),
        .api(.post, "/alert-groups/{name}/replay", for: .operateQueue, Parked.replay),
        .api(.get, "/alert-groups/{name}/webhook", for: .operateQueue, Webhooks.show).critical,
        .api(.put, "/alert-groups/{name}/webhook", for: .decideAlerts, Webhooks.set).critical.confirming,
        .api(.post, "/alert-groups/{name}/webhook/test", for: .operateQueue, Webhooks.test),
        .api(.delete, "/alert-groups/{name}/webhook", for: .decideAlerts, Webhooks.remove).critical.confirming,
        .api(.get, "/alert-groups/{name}/delivery-attempts", for: .operateQueue, Webhooks.attempts),
        .api(.get, "/delivery-attempts", for: .operateQueue, Webhooks.allAttempts),
    ]
}
