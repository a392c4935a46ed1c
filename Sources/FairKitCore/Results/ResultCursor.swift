/// The position of the next page: the last result of this one, newest test first.
package struct ResultCursor: Hashable, Sendable, CustomStringConvertible {
    package let testDate: CalendarDate
    package let id: ResultID

    package init(after result: TestResult) {
        testDate = result.current.findings.testDate
        id = result.id
    }

    package init?(_ text: String) {
        let parts = text.split(separator: "~", omittingEmptySubsequences: false)
        guard parts.count == 2, let testDate = CalendarDate(parts[0]), let id = ResultID(parts[1]) else { return nil }
        self.testDate = testDate
        self.id = id
    }

    package var description: String { "\(testDate)~\(id)" }
}
