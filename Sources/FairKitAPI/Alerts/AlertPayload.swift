package import FairKitCore
import FoundationEssentials

/// What a consumer shows, as requirement R3.2 words it.
package struct AlertPayload: Encodable, Sendable {
    struct Facts: Encodable, Sendable {
        let testId: String
        let aatLevel: Decimal
        let unit: String
        let comparator: String?
        let normalRange: String
        let timestamp: String
    }

    let type: String
    let title: String
    let body: String
    let priority: String
    let sound: String?
    let badge = 1
    let data: Facts

    /// - Parameter isReplay: it was acked before, so it makes no sound.
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
        sound = isLoud ? "critical.caf" : nil
        title = message.title
        body = message.body
        data = Facts(
            testId: "\(alert.resultID)", aatLevel: alert.level.value.decimal, unit: alert.level.unit.rawValue,
            comparator: alert.level.comparator?.rawValue, normalRange: "\(alert.range)", timestamp: "\(alert.raisedAt)")
    }
}
