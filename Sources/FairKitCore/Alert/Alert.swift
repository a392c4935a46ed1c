/// Raised by a rule from one version of one result, in the transaction that stores it.
package struct Alert: Hashable, Sendable {
    package let id: AlertID
    package let resultID: ResultID
    package let resultVersion: Int
    package let rule: AlertRule
    package let band: Band
    package let level: Level
    package let range: AppliedRange
    package let raisedAt: Timestamp
    package let state: AlertState
    /// The alert about an earlier version of the same result.
    package let follows: AlertID?
    /// Whose result it is; nil if nobody has registered the kit.
    package let profileID: ProfileID?

    package init(
        id: AlertID, resultID: ResultID, resultVersion: Int, rule: AlertRule, band: Band, level: Level,
        range: AppliedRange, raisedAt: Timestamp, state: AlertState, follows: AlertID?, profileID: ProfileID?
    ) {
        self.id = id
        self.resultID = resultID
        self.resultVersion = resultVersion
        self.rule = rule
        self.band = band
        self.level = level
        self.range = range
        self.raisedAt = raisedAt
        self.state = state
        self.follows = follows
        self.profileID = profileID
    }
}

/// `open → acknowledged → resolved`, or `retracted` when a correction takes its cause away.
package enum AlertState: String, Sendable {
    case open
    case acknowledged
    case resolved
    case retracted
}

/// What raises an alert. The version is stored with the alert and counts up whenever the rule changes.
package enum AlertRule: String, Sendable, CaseIterable {
    /// The level is at or above the critical multiple of the upper limit.
    case criticalHigh = "critical-high"
    /// A correction took away the cause of an earlier alert, and those who got it must hear of it.
    case corrected = "corrected"

    package var version: Int { 1 }
}

/// What a new version of a result does to the alerts. At most one alert about a result stands: a new one retracts it.
/// See the decision `0008-one-standing-alert`.
package enum AlertDecision: Hashable, Sendable {
    case none
    /// Raises one. It follows the alert about an earlier version, if there is one, and takes its place.
    case raise(AlertRule, Band)

    /// - Parameters:
    ///   - version: the version to be stored.
    ///   - previous: the version before it, if any.
    ///   - standing: the rule that raised the alert which stands, if one does.
    package init(version: ResultVersion, previous: ResultVersion?, standing: AlertRule?) {
        let isCritical = version.interpretation.flag == .criticallyHigh && !version.status.isWithdrawn
        let isUnchanged = previous?.findings.level == version.findings.level && previous?.range == version.range
        self =
            switch (isCritical, standing) {
            case (true, .criticalHigh): isUnchanged ? .none : .raise(.criticalHigh, .critical)
            case (true, .corrected), (true, nil): .raise(.criticalHigh, .critical)
            // Those who were alarmed must hear of it as surely as they were alarmed.
            case (false, .criticalHigh): .raise(.corrected, .critical)
            case (false, .corrected), (false, nil): .none
            }
    }
}
