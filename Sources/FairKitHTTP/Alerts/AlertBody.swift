import FairKitAPI
import FairKitCore
import FairKitService

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
