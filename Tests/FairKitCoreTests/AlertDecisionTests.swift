import FairKitCore
import Testing

@Suite struct `Deciding on alerts` {
    /// The decision on a version that follows another one, with the alerts that the other one raised.
    private func decide(
        _ version: ResultVersion, after previous: ResultVersion? = nil, standing: [Alert] = [],
        earlier: EarlierLevel? = nil, on: Set<AlertRule> = []
    ) -> AlertDecision {
        AlertDecision(version: version, previous: previous, standing: standing, earlier: earlier, switchedOn: on)
    }

    private func earlier(_ level: Int64, _ unit: AATUnit = .milligramsPerDecilitre, _ comparator: Comparator? = nil)
        -> EarlierLevel
    {
        EarlierLevel(
            level: Level(value: Thousandths(count: level), unit: unit, comparator: comparator),
            testDate: Example.today.adding(days: -30))
    }

    private func rules(_ decision: AlertDecision) -> [AlertRule] { decision.raises.map(\.rule) }

    @Test(arguments: [(Int64(820_000), true), (800_000, true), (799_999, false), (150_000, false), (20_000, false)])
    func `raises an alert only for a critical first version`(level: Int64, raises: Bool) {
        let decision = decide(Example.version(level: level))
        #expect(decision.raises == (raises ? [.init(.criticalHigh, .critical)] : []))
        #expect(decision.retracts.isEmpty)
    }

    @Test(arguments: ResultStatus.allCases)
    func `raises alerts only for results that may be acted on`(status: ResultStatus) {
        let decision = decide(Example.version(status: status))
        let withdrawn: [ResultStatus] = [.cancelled, .enteredInError]
        #expect(rules(decision) == (withdrawn.contains(status) ? [] : [.criticalHigh]))
    }

    @Test(arguments: [
        // level before, level now, status now, the standing alert, the rule of the alert that replaces it
        (Int64(820_000), Int64(820_000), ResultStatus.corrected, AlertRule?.some(.criticalHigh), AlertRule?.none),
        (820_000, 900_000, .corrected, .criticalHigh, .criticalHigh),
        (820_000, 150_000, .corrected, .criticalHigh, .corrected),
        (820_000, 799_999, .amended, .criticalHigh, .corrected),
        (820_000, 820_000, .cancelled, .criticalHigh, .corrected),
        (820_000, 820_000, .enteredInError, .criticalHigh, .corrected),
        (820_000, 820_000, .corrected, nil, .criticalHigh),
        (150_000, 820_000, .corrected, nil, .criticalHigh),
        (150_000, 820_000, .corrected, .corrected, .criticalHigh),
        (150_000, 160_000, .corrected, .corrected, .corrected),
        (150_000, 150_000, .corrected, .corrected, nil),
        (150_000, 150_000, .cancelled, .corrected, .corrected),
        (150_000, 160_000, .corrected, nil, nil),
        (150_000, 150_000, .cancelled, nil, nil),
    ])
    func `replaces or retracts an alert after a correction`(
        before: Int64, after: Int64, status: ResultStatus, standing: AlertRule?, raised: AlertRule?
    ) {
        let previous = Example.version(level: before)
        let alerts = standing.map { [Example.alert(previous, rule: $0)] } ?? []
        let decision = decide(Example.version(2, level: after, status: status), after: previous, standing: alerts)
        #expect(decision.raises == (raised.map { [.init($0, .critical, follows: alerts.first?.id)] } ?? []))
        #expect(decision.retracts == (raised == nil ? [] : alerts.map(\.id)))
    }

    @Test func `raises an alert again when the range has changed`() {
        let previous = Example.version()
        let decision = decide(
            Example.version(2, high: 201_000), after: previous, standing: [Example.alert(previous)])
        #expect(rules(decision) == [.criticalHigh])
    }

    @Test func `raises an alert again when the comparator or the unit has changed`() {
        let greater = Example.version(2, comparator: .greater)
        let grams = Example.version(2, level: 8200, high: 2000, unit: .gramsPerLitre)
        for version in [greater, grams] {
            let previous = Example.version()
            #expect(rules(decide(version, after: previous, standing: [Example.alert(previous)])) == [.criticalHigh])
        }
    }

    @Test(arguments: [(Int64(56_999), true), (57_000, false)])
    func `raises an alert for a severely low level once the rule is enabled`(level: Int64, raises: Bool) {
        let version = Example.version(level: level)
        #expect(rules(decide(version)) == [])
        #expect(decide(version, on: [.severeLow]).raises == (raises ? [.init(.severeLow, .urgent)] : []))
    }

