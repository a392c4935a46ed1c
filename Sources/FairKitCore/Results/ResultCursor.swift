/// The position of the next page: the last result that this one examined.
package struct ResultCursor: Equatable, Sendable, CustomStringConvertible {
    /// The sort key of that result.
    package let key: Key
    package let id: ResultID

    package enum Key: Hashable, Sendable {
        case date(CalendarDate)
        case level(Thousandths)

        /// Days since 1970, or thousandths.
        package var number: Int64 {
            switch self {
            case .date(let date): Int64(date.daysSince1970)
            case .level(let level): level.count
            }
        }
    }

    package init(_ key: Key, _ id: ResultID) {
        self.key = key
        self.id = id
    }

    package init(after result: TestResult, in order: ResultOrder = .newest) {
        let findings = result.current.findings
        // A list by level has none without one.
        let level = order.isByLevel ? findings.level : nil
        key = level.map { .level($0.value) } ?? .date(findings.testDate)
        id = result.id
    }

    package init?(_ text: String) {
        let parts = text.split(separator: "~", omittingEmptySubsequences: false)
        guard parts.count == 2, let id = ResultID(parts[1]) else { return nil }
        self.id = id
        if let testDate = CalendarDate(parts[0]) {
            key = .date(testDate)
        } else if parts[0].first == "L", let count = Int64(parts[0].dropFirst()), count >= 0 {
            key = .level(Thousandths(count: count))
        } else {
            return nil
        }
    }

    /// Reads the cursor of a list in this order; nil: it belongs to a list in another one.
    package init?(_ text: String, in order: ResultOrder) {
        self.init(text)
        let isOfLevels = if case .level = key { true } else { false }
        guard isOfLevels == order.isByLevel else { return nil }
    }

    package var description: String {
        switch key {
        case .date(let date): "\(date)~\(id)"
        case .level(let level): "L\(level.count)~\(id)"
        }
    }
}
