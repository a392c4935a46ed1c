import FairKitCore
import HTTPTypes

extension Route {
    /// Alerts, their history, the rules that raise them.
    static let alerts: [Route] = [
        .alertList("/alerts", for: .readAlerts, Alerts.list),
        .alertList("/alerts/events", for: .readAlertEvents, AlertEvents.list),
        .alerts(.get, "/alerts/stream", for: .readAlertEvents, AlertStream.stream),
        .alerts(.get, "/alerts/{id}", for: .readAlerts, Alerts.show).of(.alert),
        .alertList("/alerts/{id}/events", for: .readAlertEvents, AlertEvents.ofAlert).of(.alert),
        .alerts(.get, "/ws", for: .readAlertEvents, AlertStream.webSocket),
        .api(.get, "/alert-rules", for: .readGroups, AlertRules.list),
        .api(.patch, "/alert-rules/{rule}", for: .operateQueue, AlertRules.change),
    ]
}
