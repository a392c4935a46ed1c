import FairKitCore
import Testing

@Suite struct `A laboratory's findings` {
    static func problems(_ change: (inout Findings) -> Void) -> [String] {
        var findings = Example.version().findings
        change(&findings)
        var faults = Faults()
        findings.check(&faults)
        return faults.fields.map(\.pointer)
    }

    @Test func `are accepted when valid`() {
        #expect(Self.problems { _ in } == [])
    }

    @Test(arguments: [("", false), ("nephelometry", true), ("a\tb", false)])
    func `have a method of one line`(method: String, isRight: Bool) {
        #expect(Self.problems { $0.method = method } == (isRight ? [] : ["/method"]))
    }

    @Test(arguments: [(1, 2, true), (2, 2, false), (3, 2, false), (0, 1, true)] as [(Int64, Int64, Bool)])
    func `have a range with low below high`(low: Int64, high: Int64, isRight: Bool) {
        let range = ReportedRange(low: Thousandths(count: low), high: Thousandths(count: high))
        #expect(Self.problems { $0.reportedRange = range } == (isRight ? [] : ["/range"]))
    }

    @Test func `report all faults at once`() {
        let pointers = Self.problems {
            $0.method = ""
            $0.reportedRange = ReportedRange(low: Thousandths(count: 1), high: Thousandths(count: 1))
        }
        #expect(pointers == ["/method", "/range"])
    }
}
