import FairKitCore
import Testing

@Suite struct `Deciding on alerts` {
    /// The decision on a version after another one, with alerts that the other one raised.
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
    func `raises one for a critical first version only`(level: Int64, raises: Bool) {
        let decision = decide(Example.version(level: level))
        #expect(decision.raises == (raises ? [.init(.criticalHigh, .critical)] : []))
        #expect(decision.retracts.isEmpty)
    }

    @Test(arguments: ResultStatus.allCases)
    func `is for what may be acted on`(status: ResultStatus) {
        let decision = decide(Example.version(status: status))
        let withdrawn: [ResultStatus] = [.cancelled, .enteredInError]
        #expect(rules(decision) == (withdrawn.contains(status) ? [] : [.criticalHigh]))
    }

    @Test(arguments: [
        // level before, level now, status now, the alert that stands, the rule that raises one in its place
        (Int64(820_000), Int64(820_000), ResultStatus.corrected, AlertRule?.some(.criticalHigh), AlertRule?.none),
        (820_000, 900_000, .corrected, .criticalHigh, .criticalHigh),
        (820_000, 150_000, .corrected, .criticalHigh, .corrected),
        (820_000, 799_999, .amended, .criticalHigh, .corrected),
        (820_000, 820_000, .cancelled, .criticalHigh, .corrected),
        (820_000, 820_000, .enteredInError, .criticalHigh, .corrected),
        (820_000, 820_000, .corrected, nil, .criticalHigh),
        (150_000, 820_000, .corrected, nil, .criticalHigh),
        (150_000, 820_000, .corrected, .corrected, .criticalHigh),
        (150_000, 160_000, .corrected, .corrected, nil),
        (150_000, 150_000, .cancelled, .corrected, nil),
        (150_000, 160_000, .corrected, nil, nil),
        (150_000, 150_000, .cancelled, nil, nil),
    ])
    func `follows a correction`(
        before: Int64, after: Int64, status: ResultStatus, standing: AlertRule?, raised: AlertRule?
    ) {
        let previous = Example.version(level: before)
        let alerts = standing.map { [Example.alert(previous, rule: $0)] } ?? []
        let decision = decide(Example.version(2, level: after, status: status), after: previous, standing: alerts)
        #expect(decision.raises == (raised.map { [.init($0, .critical, follows: alerts.first?.id)] } ?? []))
        #expect(decision.retracts == (raised == nil ? [] : alerts.map(\.id)))
    }

    @Test func `raises one again when the range has changed`() {
        let previous = Example.version()
        let decision = decide(
            Example.version(2, high: 201_000), after: previous, standing: [Example.alert(previous)])
        #expect(rules(decision) == [.criticalHigh])
    }

    @Test func `raises one again when the comparator or the unit has changed`() {
        let greater = Example.version(2, comparator: .greater)
        let grams = Example.version(2, level: 8200, high: 2000, unit: .gramsPerLitre)
        for version in [greater, grams] {
            let previous = Example.version()
            #expect(rules(decide(version, after: previous, standing: [Example.alert(previous)])) == [.criticalHigh])
        }
    }

    @Test(arguments: [(Int64(56_999), true), (57_000, false)])
    func `raises one for a severely low level once that is switched on`(level: Int64, raises: Bool) {
        let version = Example.version(level: level)
        #expect(rules(decide(version)) == [])
        #expect(decide(version, on: [.severeLow]).raises == (raises ? [.init(.severeLow, .urgent)] : []))
    }

    @Test func `takes a severely low one back when the rule was switched off and the result is corrected`() {
        let previous = Example.version(level: 30_000)
        let low = Example.alert(previous, rule: .severeLow, band: .urgent)
        let decision = decide(Example.version(2, level: 31_000), after: previous, standing: [low])
        #expect(decision == AlertDecision(raises: [.init(.corrected, .urgent, follows: low.id)], retracts: [low.id]))
    }

    @Test(arguments: [
        // before, now, whether that is implausible
        (Int64(150_000), Int64(600_000), true), (150_000, 599_999, false), (600_000, 150_000, true),
        (599_999, 150_000, false),
        (150_000, 150_000, false), (0, 0, false), (0, 5_000, true),
    ])
    func `raises one for a level that is four times the last one, or a fourth`(
        before: Int64, now: Int64, raises: Bool
    ) {
        let decision = decide(Example.version(level: now), earlier: earlier(before))
        #expect(decision.raises == (raises ? [.init(.implausibleJump, .urgent)] : []))
    }

    @Test func `compares grams with milligrams, and moles with neither`() {
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
    func `takes a rise for implausible only if the comparators leave no other way`(
        before: Comparator?, now: Comparator?, raises: Bool
    ) {
        let version = Example.version(level: 700_000, comparator: now)
        let decision = decide(version, earlier: earlier(150_000, .milligramsPerDecilitre, before))
        #expect(rules(decision) == (raises ? [.implausibleJump] : []))
    }

    @Test func `never suppresses a critical one because it is implausible`() {
        let decision = decide(Example.version(), earlier: earlier(120_000))
        #expect(decision.raises == [.init(.criticalHigh, .critical), .init(.implausibleJump, .urgent)])
    }

    @Test func `raises one for a level that does not go with the genotype`() {
        let decision = decide(Example.version(level: 150_000, genotype: "ZZ"))
        #expect(decision.raises == [.init(.genotypeMismatch, .result)])
        #expect(rules(decide(Example.version(level: 150_000, genotype: "MM"))) == [])
    }

    @Test func `leaves each alert standing whose numbers did not change`() {
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

    @Test func `tells of all that is gone at once, as urgently as the most urgent of it`() {
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
