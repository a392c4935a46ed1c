/// The effect of a new version of a result on the alerts about it. At most one alert of each rule stands: a new one
/// retracts it. See decision 0008.
package struct AlertDecision: Equatable, Sendable {
    /// An alert to raise.
    package struct Raise: Equatable, Sendable {
        package let rule: AlertRule
        package let band: Band
        /// The alert that it replaces.
        package let follows: AlertID?

        package init(_ rule: AlertRule, _ band: Band, follows: AlertID? = nil) {
            self.rule = rule
            self.band = band
            self.follows = follows
        }
    }

    /// The most urgent first.
    package let raises: [Raise]
    package let retracts: [AlertID]
    /// The alerts whose question is settled, although this result did not change: its level is suspect no more.
    package let settles: [AlertID]

    package static let none = AlertDecision(raises: [], retracts: [])

    package init(raises: [Raise], retracts: [AlertID], settles: [AlertID] = []) {
        self.raises = raises
        self.retracts = retracts
        self.settles = settles
    }

    /// - Parameters:
    ///   - version: the version that is about to be stored.
    ///   - previous: the version before it, if any.
    ///   - standing: the alerts about the result that are not retracted.
    ///   - earlier: the patient's last level before this test.
    ///   - switchedOn: the switchable rules that are enabled.
    ///   - jumps: the tenant's factors of an implausible jump.
    package init(
        version: ResultVersion, previous: ResultVersion?, standing: [Alert], earlier: EarlierLevel?,
        switchedOn: Set<AlertRule>, jumps: JumpFactors = .standard
    ) {
        var raises: [Raise] = []
        var retracts: [AlertID] = []
        var gone: [Alert] = []
        var settles: [AlertID] = []
        for rule in AlertRule.allCases {
            let stands = standing.last { $0.rule == rule }
            guard let band = rule.band else { continue }
            let isSame = previous?.isSame(as: version, for: rule) == true
            guard rule.finds(version, earlier, switchedOn, jumps) else {
                // An alert also ends because a rule was disabled or an earlier result corrected; neither corrects this
                // result.
                guard let stands else { continue }
                if !isSame || version.status.isWithdrawn {
                    gone.append(stands)
                } else if rule.isUnverified {
                    settles.append(stands.id)
                }
                continue
            }
            let comparesAlike = rule != .implausibleJump || stands?.earlier == earlier
            // An alert that was settled is raised again if its cause is back.
            let isBack =
                stands?.state == .resolved
                && rule.verification.map { previous?.interpretation.verify.contains($0) == false } == true
            if stands != nil, comparesAlike, isSame, !isBack { continue }
            // The receivers of a correction must learn that the cause is back.
            let undone = standing.last { $0.rule == .corrected && $0.band == band && !retracts.contains($0.id) }
            raises.append(Raise(rule, band, follows: (stands ?? undone)?.id))
            retracts += [stands?.id, undone?.id].compactMap(\.self)
        }
        // A correction that was told does not hold any more: the result was withdrawn, or corrected again before anyone
        // had read it.
        let isAnotherLevel = previous?.findings.level != version.findings.level
        gone += standing.filter { alert in
            alert.rule == .corrected && !retracts.contains(alert.id)
                && (version.status.isWithdrawn || alert.state == .open && isAnotherLevel)
        }
        // The receivers of the alert must get its correction as reliably as they got the alert.
        if let first = gone.min(by: { $0.band.rawValue < $1.band.rawValue }) {
            raises.append(Raise(.corrected, first.band, follows: first.id))
            retracts += gone.map(\.id)
        }
        self.raises = raises.sorted { $0.band.rawValue < $1.band.rawValue }
        self.retracts = retracts
        self.settles = settles
    }
}

extension AlertRule {
    fileprivate func finds(
        _ version: ResultVersion, _ earlier: EarlierLevel?, _ switchedOn: Set<AlertRule>, _ jumps: JumpFactors
    ) -> Bool {
        guard !version.status.isWithdrawn, !isSwitchable || switchedOn.contains(self) else { return false }
        return switch self {
        case .criticalHigh: version.interpretation.flag == .criticallyHigh
        case .severeLow: version.interpretation.flag == .severelyLow
        case .implausibleJump: version.findings.level.flatMap { earlier?.jumps(to: $0, by: jumps) } ?? false
        case .genotypeMismatch: version.interpretation.verify.contains(.genotypeContradicts)
        case .corrected: false
        }
    }
}

extension ResultVersion {
    /// Whether everything that the rule looks at is unchanged.
    fileprivate func isSame(as other: ResultVersion, for rule: AlertRule) -> Bool {
        guard findings.level == other.findings.level, isInterpreted(as: other.range) else { return false }
        return switch rule {
        case .genotypeMismatch: findings.genotype == other.findings.genotype
        case .implausibleJump: findings.testDate == other.findings.testDate
        case .criticalHigh, .severeLow, .corrected: true
        }
    }
}
