import FairKitCore
import Testing

/// Someone who reads every figure of every period, and subtracts. See decision 0169.
@Suite struct `Figures of programmes` {
    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func `reveal no group of one to nine people, by no pair of periods, programmes, measures and classes`(seed: UInt64)
    {
        let town = FigureTown(seed: seed)
        let numbers = town.published
        #expect(numbers.count > 500)
        #expect(Attack.pair(numbers) == nil)
        #expect(town.classesSubtracted.allSatisfy { $0 == 0 || $0 >= Figure.least })
        // It is a town of which something is seen.
        let measures = Set(town.blocks.map(\.series.measure))
        #expect(measures.count >= 5)
        #expect(town.blocks.contains { $0.series.flag != nil })
    }

    @Test func `reveal one as soon as people are counted by plain numbers`() {
        #expect(Attack.pair(FigureTown(seed: 1).plain) != nil)
    }

    @Test(arguments: FigureTown.Rule.allCases)
    func `reveal one as soon as a rule is left out`(rule: FigureTown.Rule) {
        let found = (1...6 as ClosedRange<UInt64>).contains { seed in
            let town = FigureTown(seed: seed, without: rule)
            let numbers =
                switch rule {
                case .nested, .classes: town.published
                case .once: town.published + town.publishedAgain
                case .whole: town.published + town.publishedByDays
                }
            return Attack.pair(numbers) != nil || town.classesSubtracted.contains { (1..<Figure.least).contains($0) }
        }
        #expect(found)
    }

    @Test(
        arguments: [
            ([.normal: 12, .high: 10, .criticallyHigh: 1], [.normal]),
            ([.normal: 12, .high: 12], [.high, .normal]), ([.normal: 12, .criticallyHigh: 2], []),
            ([.normal: 30, .high: 11, .low: 9, .severelyLow: 1], [.high, .normal]), ([nil: 30], []),
        ] as [([AbnormalFlag?: Int], Set<AbnormalFlag>)])
    func `show the classes that leave none, or ten people or more`(
        people: [AbnormalFlag?: Int], shown: Set<AbnormalFlag>
    ) {
        #expect(Set(FigureLedger.shown(people)) == shown)
    }

    @Test func `wait while all but a few of those enrolled would be counted`() {
        var ledger = FigureLedger()
        #expect(ledger.publish(.some(.enrolled, 25, [:]), as: 1) != nil)
        #expect(ledger.publish(.some(.registered, 12, [1: 12]), as: 2) != nil)
        // 25 - 12 - 10 leaves three who did not register.
        #expect(ledger.publish(.some(.registered, 10, [1: 10]), as: 3) == nil)
        #expect(ledger.publish(.some(.registered, 13, [1: 13]), as: 3) != nil)
        // Eleven of the same twelve: the twelfth would be known.
        #expect(ledger.publish(.some(.completed, 11, [1: 11, 2: 11]), as: 4) == nil)
        #expect(ledger.publish(.some(.completed, 12, [1: 12, 2: 11, 3: 1]), as: 4) != nil)
    }

    @Test func `count all of a year but a few by no quarter after another`() {
        var ledger = FigureLedger()
        #expect(ledger.publish(.some(.enrolled, 45, [:]), as: 1) != nil)
        #expect(ledger.publish(.some(.completed, 20, [1: 20]), as: 2) != nil)
        // Others in the next quarter: together they are all but three.
        #expect(ledger.publish(.some(.completed, 22, [1: 22]), as: 3) == nil)
        // With someone who was counted before, the sum is no group of people.
        #expect(ledger.publish(.some(.completed, 22, [1: 22, 2: 5]), as: 3) != nil)
    }

    @Test func `keep a large clinic at some hundred blocks`() {
        var ledger = FigureLedger()
        var (number, waiting) = (1, 0)
        for _ in 0..<500 {
            waiting += 400
            let published = ledger.publish(.some(.enrolled, waiting, [:], isLast: false), as: number)
            guard published != nil else { continue }
            number += 1
            waiting = 0
        }
        #expect((100..<600).contains(number))
    }
}

extension FigureLedger.Waiting {
    fileprivate static func some(
        _ measure: FigureMeasure, _ people: Int, _ shared: [Int: Int], isLast: Bool = true
    ) -> FigureLedger.Waiting {
        FigureLedger.Waiting(measure, isLast: isLast, people: [nil: people], shared: [nil: shared])
    }
}

/// A published number, and whom it counts.
private struct Number {
    let people: Int
    let who: Members
}

/// A set of memberships.
private struct Members: Hashable {
    var bits = SIMD8<UInt64>()

    mutating func insert(_ member: Int) { bits[member / 64] |= 1 << UInt64(member % 64) }
    func contains(_ other: Members) -> Bool { other.bits & ~bits == .zero }
    var count: Int { (0..<8).reduce(0) { $0 + bits[$1].nonzeroBitCount } }
    static func + (left: Members, right: Members) -> Members { Members(bits: left.bits | right.bits) }
}

