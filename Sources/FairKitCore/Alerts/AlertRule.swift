/// A rule that raises alerts. Its version is stored with the alert and is incremented whenever the rule changes.
package enum AlertRule: String, Sendable, CaseIterable {
    /// The level is at or above the critical multiple of the upper limit, or the floor of its unit.
    case criticalHigh = "critical-high"
    /// The level is below the severe limit of its unit. Off until an administrator switches it on (requirement R3.1).
    case severeLow = "severe-low"
    /// The level is far from the patient's last one: a sample mix-up is more likely than an illness.
    case implausibleJump = "implausible-jump"
    /// The level contradicts the genotype.
    case genotypeMismatch = "genotype-mismatch"
    /// A correction removed the cause of an earlier alert, and its receivers must learn that.
    case corrected = "corrected"

    package var version: Int { self == .criticalHigh ? 2 : 1 }

    /// The urgency of its alerts; nil: that of the alert that they correct.
    package var band: Band? {
        switch self {
        case .criticalHigh: .critical
        case .severeLow, .implausibleJump: .urgent
        case .genotypeMismatch: .result
        case .corrected: nil
        }
    }

    /// Whether the rule is off until an administrator enables it.
    package var isSwitchable: Bool { self == .severeLow }

    /// Whether a person must verify its alerts before a clinician acts on them.
    package var isUnverified: Bool { verification != nil }

    /// The verification that a person must make if the rule raises an alert; nil: none.
    package var verification: Verification? {
        switch self {
        case .implausibleJump: .implausibleJump
        case .genotypeMismatch: .genotypeContradicts
        case .criticalHigh, .severeLow, .corrected: nil
        }
    }
}