    @Test func `retracts an alert about a severely low level when the rule was disabled and the result is corrected`() {
        let previous = Example.version(level: 30_000)
        let low = Example.alert(previous, rule: .severeLow, band: .urgent)
        let decision = decide(Example.version(2, level: 31_000), after: previous, standing: [low])
        #expect(decision == AlertDecision(raises: [.init(.corrected, .urgent, follows: low.id)], retracts: [low.id]))
    }

    @Test(arguments: [
        // before, now, whether the change is implausible
        (Int64(150_000), Int64(600_000), true), (150_000, 599_999, false), (600_000, 150_000, true),
        (599_999, 150_000, false),
        (150_000, 150_000, false), (0, 0, false), (0, 5_000, true),
    ])
    func `raises an alert for a level that is four times the last one, or a quarter`(
        before: Int64, now: Int64, raises: Bool
    ) {
        let decision = decide(Example.version(level: now), earlier: earlier(before))
        #expect(decision.raises == (raises ? [.init(.implausibleJump, .urgent)] : []))
    }

    @Test func `compares grams with milligrams, but neither with moles`() {
        #expect(
            rules(decide(Example.version(level: 600_000), earlier: earlier(1500, .gramsPerLitre))) == [.implausibleJump]
        )
        #expect(rules(decide(Example.version(level: 600_000), earlier: earlier(6000, .gramsPerLitre))) == [])
        #expect(rules(decide(Example.version(level: 600_000), earlier: earlier(30_000, .micromolesPerLitre))) == [])
    }

    @Test(arguments: [
        (Comparator?.none, Comparator?.some(.greater), true), (nil, .less, false), (.less, nil, true),
        (.greater, nil, false),
        (.lessOrEqual, .greaterOrEqual, true), (.greaterOrEqual, .greaterOrEqual, false),
    ])
    func `treats a rise as implausible only if the comparators leave no other reading`(
        before: Comparator?, now: Comparator?, raises: Bool
    ) {
        let version = Example.version(level: 700_000, comparator: now)
        let decision = decide(version, earlier: earlier(150_000, .milligramsPerDecilitre, before))
        #expect(rules(decision) == (raises ? [.implausibleJump] : []))
    }

    @Test func `never suppresses a critical alert because the level is implausible`() {
        let decision = decide(Example.version(), earlier: earlier(120_000))
        #expect(decision.raises == [.init(.criticalHigh, .critical), .init(.implausibleJump, .urgent)])
    }

    @Test func `raises an alert for a level that contradicts the genotype`() {
        let decision = decide(Example.version(level: 150_000, genotype: "ZZ"))
        #expect(decision.raises == [.init(.genotypeMismatch, .result)])
        #expect(rules(decide(Example.version(level: 150_000, genotype: "MM"))) == [])
    }

    @Test func `keeps each alert whose numbers did not change`() {
        let previous = Example.version(level: 820_000, genotype: "ZZ")
        let before = earlier(120_000)
        let standing = [
            Example.alert(previous), Example.alert(previous, rule: .genotypeMismatch, band: .result),
            Example.alert(previous, rule: .implausibleJump, band: .urgent, earlier: before),
        ]
        let same = Example.version(2, level: 820_000, status: .amended, genotype: "ZZ")
        #expect(decide(same, after: previous, standing: standing, earlier: before) == .none)
        let other = Example.version(2, level: 820_000, status: .amended, genotype: "Z/Null")
        #expect(rules(decide(other, after: previous, standing: standing, earlier: before)) == [.genotypeMismatch])
        #expect(
            rules(decide(same, after: previous, standing: standing, earlier: earlier(100_000))) == [.implausibleJump])
    }

    @Test func `reports all retracted alerts in one, as urgent as the most urgent of them`() {
        let previous = Example.version(level: 820_000)
        let before = earlier(120_000)
        let critical = Example.alert(previous)
        let jump = Example.alert(previous, rule: .implausibleJump, band: .urgent, earlier: before)
        let decision = decide(
            Example.version(2, level: 130_000), after: previous, standing: [jump, critical], earlier: before)
        #expect(decision.raises == [.init(.corrected, .critical, follows: critical.id)])
        #expect(Set(decision.retracts) == [critical.id, jump.id])
    }
}
