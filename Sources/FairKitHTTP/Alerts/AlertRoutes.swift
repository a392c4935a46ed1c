import FairKitCore
import HTTPTypes

extension Route {
    /// Alerts, their history, the rules that raise them.
    static let alerts: [Route] = [
        .alertList("/alerts", for: .readAlerts, Alerts.list),
        .alertList("/alerts/events", for: .readAlertEvents, AlertEvents.list),
        .alerts(.get, "/alerts/stream", for: .readAlertEvents, AlertStream.stream).byTicket,
        .alerts(.get, "/alerts/{id}", for: .readAlerts, Alerts.show).of(.alert),
        .alertList("/alerts/{id}/events", for: .readAlertEvents, AlertEvents.ofAlert).of(.alert),
        .alerts(.post, "/alerts/{id}/acknowledge", for: .acknowledgeAlert, Acknowledgements.acknowledge).of(.alert),
        .alerts(.post, "/alerts/{id}/resolve", for: .acknowledgeAlert, Acknowledgements.resolve).of(.alert),
        .alerts(.get, "/alerts/{id}/escalation", for: .readEscalation, Escalations.show).of(.alert),
        .alerts(.post, "/alerts/{id}/escalate", for: .operateQueue, Escalations.escalateNow).of(.alert),
        .api(.get, "/escalation-policies/{band}", for: .readGroups, Escalations.policy),
        .api(.put, "/escalation-policies/{band}", for: .decideAlerts, Escalations.setPolicy).confirming,
        .api(.delete, "/escalation-policies/{band}", for: .decideAlerts, Escalations.removePolicy).confirming,
        .alerts(.get, "/ws", for: .readAlertEvents, AlertStream.webSocket).byTicket,
        .api(.get, "/alert-rules", for: .readGroups, AlertRules.list),
        .api(.patch, "/alert-rules/{rule}", for: .decideAlerts, AlertRules.change).confirming,
    ]
}
