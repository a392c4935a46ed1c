import FairKitCore
import FairKitFrame
import HTTPTypes

extension Route {
    /// Alerts, their history, the rules that raise them.
    static let alerts: [Route] = [
        .api(.get, "/alerts", for: .readAlerts, Alerts.list).alertList,
        .api(.get, "/alerts/events", for: .readAlertEvents, AlertEvents.list).alertList,
        .api(.get, "/alerts/stream", for: .readAlertEvents, AlertStream.stream).critical.byTicket,
        .api(.get, "/alerts/{id}", for: .readAlerts, Alerts.show).critical.of(.alert),
        .api(.get, "/alerts/{id}/events", for: .readAlertEvents, AlertEvents.ofAlert).of(.alert).alertList,
        .api(.post, "/alerts/{id}/acknowledge", for: .acknowledgeAlert, Acknowledgements.acknowledge)
            .critical.of(.alert),
        .api(.post, "/alerts/{id}/resolve", for: .acknowledgeAlert, Acknowledgements.resolve).critical.of(.alert),
        .api(.get, "/alerts/{id}/escalation", for: .readEscalation, Escalations.show).critical.of(.alert),
        .api(.post, "/alerts/{id}/escalate", for: .operateQueue, Escalations.escalateNow).critical.of(.alert),
        .api(.get, "/escalation-policies/{band}", for: .readGroups, Escalations.policy),
        .api(.get, "/escalation-policies/{band}/preview", for: .readTeams, Escalations.preview),
        .api(.put, "/escalation-policies/{band}", for: .decideAlerts, Escalations.setPolicy).confirming,
        .api(.delete, "/escalation-policies/{band}", for: .decideAlerts, Escalations.removePolicy).confirming,
        .api(.get, "/ws", for: .readAlertEvents, AlertStream.webSocket).critical.byTicket,
        .api(.get, "/alert-rules", for: .readGroups, AlertRules.list),
        .api(.patch, "/alert-rules/{rule}", for: .decideAlerts, AlertRules.change).confirming,
    ]
}
