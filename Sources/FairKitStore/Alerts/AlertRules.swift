package import FairKitCore
package import Relational

extension Connection {
    /// The switchable rules that are enabled.
    package func rulesSwitchedOn() throws(DatabaseError) -> Set<AlertRule> {
        Set(try all("SELECT rule FROM alert_rule WHERE is_on = 1") { row throws(DatabaseError) in try row.value(0) })
    }
}

extension WriteTransaction {
    /// Enables or disables a rule, for versions of results that are stored from now on.
    /// - Returns: false if the rule is not switchable.
    package func switchRule(_ rule: AlertRule, on isOn: Bool) throws(DatabaseError) -> Bool {
        try rowsChanged(by: "UPDATE alert_rule SET is_on = \(isOn) WHERE rule = \(rule)") == 1
    }
}
