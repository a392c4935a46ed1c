/// The blocks of people that were counted of one programme, and the rule by which one more may be published: no sum of
/// blocks in a row may be the size of a group that another such sum contains but for 1 to 9 people. See decision 0169.
package struct FigureLedger: Sendable {
    private var places: [Int: Int] = [:]
    private var sizes: [Int] = []
    private var shared: [[Int: Int]] = []
    private var rows: [Series: Row] = [:]

    /// The blocks of a series, by their places.
    private struct Row {
        var blocks: [Int] = []
        /// How many people the first of them have, for each number of them.
        var sums = [0]
        var people: Int { sums[sums.count - 1] }
        /// For each block, the first one from which on all are different people.
        var since: [Int] = []
    }

    package init() {}

    /// Adds a block that was published.
    package mutating func append(_ block: Block) {
        let place = sizes.count
        places[block.number] = place
        sizes.append(block.people)
        shared.append([:])
        for (number, people) in block.shared {
            guard let other = places[number] else { continue }
            shared[place][other] = people
            shared[other][place] = people
        }
        var row = rows[block.series] ?? Row()
        let repeated = row.blocks.lastIndex { shared[place][$0] != nil }
        row.since.append(max(row.since.last ?? 0, repeated.map { $0 + 1 } ?? 0))
        row.blocks.append(place)
        row.sums.append(row.people + block.people)
        rows[block.series] = row
    }

    /// Publishes those who wait in one block, if the rule allows it; nil: they go on waiting.
    package mutating func publish(_ waiting: Waiting, as number: Int) -> Block? {
        let series = Series(waiting.measure)
        let people = waiting.people.values.reduce(0, +)
        // Blocks grow with what was counted, so that even a large clinic has some hundreds of them.
        guard people >= (waiting.isLast ? 0 : (rows[series]?.people ?? 0) / 100) else { return nil }
        let block = Block(
            number: number, series: series, people: people,
            shared: waiting.shared.values.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) })
        guard allows(block) else { return nil }
        append(block)
        return block
    }

    /// Publishes classes of people who were counted, and whose class was not.
    ///
    /// - Parameter number: that of the first block.
    package mutating func publishClasses(_ waiting: Waiting, from number: Int) -> [Block] {
        var published: [Block] = []
        for flag in FigureLedger.shown(waiting.people) {
            let block = Block(
                number: number + published.count, series: Series(waiting.measure, flag),
                people: waiting.people[flag] ?? 0, shared: waiting.shared[flag] ?? [:])
            guard allows(block) else { continue }
            append(block)
            published.append(block)
        }
        return published
    }

    /// The classes that may be shown: those of ten people or more, if what they leave of the whole is none, or ten or more.
    /// Leaving out one of them leaves ten more.
    package static func shown(_ people: [AbnormalFlag?: Int]) -> [AbnormalFlag] {
        var shown = AbnormalFlag.allCases.filter { people[$0, default: 0] >= Figure.least }
        var rest = people.values.reduce(0, +) - shown.reduce(0) { $0 + people[$1, default: 0] }
        while (1..<Figure.least).contains(rest),
            let next = shown.min(by: { people[$0, default: 0] < people[$1, default: 0] })
        {
            shown.removeAll { $0 == next }
            rest += people[next, default: 0]
        }
        return shown
    }

    /// Whether a block may be published: for each sum of blocks that ends with it, and each sum that is there, if one group
    /// contains the other, they differ by none, or by ten people or more.
    package func allows(_ block: Block) -> Bool {
        guard block.people >= Figure.least else { return false }
        let own = rows[block.series]?.blocks ?? []
        // The people of the sum, and how many of them each block has.
        var size = block.people
        var common = [Int](repeating: 0, count: sizes.count)
        for (number, people) in block.shared { if let place = places[number] { common[place] = people } }
        for earlier in own.reversed() {
            guard isSafe(size, common) else { return false }
            // With someone who counts twice, a sum is no longer the size of a group.
            guard common[earlier] == 0 else { return true }
            size += sizes[earlier]
            common[earlier] = sizes[earlier]
            for (other, people) in shared[earlier] { common[other] += people }
        }
        return isSafe(size, common)
    }

    /// Whether a group may be published beside all sums of blocks that are there. Blocks have ten people or more, so for each
    /// last block at most two sums come near to the size of the group.
    ///
    /// - Parameter common: how many of its people each block has.
    private func isSafe(_ size: Int, _ common: [Int]) -> Bool {
        for row in rows.values {
            var both = [0]
            for place in row.blocks { both.append(both[both.count - 1] + common[place]) }
            var lowest = 0
            for last in row.blocks.indices {
                while row.sums[last + 1] - row.sums[lowest] >= size + Figure.least { lowest += 1 }
                for first in min(max(lowest, row.since[last]), last + 1)..<(last + 1) {
                    let people = row.sums[last + 1] - row.sums[first]
                    guard people > size - Figure.least else { break }
                    if people != size, both[last + 1] - both[first] == min(people, size) { return false }
                }
            }
        }
        return true
    }
}
