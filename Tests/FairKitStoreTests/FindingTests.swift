import FairKitCore
import FairKitStore
import Relational
import Testing

/// No list, count, order or cursor shows or betrays a row that the policy would not show.
@Suite struct `Finding results, alerts and kits` {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private static let rounds = 25

    private func withModel(_ seed: UInt64, _ body: (Store, FindingModel) async throws -> Void) async throws {
        try await scratch.withNewStore { (store) async throws in
            try await body(store, try await FindingModel(store, seed: seed))
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `shows and counts the results that the policy allows, in order`(seed: UInt64) async throws {
        try await withModel(seed) { store, model in
            var random = SplitMix64(state: seed &* 31)
            for _ in 0..<Self.rounds {
                let filter = ResultFilter(random: &random)
                let (limit, most) = (1 + random.below(7), 1 + random.below(12))
                // Each in a snapshot of its own, which may last only so long.
                try await store.read { (tx) throws(DatabaseError) in
                    for subject in FindingModel.subjects {
                        let scope = subject.resultScope(at: Example.now)
                        let expected = try model.results(filter, to: subject, in: tx)
                        let visible = Set(try model.results(ResultFilter(), to: subject, in: tx).map(\.id))
                        var (found, cursor): ([TestResult], ResultCursor?) = ([], nil)
                        repeat {
                            let page = try tx.results(filter, in: scope, after: cursor, limit: limit, examining: most)
                            #expect(page.items.count <= limit)
                            found += page.items
                            cursor = page.next.flatMap { ResultCursor($0.description, in: filter.order) }
                            // A page that ends early ends at a row that the caller sees.
                            if let cursor { #expect(visible.contains(cursor.id), "\(filter) \(subject.role)") }
                        } while cursor != nil && found.count < 200
                        #expect(found.map(\.id) == expected.map(\.id), "\(filter) \(subject.role)")
                        #expect(
                            try tx.resultTotal(filter, in: scope) == Total(expected.count), "\(filter) \(subject.role)")
                    }
                }
            }
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `shows and counts the alerts that the policy allows, in order`(seed: UInt64) async throws {
        try await withModel(seed) { store, model in
            var random = SplitMix64(state: seed &* 37)
            for _ in 0..<Self.rounds {
                let filter = AlertFilter(random: &random)
                let (limit, most) = (1 + random.below(5), 1 + random.below(12))
                // Each in a snapshot of its own, which may last only so long.
                try await store.read { (tx) throws(DatabaseError) in
                    for subject in FindingModel.subjects where subject.may(.readAlerts) {
                        let scope = subject.alertScope(at: Example.now)
                        let expected = try model.alerts(filter, to: subject, in: tx)
                        var (found, cursor): ([Alert], AlertCursor?) = ([], nil)
                        repeat {
                            let page = try tx.alerts(filter, in: scope, after: cursor, limit: limit, examining: most)
                            found += page.items
                            cursor = page.next.flatMap { AlertCursor($0.description) }
                        } while cursor != nil && found.count < 200
                        #expect(found.map(\.id) == expected.map(\.id), "\(filter) \(subject.role)")
                        #expect(
                            try tx.alertTotal(filter, in: scope) == Total(expected.count), "\(filter) \(subject.role)")
                        let few = try tx.alertTotal(filter, in: scope, most: most)
                        #expect(
                            few.isLowerBound ? few.count <= expected.count : few.count == expected.count,
                            "\(filter) \(subject.role)")
                    }
                }
            }
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `shows and counts the kits that the policy allows, in order`(seed: UInt64) async throws {
        try await withModel(seed) { store, model in
            var random = SplitMix64(state: seed &* 41)
            for _ in 0..<Self.rounds {
                let filter = KitFilter(random: &random)
                let (limit, most) = (1 + random.below(5), 1 + random.below(6))
                // Each in a snapshot of its own, which may last only so long.
                try await store.read { (tx) throws(DatabaseError) in
                    for subject in FindingModel.subjects where subject.may(.readKits) {
                        let scope = subject.kitScope(at: Example.now)
                        let expected = try model.kits(filter, to: subject, in: tx)
                        let visible = Set(try model.kits(KitFilter(), to: subject, in: tx).map(\.id))
                        var (found, cursor): ([Kit], KitCursor?) = ([], nil)
                        repeat {
                            let page = try tx.kits(filter, in: scope, after: cursor, limit: limit, examining: most)
                            found += page.items
                            cursor = page.next.flatMap { KitCursor($0.description) }
                            if let cursor { #expect(visible.contains(cursor.id), "\(filter) \(subject.role)") }
                        } while cursor != nil && found.count < 200
                        #expect(found.map(\.id) == expected.map(\.id), "\(filter) \(subject.role)")
                        #expect(
                            try tx.kitTotal(filter, in: scope) == Total(expected.count), "\(filter) \(subject.role)")
                    }
                }
            }
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `names exactly the people whose profile the caller may read`(seed: UInt64) async throws {
        try await withModel(seed) { store, _ in
            try await store.read { (tx) throws(DatabaseError) in
                for subject in FindingModel.subjects {
                    let named = try tx.names(of: Set(FindingModel.people), to: subject, at: Example.now)
                    for person in FindingModel.people {
                        let decision = try tx.decision(for: subject, .readProfile, about: person, at: Example.now)
                        let isNamed = decision.ground != nil && subject.may(.readProfile)
                        #expect((named[person] == "Amina Odhiambo") == isNamed, "\(person) \(subject.role)")
                    }
                }
            }
        }
    }
}

extension ResultFilter {
    fileprivate init(random: inout SplitMix64) {
        self.init()
        if random.happens(20) { from = Example.today.adding(days: -random.below(6)) }
        if random.happens(20) { to = Example.today.adding(days: -random.below(6)) }
        if random.happens(20) { flag = AbnormalFlag.allCases[random.below(5)] }
        if random.happens(20) { status = random.happens(50) ? .final : .corrected }
        if random.happens(15) { profileID = FindingModel.people[random.below(5)] }
        isUnmatched = random.happens(15)
        isHeld = random.happens(15)
        if random.happens(20) { genotype = Genotype("ZZ") }
        if random.happens(20) { method = "nephelometry" }
        if random.happens(20) { laboratoryID = FindingModel.laboratories[random.below(2)] }
        if random.happens(50) {
            let (low, high) = (Int64(random.below(5)) * 100_000, Int64(random.below(6)) * 100_000)
            levels = LevelRange(
                in: random.happens(70) ? .milligramsPerDecilitre : .gramsPerLitre,
                from: random.happens(40) ? Thousandths(count: low) : nil,
                to: random.happens(40) ? Thousandths(count: high) : nil)
        }
        order = ResultOrder.allCases[random.below(levels == nil ? 2 : 4)]
    }
}

extension AlertFilter {
    fileprivate init(random: inout SplitMix64) {
        let state = random.happens(80) ? AlertState.allCases[random.below(4)] : nil
        let isUrgent = state?.waitsForClinician == true && random.happens(60)
        self.init(
            profileID: random.happens(25) ? FindingModel.people[random.below(5)] : nil,
            band: random.happens(30) ? Band.allCases[random.below(4)] : nil, state: state,
            order: isUrgent ? .urgent : .newest)
    }
}

extension KitFilter {
    fileprivate init(random: inout SplitMix64) {
        self.init(
            status: random.happens(30) ? KitStatus.allCases[random.below(KitStatus.allCases.count)] : nil,
            needsReview: random.happens(30) ? random.happens(50) : nil,
            profileID: random.happens(20) ? FindingModel.people[random.below(5)] : nil,
            isOverdue: random.happens(25),
            laboratory: random.happens(40) ? (FindingModel.names + ["Nowhere"])[random.below(3)] : nil)
        isPending = random.happens(20)
        today = Example.today
    }
}
