import FairKitCore

/// A made-up town: people join programmes and leave them, register kits, get results and sign in over fifteen months. It
/// counts them as the store does, and remembers who is in each block.
struct FigureTown {
    /// A rule that can be left out, to show that it is needed.
    enum Rule: CaseIterable {
        /// No group is published that another one contains but for 1 to 9 people.
        case nested
        /// What classes leave of the whole is none, or ten or more.
        case classes
        /// A block is counted once and kept.
        case once
        /// A block is counted as a whole, and not by days.
        case whole
    }

    /// A block, with those who are in it: numbers of memberships.
    struct Block {
        let programme: Int
        let series: FigureLedger.Series
        let day: Int
        /// By the day of the event that made them wait.
        let people: [Int: Int]
    }

    /// A membership: of a person who leaves one programme and joins another there are two.
    private struct Membership {
        let programme: Int
        let joined: Int
        let left: Int
        /// How eagerly the person tests and signs in.
        let tests: Double
        let signIns: Double
        let flag: AbnormalFlag
    }

    /// Who waits to be counted.
    private struct Waiter {
        let flag: AbnormalFlag?
        /// When they began to wait.
        let day: Int
    }

    private struct Key: Hashable {
        let programme: Int
        let measure: FigureMeasure
        let quarter: Int
    }

    /// 0: in no programme.
    static let programmes = 0...4
    static let days = 456
    static let first = CalendarDate("2026-01-01")?.daysSince1970 ?? 0

    private(set) var blocks: [Block] = []
    /// By number of membership.
    private(set) var left: [Int: Int] = [:]
    private(set) var events: [(day: Int, programme: Int, measure: FigureMeasure, flag: AbnormalFlag?, person: Int)] = []
    private let without: Rule?

    init(seed: UInt64, without rule: Rule? = nil) {
        without = rule
        var random = Seeded(seed)
        let people = FigureTown.people(&random)
        for (number, one) in people.enumerated() where one.left < FigureTown.days { left[number] = one.left }
        live(people, &random)
    }

    private static func people(_ random: inout Seeded) -> [Membership] {
        var people: [Membership] = []
        for (programme, size) in [(0, 60), (1, 110), (2, 44), (3, 24), (4, 13)] {
            // Three waves of people who join, each within some weeks.
            let waves = (0..<3).map { _ in Int.random(in: 0..<300, using: &random) }
            for _ in 0..<size {
                let joined = (waves.randomElement(using: &random) ?? 0) + Int.random(in: 0..<25, using: &random)
                let leaves = Double.random(in: 0..<1, using: &random) < 0.15
                people.append(
                    Membership(
                        programme: programme, joined: joined,
                        left: leaves ? joined + Int.random(in: 1..<200, using: &random) : days,
                        tests: Double.random(in: 0.004..<0.03, using: &random),
                        signIns: Double.random(in: 0..<0.08, using: &random),
                        flag: [.normal, .normal, .normal, .low, .severelyLow, .high].randomElement(using: &random)
                            ?? .normal))
            }
        }
        return people
    }

