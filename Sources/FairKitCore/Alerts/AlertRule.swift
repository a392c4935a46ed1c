/// What raises an alert. The version is stored with the alert and counts up whenever the rule changes.
package enum AlertRule: String, Sendable, CaseIterable {
    /// The level is at or above the critical multiple of the upper limit.
    case criticalHigh = "critical-high"
    /// The level is below the severe limit of its unit. Off until an administrator switches it on (requirement R3.1).
    case severeLow = "severe-low"
    /// The level is far from the patient's last one: more likely a mix-up of samples than an illness.
    case implausibleJump = "implausible-jump"
    /// The level does not go with the genotype.
    case genotypeMismatch = "genotype-mismatch"
    /// A correction took away the cause of an earlier alert, and its receivers must learn that.
    case corrected = "corrected"

    package var version: Int { 1 }

    /// How urgent its alerts are; nil: as urgent as what they correct.
    package var band: Band? {
        switch self {
        case .criticalHigh: .critical
        case .severeLow, .implausibleJump: .urgent
        case .genotypeMismatch: .result
        case .corrected: nil
        }
    }

    /// Whether it is off until an administrator switches it on.
    package var isSwitchable: Bool { self == .severeLow }

    /// Its alerts must be verified before a clinician acts on them.
    package var isUnverified: Bool { self == .implausibleJump || self == .genotypeMismatch }
}
