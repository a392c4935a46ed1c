/// The outcome of checking an open store.
package struct StoreCheck: Equatable, Sendable {
    package let findings: [CheckFinding]
    package var isSound: Bool { findings.isEmpty }

    package init(findings: [CheckFinding]) { self.findings = findings }
}

/// A kind of fault and how often it was found. It holds no health data.
package struct CheckFinding: Equatable, Sendable {
    package let code: Code
    package let count: Int
    /// The table with the faults, where the code is of several.
    package let table: String?
    package init(code: Code, count: Int, table: String? = nil) {
        self.code = code
        self.count = count
        self.table = table
    }

    package var sentence: String { table.map { "\(code.sentence) The table is \($0)." } ?? code.sentence }

    /// Stable texts, for scripts.
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
        case altered = "rows-altered"

        package var sentence: String {
            switch self {
            case .structure: "SQLite reports that the file's structure is damaged. Restore the last backup."
            case .control: "SQLite reports that control.db, the list of tenants, is damaged. Restore the last backup."
            case .reference: "Rows refer to rows that do not exist."
            case .currentVersion: "Results have no current version, or several."
            case .versionGap: "Results have gaps between their versions."
            case .owner: "Results belong to another patient or kit code than the kit they are bound to."
            case .alertMissing: "Critical results have no standing alert: a clinician has to look at them now."
            case .alertTwice: "Results have several standing alerts."
            case .alertUnraised: "Alerts have no event that records their raising."
            case .deliveryMissing: "Open alerts have no delivery for a subscribed group, which will never get them."
            case .deliveryOrder: "Deliveries are ordered differently from their alerts."
            case .eventGap: "The history of alerts has gaps."
            case .eventChain: "Deliveries are not linked to all of their events."
            case .kitStatus: "Kits have a status that differs from the end of their history."
            case .auditGap: "The audit log has gaps."
            case .auditChain: "The audit log was tampered with or damaged. fairkit audit verify shows where."
            case .altered:
                "Rows that give rights were changed by hand in the database, and give none. Find out who can write it."
            }
        }
    }
}
