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

/// What a new version of a result does to the alerts.
package enum AlertDecision: Hashable, Sendable {
    case none
    /// Raises one, which follows the alert of an earlier version if there is one.
    case raise(AlertRule, Band)
    /// Retracts the earlier alert, and raises one that says so.
    case retract(AlertRule, Band)

    /// - Parameters:
    ///   - version: the version to be stored.
    ///   - previous: the version before it, if any.
    ///   - alerted: whether an earlier version raised a critical alert that stands.
    package init(version: ResultVersion, previous: ResultVersion?, alerted: Bool) {
        let isCritical = version.interpretation.flag == .criticallyHigh && !version.status.isWithdrawn
        let isUnchanged =
            previous.map {
                !$0.status.isWithdrawn && !version.status.isWithdrawn && $0.findings.level == version.findings.level
                    && $0.range == version.range
            } ?? false
        self =
            switch (isCritical, alerted) {
            case (true, _): isUnchanged && alerted ? .none : .raise(.criticalHigh, .critical)
            case (false, true): .retract(.corrected, .critical)
            case (false, false): .none
            }
    }
}
