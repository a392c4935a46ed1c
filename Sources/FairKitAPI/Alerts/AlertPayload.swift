package import FairKitCore

/// The payload that a consumer displays, as worded by requirement R3.2.
package struct AlertPayload: Codable, JSONBody, Sendable {
    package struct Facts: Codable, JSONBody, Sendable {
        package let testId: String
        /// Absent, with its unit and range, if it was withdrawn, or the whole result.
        package let aatLevel: ExactNumber?
        package let unit: String?
        package let comparator: String?
        package let normalRange: String?
        package let timestamp: String
    }

    package let type: String
    package let title: String
    package let body: String
    package let priority: String
    package let sound: String?
    package let badge: Int
    package let data: Facts

    /// - Parameter isReplay: the delivery was acked before, so the alert makes no sound.
    package init(_ alert: Alert, isReplay: Bool = false) {
        let message = AlertMessage(alert)
        type =
            switch (alert.rule, alert.state) {
            case (_, .retracted): "alert_retracted"
            case (.criticalHigh, _): "critical_alert"
            case (.corrected, _): "alert_correction"
            case (.severeLow, _): "low_alert"
            case (.implausibleJump, _), (.genotypeMismatch, _): "verification_request"
            }
        let isLoud = alert.band == .critical && !isReplay
        priority = isLoud ? "high" : "normal"
        sound = isLoud ? "critical_alert.wav" : nil
        title = message.title
        body = message.body
        badge = 1
        let level = alert.standing?.level
        data = Facts(
            testId: "\(alert.resultID)", aatLevel: level.map { .thousandths($0.value) }, unit: level?.unit.rawValue,
            comparator: level?.comparator?.rawValue, normalRange: alert.standing.map { "\($0.range)" },
            timestamp: "\(alert.raisedAt)")
    }
}
