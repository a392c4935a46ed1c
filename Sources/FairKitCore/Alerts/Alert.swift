/// Raised by a rule for one version of a result, in the transaction that stores that version.
package struct Alert: Equatable, Sendable {
    package let id: AlertID
    package let resultID: ResultID
    package let resultVersion: Int
    package let rule: AlertRule
    package let band: Band
    /// nil, as the range is: its version corrects an earlier one and has no level.
    package let level: Level?
    package let range: AppliedRange?
    package let raisedAt: Timestamp
    package var state: AlertState
    /// The alert about an earlier version of the same result.
    package let follows: AlertID?
    /// The patient; nil if the kit is not registered.
    package let profileID: ProfileID?
    package let genotype: Genotype?
    /// The earlier level that the rule compared with, if it did.
    package let earlier: EarlierLevel?
    /// Why its result is held at present; nil: it is not.
    package let hold: ResultHold?
    /// Whether the level is suspect as its result is now, and no person has verified it.
    package let isSuspect: Bool
    /// Whether its version withdraws the result: no level holds.
    package let isWithdrawn: Bool
    /// Whether the alert that it follows was about another level. If not, only its interpretation changed.
    package let changesLevel: Bool

    package init(
        id: AlertID, resultID: ResultID, resultVersion: Int, rule: AlertRule, band: Band, level: Level?,
        range: AppliedRange?, raisedAt: Timestamp, state: AlertState, follows: AlertID?, profileID: ProfileID?,
        genotype: Genotype? = nil, earlier: EarlierLevel? = nil,
        hold: ResultHold? = nil, isSuspect: Bool = false, isWithdrawn: Bool = false,
        changesLevel: Bool = false
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
        self.genotype = genotype
        self.earlier = earlier
        self.hold = hold
        self.isSuspect = isSuspect
        self.isWithdrawn = isWithdrawn
        self.changesLevel = changesLevel
    }

    /// The level that may be acted on; nil: the laboratory withdrew it, or the whole result.
    package var standing: InterpretedLevel? { isWithdrawn ? nil : InterpretedLevel(level, in: range) }

    /// It must reach a clinician who can act on it.
    package var isOpenAndCritical: Bool { state == .open && band == .critical }

    /// A person must verify it before a clinician acts on it. An alert that only asks for this is settled by it.
    package var isUnverified: Bool {
        !isWithdrawn && (hold != nil || (rule.isUnverified ? state != .resolved : isSuspect))
    }
}

/// `open → acknowledged → resolved`, or `retracted` when a correction removes its cause.
package enum AlertState: String, Sendable, CaseIterable {
    case open
    case acknowledged
    case resolved
    case retracted
}

package typealias AlertID = ID<Alert>
