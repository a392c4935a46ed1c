import FairKitCore
import Testing

@Suite struct `A laboratory's findings` {
    static func problems(_ change: (inout Findings) -> Void) -> [String] {
        var findings = Example.version().findings
        change(&findings)
        return findings.problems(today: Example.today)?.fields.map(\.pointer) ?? []
    }

    @Test func `may be a day ahead of UTC and no more`() {
        #expect(Self.problems { _ in } == [])
        #expect(Self.problems { $0.testDate = Example.today.adding(days: 1) } == [])
        #expect(Self.problems { $0.testDate = Example.today.adding(days: 2) } == ["/testDate"])
    }

    @Test(arguments: [("", false), ("nephelometry", true), ("a\tb", false)])
    func `name a method in one line`(method: String, isRight: Bool) {
        #expect(Self.problems { $0.method = method } == (isRight ? [] : ["/method"]))
    }

    @Test(arguments: [(1, 2, true), (2, 2, false), (3, 2, false), (0, 1, true)] as [(Int64, Int64, Bool)])
    func `bring a range whose low is below its high`(low: Int64, high: Int64, isRight: Bool) {
        let range = ReportedRange(low: Thousandths(count: low), high: Thousandths(count: high))
        #expect(Self.problems { $0.reportedRange = range } == (isRight ? [] : ["/range"]))
    }

    @Test func `name everything that is wrong at once`() {
        let pointers = Self.problems {
            $0.testDate = Example.today.adding(days: 9)
            $0.method = ""
            $0.reportedRange = ReportedRange(low: Thousandths(count: 1), high: Thousandths(count: 1))
        }
        #expect(pointers == ["/testDate", "/method", "/range"])
    }
}
