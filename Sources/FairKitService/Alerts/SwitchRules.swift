package import FairKitCore
package import FairKitStore

/// Shows the rules that raise alerts, and switches those that can be switched.
package struct SwitchRules: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    package enum Failure: Error {
        case forbidden
        /// It always holds.
        case notSwitchable
        case store(DatabaseError)
    }

    /// Every rule, and whether it holds.
    package func callAsFunction(by caller: Caller) async throws(Failure) -> [(rule: AlertRule, isOn: Bool)] {
        guard caller.subject.may(.readGroups) else { throw .forbidden }
        let on: Set<AlertRule>
        do {
            on = try await store.read { (tx) throws(DatabaseError) in try tx.rulesSwitchedOn() }
        } catch { throw .store(error) }
        return AlertRule.allCases.map { ($0, !$0.isSwitchable || on.contains($0)) }
    }

    /// Switches one, for versions of results that come from now on.
    package func callAsFunction(_ rule: AlertRule, on isOn: Bool, by caller: Caller) async throws(Failure) {
        guard caller.subject.may(.operateQueue) else { throw .forbidden }
        let now = now()
        let isDone: Bool
        do {
            isDone = try await store.write { (tx) throws(DatabaseError) in
                guard try tx.switchRule(rule, on: isOn) else { return false }
                try tx.record(
                    caller.entry(isOn ? .ruleSwitchedOn : .ruleSwitchedOff, rule.rawValue, about: nil, at: now))
                return true
            }
        } catch { throw .store(error) }
        guard isDone else { throw .notSwitchable }
    }
}
