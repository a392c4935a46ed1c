package import FairKitCore
package import SQLCipher

extension Connection {
    /// Those of the switchable rules that hold.
    package func rulesSwitchedOn() throws(DatabaseError) -> Set<AlertRule> {
        Set(try all("SELECT rule FROM alert_rule WHERE is_on = 1") { row throws(DatabaseError) in try row.value(0) })
    }
}

extension Connection where Access == Writing {
    /// Switches a rule on or off, for the versions of results that come from now on.
    /// - Returns: false if it can't be switched.
    package func switchRule(_ rule: AlertRule, on isOn: Bool) throws(DatabaseError) -> Bool {
        try run("UPDATE alert_rule SET is_on = \(isOn) WHERE rule = \(rule)") == 1
    }
}
