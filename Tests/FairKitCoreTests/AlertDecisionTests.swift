import FairKitCore
import Testing

@Suite struct `Deciding on an alert` {
    @Test(arguments: [(Int64(820_000), true), (800_000, true), (799_999, false), (150_000, false), (20_000, false)])
    func `raises one for a critical first version only`(level: Int64, raises: Bool) {
        let decision = AlertDecision(version: Example.version(level: level), previous: nil, standing: nil)
        #expect(decision == (raises ? .raise(.criticalHigh, .critical) : AlertDecision.none))
    }

    @Test(arguments: ResultStatus.allCases)
    func `is for what may be acted on`(status: ResultStatus) {
        let decision = AlertDecision(version: Example.version(status: status), previous: nil, standing: nil)
        let withdrawn: [ResultStatus] = [.cancelled, .enteredInError]
        #expect(decision == (withdrawn.contains(status) ? AlertDecision.none : .raise(.criticalHigh, .critical)))
    }

    @Test(arguments: [
        // level before, level now, status now, the alert that stands, the decision
        (Int64(820_000), Int64(820_000), ResultStatus.corrected, AlertRule?.some(.criticalHigh), AlertDecision.none),
        (820_000, 900_000, .corrected, .criticalHigh, .raise(.criticalHigh, .critical)),
        (820_000, 150_000, .corrected, .criticalHigh, .raise(.corrected, .critical)),
        (820_000, 799_999, .amended, .criticalHigh, .raise(.corrected, .critical)),
        (820_000, 820_000, .cancelled, .criticalHigh, .raise(.corrected, .critical)),
        (820_000, 820_000, .enteredInError, .criticalHigh, .raise(.corrected, .critical)),
        (820_000, 820_000, .corrected, nil, .raise(.criticalHigh, .critical)),
        (150_000, 820_000, .corrected, nil, .raise(.criticalHigh, .critical)),
        (150_000, 820_000, .corrected, .corrected, .raise(.criticalHigh, .critical)),
        (150_000, 160_000, .corrected, .corrected, .none),
        (150_000, 150_000, .cancelled, .corrected, .none),
        (150_000, 160_000, .corrected, nil, .none),
        (150_000, 150_000, .cancelled, nil, .none),
    ])
    func `follows a correction`(
        before: Int64, after: Int64, status: ResultStatus, standing: AlertRule?, decision: AlertDecision
    ) {
        let previous = Example.version(level: before)
        let version = Example.version(2, level: after, status: status)
        #expect(AlertDecision(version: version, previous: previous, standing: standing) == decision)
    }

    @Test func `raises one again when the range has changed`() {
        let version = Example.version(2, high: 201_000)
        let decision = AlertDecision(version: version, previous: Example.version(), standing: .criticalHigh)
        #expect(decision == .raise(.criticalHigh, .critical))
    }

    @Test func `raises one again when the comparator or the unit has changed`() {
        let greater = Example.version(2, comparator: .greater)
        let grams = Example.version(2, level: 8200, high: 2000, unit: .gramsPerLitre)
        for version in [greater, grams] {
            let decision = AlertDecision(version: version, previous: Example.version(), standing: .criticalHigh)
            #expect(decision == .raise(.criticalHigh, .critical))
        }
    }
}