private enum Attack {
    /// The size of a group of one to nine people, as the difference of two numbers of which one counts everyone whom the
    /// other counts; nil: there is none.
    static func pair(_ numbers: [Number]) -> Int? {
        // A number that counts someone twice is not the size of a group.
        let groups = Set(numbers.filter { $0.people == $0.who.count }.map(\.who))
        let sizes = Dictionary(grouping: groups, by: \.count)
        if let small = sizes.keys.first(where: { (1..<Figure.least).contains($0) }) { return small }
        for (size, groups) in sizes {
            for difference in 1..<Figure.least {
                for larger in sizes[size + difference] ?? [] where groups.contains(where: { larger.contains($0) }) {
                    return difference
                }
            }
        }
        return nil
    }
}

extension FigureTown {
    private var series: [FigureLedger.Series] {
        FigureMeasure.allCases.map { FigureLedger.Series($0) }
            + AbnormalFlag.allCases.map { FigureLedger.Series(.completed, $0) }
    }

    /// Periods of which the clinic's sums are read: weeks, 30 days, months, quarters, years and some others.
    private var periods: [ClosedRange<Int>] {
        let today = CalendarDate(daysSince1970: FigureTown.first + FigureTown.days)
        var periods: [ClosedRange<CalendarDate>] = stride(from: 30, through: FigureTown.days, by: 10).flatMap { day in
            [7, 30].map { FigurePeriod.last($0).days(at: CalendarDate(daysSince1970: FigureTown.first + day)) }
        }
        for text in ["2026", "2027", "2026-Q1", "2026-Q2", "2026-Q3", "2026-Q4", "2027-Q1", "2026-02-10..2026-11-20"] {
            guard let period = FigurePeriod(text) else { continue }
            periods += [period.days(at: today)] + period.parts(at: today)
        }
        return periods.map { days in
            days.lowerBound.daysSince1970 - FigureTown.first...days.upperBound.daysSince1970 - FigureTown.first
        }
    }

    private func number(_ blocks: some Sequence<Block>, _ chosen: (Int, Int) -> Bool = { _, _ in true }) -> Number? {
        var (who, count) = (Members(), 0)
        for block in blocks {
            for (person, day) in block.people where chosen(person, day) {
                who.insert(person)
                count += 1
            }
        }
        return count > 0 ? Number(people: count, who: who) : nil
    }

    /// Each programme's sums over all periods that differ, and the clinic's.
    fileprivate var published: [Number] {
        var numbers: [Number] = []
        for series in series {
            let all = blocks.filter { $0.series == series }
            for programme in FigureTown.programmes {
                let own = all.filter { $0.programme == programme }
                for first in own.indices {
                    for last in first..<own.count { number(own[first...last]).map { numbers.append($0) } }
                }
            }
            for period in periods { number(all.filter { period.contains($0.day) }).map { numbers.append($0) } }
        }
        return numbers
    }

    /// The same blocks, counted once more when people have left.
    fileprivate var publishedAgain: [Number] {
        blocks.compactMap { block in number([block]) { person, _ in left[person] == nil } }
    }

    /// Those of a block who have an event within a period.
    fileprivate var publishedByDays: [Number] {
        periods.flatMap { period in blocks.compactMap { block in number([block]) { _, day in period.contains(day) } } }
            .filter { $0.people >= Figure.least }
    }

    /// How many people are counted in each period, if they are ten or more.
    fileprivate var plain: [Number] {
        var numbers: [Number] = []
        for period in periods {
            for programme in FigureTown.programmes {
                for series in series {
                    var who = Members()
                    for event in events
                    where period.contains(event.day) && event.programme == programme
                        && event.measure == series.measure && (series.flag == nil || event.flag == series.flag)
                    {
                        who.insert(event.person)
                    }
                    if who.count >= Figure.least { numbers.append(Number(people: who.count, who: who)) }
                }
            }
        }
        return numbers
    }

    /// What is left of all who completed a test in a quarter until a day, without one class, two and all.
    fileprivate var classesSubtracted: [Int] {
        var rests: [Int] = []
        let completed = blocks.filter { $0.series.measure == .completed }
        for programme in FigureTown.programmes {
            let own = completed.filter { $0.programme == programme }
            for until in Set(own.map(\.day)) {
                let first = CalendarQuarter(of: CalendarDate(daysSince1970: FigureTown.first + until)).firstDay
                let days = first.daysSince1970 - FigureTown.first...until
                func people(_ flag: AbnormalFlag?) -> Int {
                    own.filter { days.contains($0.day) && $0.series.flag == flag }.reduce(0) { $0 + $1.people.count }
                }
                let (all, classes) = (people(nil), AbnormalFlag.allCases.map { people($0) })
                rests.append(all - classes.reduce(0, +))
                for (index, one) in classes.enumerated() {
                    rests.append(all - one)
                    rests += classes.dropFirst(index + 1).map { all - one - $0 }
                }
            }
        }
        return rests
    }
}
