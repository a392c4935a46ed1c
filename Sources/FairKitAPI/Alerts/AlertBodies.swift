package import FairKitCore

/// An alert on the wire.
package struct AlertBody: Decodable, JSONBody, Sendable {
    package let id: String
    package let band: Int
    package let rule: String
    package let ruleVersion: Int
    package let state: String
    package let raisedAt: String
    package let resultId: String
    package let resultVersion: Int
    package let patientId: String?
    /// For callers who may read the patient's profile.
    package let patientName: String?
    package let followsAlertId: String?
    /// Of an alert that is shown alone and follows another.
    package let correction: CorrectionBody?
    package let explanation: String
    package let needsVerification: Bool
    /// Why the result is held; absent if it is not.
    package let heldFor: String?
    package let payload: AlertPayload

    /// - Parameters:
    ///   - patientName: nil: the caller may not read it.
    ///   - correction: nil: the alert follows none, or stands in a list.
    package init(_ alert: Alert, patientName: String? = nil, correction: AlertCorrection? = nil) {
        self.correction = correction.map { CorrectionBody($0, isWithdrawn: alert.isWithdrawn) }
        self.patientName = patientName
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
        needsVerification = alert.isUnverified
        heldFor = alert.hold?.rawValue
        payload = AlertPayload(alert)
    }
}

/// Why an alert follows another one.
package struct CorrectionBody: Decodable, JSONBody, Sendable {
    /// No level of the result holds.
    package let withdrawn: Bool
    package let reason: String?
    /// The level of the alert before.
    package let earlier: LevelBody?

    init(_ correction: AlertCorrection, isWithdrawn: Bool) {
        withdrawn = isWithdrawn
        reason = correction.reason
        earlier = correction.earlier.map { LevelBody($0) }
    }
}

/// An event on the wire.
package struct AlertEventBody: Decodable, JSONBody, Sendable {
    package let number: Int64
    package let at: String
    package let event: String
    package let alertId: String
    package let band: Int
    package let deliveryId: String?
    package let group: String?
    package let actor: String?
    package let reason: String?

    package init(_ event: AlertEvent) {
        number = event.number
        at = "\(event.at)"
        self.event = event.kind.rawValue
        alertId = "\(event.alertID)"
        band = event.band.rawValue
        deliveryId = event.delivery.map { "\($0)" }
        group = event.group
        actor = event.actor?.description
        reason = event.reason
    }
}

/// A rule on the wire.
package struct AlertRuleBody: Decodable, JSONBody, Sendable {
    package let rule: String
    package let version: Int
    package let band: Int?
    package let enabled: Bool
    package let switchable: Bool

    package init(_ rule: AlertRule, isOn: Bool) {
        self.rule = rule.rawValue
        version = rule.version
        band = rule.band?.rawValue
        enabled = isOn
        switchable = rule.isSwitchable
    }
}

/// Switches a rule on or off.
package struct AlertRuleRequest: Decodable, Sendable {
    package let enabled: Bool

    package init(enabled: Bool) { self.enabled = enabled }
}
