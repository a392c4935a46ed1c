import FairKitCore
import FoundationEssentials

/// An alert on the wire.
struct AlertBody: Encodable {
    let id: String
    let band: Int
    let rule: String
    let ruleVersion: Int
    let state: String
    let raisedAt: String
    let resultId: String
    let resultVersion: Int
    let patientId: String?
    let followsAlertId: String?
    let explanation: String
    let needsVerification: Bool
    let payload: AlertPayload

    init(_ alert: Alert) {
        id = "\(alert.id)"
        band = alert.band.rawValue
        rule = alert.rule.rawValue
        ruleVersion = alert.rule.version
        state = alert.state.rawValue
        raisedAt = "\(alert.raisedAt)"
        resultId = "\(alert.resultID)"
        resultVersion = alert.resultVersion
        patientId = alert.profileID?.description
        followsAlertId = alert.follows?.description
        explanation = alert.explanation
        needsVerification = alert.rule.isUnverified
        payload = AlertPayload(alert)
    }
}

/// What a consumer shows, as requirement R3.2 words it.
struct AlertPayload: Encodable {
    struct Facts: Encodable {
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

    /// - Parameter isReplay: it was delivered before, so it makes no sound.
    init(_ alert: Alert, isReplay: Bool = false) {
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
