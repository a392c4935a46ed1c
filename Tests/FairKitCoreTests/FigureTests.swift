import FairKitCore
import Testing

@Suite struct `Figures` {
    private static let classes = ["a", "b", "c", "d"]

    private func group(_ counts: [Int]) -> FigureGroup<String> {
        FigureGroup(
            Dictionary(uniqueKeysWithValues: zip(Self.classes, counts)),
            order: Array(Self.classes.prefix(counts.count)))
    }

    private func shown(_ group: FigureGroup<String>) -> [Int?] {
        Self.classes.prefix(group.classes.count).map { group.classes[$0]?.count } + [group.all.count]
    }

    @Test(
        arguments: [
            ([10, 11, 12, 13], [10, 11, 12, 13, 46]),
            // One is small: the next smallest is suppressed with it.
            ([9, 11, 12, 13], [nil, nil, 12, 13, 45]),
            // Zero is as revealing as one.
            ([0, 50, 60, 70], [nil, nil, 60, 70, 180]),
            // Two are small, and together still fewer than ten: a third is suppressed.
            ([2, 3, 60, 70], [nil, nil, nil, 70, 135]),
            ([6, 7, 60, 70], [nil, nil, 60, 70, 143]),
            // All are small: the total is published unless it is small, too.
            ([4, 4, 4, 4], [nil, nil, nil, nil, 16]), ([2, 2, 2, 2], [nil, nil, nil, nil, nil]),
            ([0, 0, 0, 0], [nil, nil, nil, nil, nil]),
            // All but one are empty: the remaining one would equal the total.
            ([0, 0, 0, 20], [nil, nil, nil, nil, 20]),
        ] as [([Int], [Int?])])
    func `suppress small numbers, and numbers that would reveal them`(counts: [Int], expected: [Int?]) {
        #expect(shown(group(counts)) == expected)
    }

    @Test func `suppress the total if it would reveal a single class`() {
        #expect(shown(group([9])) == [nil, nil])
        #expect(shown(group([12])) == [12, 12])
    }

    /// Subtracting the published classes from the total reveals at least ten people in at least two classes, or
    /// nothing.
    @Test func `never reveal fewer than ten by a difference`() {
        var random = SplitMix(state: 7)
        for _ in 0..<5000 {
            let counts = (0..<4).map { _ in Int.random(in: 0...(Bool.random(using: &random) ? 12 : 40), using: &random)
            }
            let found = group(counts)
            let told = Self.classes.filter { found.classes[$0]?.count != nil }
            #expect(told.allSatisfy { (found.classes[$0]?.count ?? 0) >= Figure.least })
            guard let all = found.all.count else { continue }
            let rest = all - told.reduce(0) { $0 + (found.classes[$1]?.count ?? 0) }
            let hidden = Self.classes.count - told.count
            #expect(hidden == 0 || (hidden >= 2 && rest >= Figure.least), "\(counts)")
        }
    }
}

/// Pseudorandom numbers, the same in each run.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}

@Suite struct `A month` {
    @Test(arguments: [("2026-01", 1_767_225_600_000), ("2024-12", 1_733_011_200_000)] as [(String, Int64)])
    func `round-trips through its text, and begins in UTC`(text: String, start: Int64) throws {
        let month = try #require(CalendarMonth(text))
        #expect("\(month)" == text)
        #expect(month.start == Timestamp(milliseconds: start))
        #expect(month.adding(12).adding(-12) == month)
        #expect(CalendarMonth(of: month.start.date()) == month)
    }

    @Test(arguments: ["2026-13", "2026", "2026-1", "26-01", "2026-01-01", ""])
    func `is not read from a malformed text`(text: String) {
        #expect(CalendarMonth(text) == nil)
    }
}
