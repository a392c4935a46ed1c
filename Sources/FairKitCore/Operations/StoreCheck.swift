/// What a check of an open store found.
package struct StoreCheck: Hashable, Sendable {
    package let findings: [CheckFinding]
    package var isSound: Bool { findings.isEmpty }

    package init(findings: [CheckFinding]) { self.findings = findings }
}

/// One kind of fault and how often it was found. It says nothing about anybody's health.
package struct CheckFinding: Hashable, Sendable {
    package let code: Code
    package let count: Int
    package init(code: Code, count: Int) {
        self.code = code
        self.count = count
    }

    package var sentence: String { code.sentence }

    /// The texts are stable: scripts may compare them.
    package enum Code: String, Sendable, CaseIterable {
        case structure = "structure"
        case control = "control-structure"
        case reference = "reference"
        case currentVersion = "result-current-version"
        case versionGap = "result-version-gap"
        case owner = "result-owner"
        case alertMissing = "alert-missing"
        case alertTwice = "alert-twice"
        case alertUnraised = "alert-not-raised"
        case deliveryMissing = "delivery-missing"
        case deliveryOrder = "delivery-order"
        case eventGap = "alert-event-gap"
        case eventChain = "alert-event-chain"
        case kitStatus = "kit-status"
        case auditGap = "audit-gap"
        case auditChain = "audit-chain"

        package var sentence: String {
            switch self {
            case .structure: "SQLite finds the file's structure damaged. Restore the last backup."
            case .control: "SQLite finds control.db damaged, which knows the tenants. Restore the last backup."
            case .reference: "Rows refer to rows that are not there."
            case .currentVersion: "Results have no version in force, or several."
            case .versionGap: "Versions of results are missing between others."
            case .owner: "Results belong to another patient or kit code than the kit they are bound to."
            case .alertMissing: "Critical results have no standing alert: somebody has to look at them now."
            case .alertTwice: "Results have several standing alerts."
            case .alertUnraised: "Alerts have no event that says they were raised."
            case .deliveryMissing: "Open alerts have no delivery for a group that wants them: it will never be told."
            case .deliveryOrder: "Deliveries have another order than their alerts."
            case .eventGap: "Events of alerts are missing between others."
            case .eventChain: "Events of a delivery are not found from it."
            case .kitStatus: "Kits have another status than their history ends with."
            case .auditGap: "Entries of the audit are missing between others."
            case .auditChain: "The audit is not what was written. fairkit audit verify says from where on."
            }
        }
    }
}
