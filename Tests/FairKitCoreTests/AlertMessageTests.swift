import FairKitCore
import Testing

@Suite struct `An alert's message` {
    @Test(arguments: [
        (Int64(820_000), Int64(200_000), AATUnit.milligramsPerDecilitre, Comparator?.none, "4x normal (820 mg/dL)"),
        (800_000, 200_000, .milligramsPerDecilitre, nil, "4x normal (800 mg/dL)"),
        (999_999, 200_000, .milligramsPerDecilitre, nil, "4x normal (999.999 mg/dL)"),
        (1_000_000, 200_000, .milligramsPerDecilitre, nil, "5x normal (1000 mg/dL)"),
        (820_000, 200_000, .milligramsPerDecilitre, .greater, "4x normal (>820 mg/dL)"),
        (8200, 2000, .gramsPerLitre, nil, "4x normal (8.2 g/L)"),
        (212_000, 53_000, .micromolesPerLitre, nil, "4x normal (212 umol/L)"),
    ])
    func `gives the multiple of the upper limit, and the level as reported`(
        level: Int64, high: Int64, unit: AATUnit, comparator: Comparator?, expected: String
    ) {
        let version = Example.version(level: level, high: high, unit: unit, comparator: comparator)
        let message = AlertMessage(Example.alert(version))
        #expect(message.title == "⚠️ AAT Level Alert")
        #expect(message.body == "Your AAT level is \(expected). Contact your doctor today.")
    }

    @Test func `has the requirement's exact wording`() {
        let alert = Example.alert(Example.version())
        #expect(
            AlertMessage(alert).body == "Your AAT level is 4x normal (820 mg/dL). Contact your doctor today.")
        #expect(alert.range?.description == "100-200")
    }

    @Test func `says that the floor raised it, and counts by the general upper limit`() {
        let alert = Example.alert(Example.version(level: 1_000_000, high: 999_999_000))
        #expect(AlertMessage(alert).body.contains("5x normal (1000 mg/dL)"))
        #expect(alert.explanation.hasPrefix("1000 mg/dL is at or above 800 mg/dL, which is always critical."))
        #expect(!Example.alert(Example.version()).explanation.contains("always"))
    }

    @Test func `about a correction names no level`() {
        let message = AlertMessage(Example.alert(Example.version(2, level: 150_000), rule: .corrected))
        #expect(message.title == "AAT Level Corrected")
        #expect(!message.body.contains("150"))
    }

    @Test(arguments: AlertRule.allCases)
    func `of a retracted alert says so and names no level`(rule: AlertRule) {
        let message = AlertMessage(Example.alert(Example.version(), rule: rule, state: .retracted))
        #expect(message.title == "AAT Level Alert replaced")
        #expect(!message.body.contains("820"))
    }
}
