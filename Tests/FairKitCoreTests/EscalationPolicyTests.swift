import FairKitCore
import Testing

@Suite struct `An escalation policy` {
    typealias Step = EscalationPolicy.Step

    static func policy(_ steps: (Int, [EscalationTarget])..., repeats: Int = 900) -> EscalationPolicy {
        EscalationPolicy(
            steps: steps.enumerated().map { index, step in
                Step(
                    after: .seconds(step.0), targets: step.1,
                    repeats: index == steps.count - 1 ? .seconds(repeats) : nil)
            })
    }

    func pointers(_ policy: EscalationPolicy, _ band: Band) -> [String] {
        var faults = Faults()
        policy.check(for: band, &faults)
        return faults.fields.map(\.pointer)
    }

    static let late: [(EscalationPolicy, String)] = [
        (policy((601, [.care])), "/steps/0/afterSeconds"),
        (policy((86_400, [.team("nights")]), repeats: 3600), "/steps/0/afterSeconds"),
        (policy((0, [.patient, .operatorContact]), (601, [.care])), "/steps/1/afterSeconds"),
        (policy((0, [.patient]), (601, [.care])), "/steps/1/afterSeconds"),
        (policy((0, [.care]), (3601, [.operatorContact])), "/steps/1/afterSeconds"),
        (policy((0, [.care]), repeats: 3601), "/steps/0/repeatSeconds"),
    ]

    @Test(arguments: late)
    func `of critical alerts that tells people late is refused, and read within its bounds`(
        policy: EscalationPolicy, pointer: String
    ) {
        #expect(pointers(policy, .critical) == [pointer])
        #expect(pointers(policy.bounded(for: .critical), .critical) == [])
        #expect(policy.bounded(for: .critical).steps.map(\.targets) == policy.steps.map(\.targets))
        #expect(pointers(policy, .urgent) == [])
        #expect(policy.bounded(for: .urgent) == policy)
    }

    @Test(arguments: [
        policy((600, [.team("nights")]), (3600, [.operatorContact]), repeats: 3600),
        policy((0, [.patient]), (600, [.care]), (3600, [.care])), policy((0, [.care])),
    ])
    func `that tells people within minutes is taken as it is`(policy: EscalationPolicy) {
        #expect(pointers(policy, .critical) == [])
        #expect(policy.bounded(for: .critical) == policy)
    }

    @Test(arguments: [
        policy((0, [.operatorContact])), policy((0, [.patient, .operatorContact])),
        policy((0, [.patient]), (600, [.operatorContact])),
    ])
    func `of critical alerts that tells no one who can acknowledge is refused, and still read`(
        policy: EscalationPolicy
    ) {
        #expect(pointers(policy, .critical) == ["/steps/0/tell"])
        #expect(pointers(policy, .urgent) == [])
        #expect(policy.bounded(for: .critical) == policy)
        let late = Self.policy((0, [.patient]), (3600, [.operatorContact])).bounded(for: .critical)
        #expect(late.steps[1].after == .seconds(600), "the office is told as early as before")
    }

    @Test func `that came with FairKit is inside the bounds`() throws {
        let standard = try #require(EscalationPolicy.standard(for: .critical))
        #expect(pointers(standard, .critical) == [])
        #expect(standard.bounded(for: .critical) == standard)
    }
}