    private mutating func live(_ people: [Membership], _ random: inout Seeded) {
        var ledgers = FigureTown.programmes.map { _ in FigureLedger() }
        var waiting: [Key: [Int: Waiter]] = [:]
        var unclassed: [Key: [Int: Waiter]] = [:]
        var seen: [Key: Set<Int>] = [:]
        var enrolled: Set<Int> = []
        var blocksOf: [Int: [Int]] = [:]
        var results: [Int: [Int]] = [:]
        for day in 0..<FigureTown.days {
            let date = CalendarDate(daysSince1970: FigureTown.first + day)
            let quarter = CalendarQuarter(of: date)
            func see(_ measure: FigureMeasure, _ person: Int, _ flag: AbnormalFlag? = nil) {
                let key = Key(
                    programme: people[person].programme, measure: measure,
                    quarter: measure.isByQuarter ? quarter.index : 0)
                events.append((day, people[person].programme, measure, flag, person))
                if seen[key, default: []].insert(person).inserted {
                    waiting[key, default: [:]][person] = Waiter(flag: flag, day: day)
                }
            }
            for (person, one) in people.enumerated() where one.joined <= day && day < one.left {
                if one.programme > 0, one.joined == day { see(.enrolled, person) }
                if Double.random(in: 0..<1, using: &random) < one.tests {
                    see(.registered, person)
                    results[day + Int.random(in: 4..<20, using: &random), default: []].append(person)
                }
                if one.programme > 0, Double.random(in: 0..<1, using: &random) < one.signIns {
                    see(.active, person)
                    if day >= one.joined + 30 { see(.retained30, person) }
                    if day >= one.joined + 90 { see(.retained90, person) }
                }
            }
            for person in results[day] ?? [] where day < people[person].left {
                see(.completed, person, people[person].flag)
            }
            for key in waiting.keys {
                waiting[key] = waiting[key]?.filter { day < people[$0.key].left }
            }
            for programme in FigureTown.programmes {
                for measure in programme == 0 ? FigureMeasure.withoutProgramme : FigureMeasure.allCases {
                    let key = Key(
                        programme: programme, measure: measure, quarter: measure.isByQuarter ? quarter.index : 0)
                    let ready = (waiting[key] ?? [:]).filter {
                        programme == 0 || measure == .enrolled || enrolled.contains($0.key)
                    }
                    let isLast = measure.isByQuarter && date == quarter.lastDay
                    func number(_ block: FigureLedger.Block, _ people: [Int: Waiter]) {
                        blocks.append(
                            Block(
                                programme: programme, series: block.series, day: day, people: people.mapValues(\.day)))
                        for person in people.keys { blocksOf[person, default: []].append(block.number) }
                    }
                    let ofMeasure = self.waiting(measure, ready, blocksOf, isLast: isLast)
                    guard let block = publish(ofMeasure, as: blocks.count + 1, &ledgers[programme]) else { continue }
                    number(block, ready)
                    for person in ready.keys { waiting[key]?[person] = nil }
                    if measure == .enrolled { enrolled.formUnion(ready.keys) }
                    guard measure == .completed else { continue }
                    unclassed[key, default: [:]].merge(ready) { first, _ in first }
                    let pool = unclassed[key] ?? [:]
                    let classes = publishClasses(
                        self.waiting(measure, pool, blocksOf, isLast: isLast), from: blocks.count + 1,
                        &ledgers[programme])
                    for block in classes {
                        let own = pool.filter { $0.value.flag == block.series.flag }
                        number(block, own)
                        for person in own.keys { unclassed[key]?[person] = nil }
                    }
                }
            }
        }
    }

    private func waiting(
        _ measure: FigureMeasure, _ ready: [Int: Waiter], _ blocksOf: [Int: [Int]], isLast: Bool
    ) -> FigureLedger.Waiting {
        var people: [AbnormalFlag?: Int] = [:]
        var shared: [AbnormalFlag?: [Int: Int]] = [:]
        for (person, one) in ready {
            people[one.flag, default: 0] += 1
            for block in blocksOf[person] ?? [] { shared[one.flag, default: [:]][block, default: 0] += 1 }
        }
        return FigureLedger.Waiting(measure, isLast: isLast, people: people, shared: shared)
    }

    /// With the rule of groups that contain others left out, whatever has ten people is published.
    private func publish(
        _ waiting: FigureLedger.Waiting, as number: Int, _ ledger: inout FigureLedger
    ) -> FigureLedger.Block? {
        guard without == .nested else { return ledger.publish(waiting, as: number) }
        let people = waiting.people.values.reduce(0, +)
        guard people >= Figure.least else { return nil }
        let block = FigureLedger.Block(
            number: number, series: FigureLedger.Series(waiting.measure), people: people,
            shared: waiting.shared.values.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) })
        ledger.append(block)
        return block
    }

    /// With the rule of what classes leave left out, each class that has ten people is published.
    private func publishClasses(
        _ waiting: FigureLedger.Waiting, from number: Int, _ ledger: inout FigureLedger
    ) -> [FigureLedger.Block] {
        guard without == .classes else { return ledger.publishClasses(waiting, from: number) }
        var published: [FigureLedger.Block] = []
        for flag in AbnormalFlag.allCases where waiting.people[flag, default: 0] >= Figure.least {
            let block = FigureLedger.Block(
                number: number + published.count, series: FigureLedger.Series(waiting.measure, flag),
                people: waiting.people[flag] ?? 0, shared: waiting.shared[flag] ?? [:])
            guard ledger.allows(block) else { continue }
            ledger.append(block)
            published.append(block)
        }
        return published
    }
}
