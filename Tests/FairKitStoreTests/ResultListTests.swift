import FairKitCore
import FairKitStore
import Relational
import Testing

@Suite struct `A list of results` {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// Forty results: four a day, of two patients and unmatched, of two laboratories, with every flag. Even ones have a
    /// second version, three days later.
    static func fill(_ store: Store) async throws {
        try await store.settle()
        try await store.write { (tx) throws(DatabaseError) in
            let levels: [Int64] = [20_000, 70_000, 150_000, 300_000, 820_000]
            for number in 1...40 as ClosedRange<Int64> {
                let day = Example.today.adding(days: -Int(number / 4))
                let kit = number % 3 == 0 ? nil : try Example.kit(number % 3)
                let patient = number % 3 == 1 ? Example.patient : Example.otherPatient
                let laboratory = number % 5 == 0 ? Example.otherLaboratory : Example.laboratory
                let level = levels[Int(number) % levels.count]
                let result = TestResult(
                    id: ResultID(number: (number * 7919) % 1009), laboratoryID: laboratory, reference: "R-\(number)",
                    kitCode: try Example.code(number), kitID: kit?.id, profileID: kit.map { _ in patient },
                    current: Example.version(level: level, day: day), alertID: nil)
                try tx.insertResult(result)
                if number.isMultiple(of: 2) {
                    try tx.appendResultVersion(
                        Example.version(2, level: level, status: .corrected, day: day.adding(days: 3)), to: result.id)
                }
            }
        }
    }

    static func list(
        _ store: Store, _ filter: ResultFilter = ResultFilter(), in scope: ResultScope = .consenting,
        pages limit: Int = 100
    ) async throws -> [TestResult] {
        var found: [TestResult] = []
        var cursor: ResultCursor?
        repeat {
            let page = try await store.read { [cursor] (tx) throws(DatabaseError) in
                try tx.results(filter, in: scope, after: cursor, limit: limit)
            }
            #expect(page.items.count <= limit)
            #expect(page.next == nil || page.items.count == limit)
            found += page.items
            guard found.count < 100 else { throw UnexpectedEnd() }
            cursor = page.next.flatMap { ResultCursor($0.description) }
        } while cursor != nil
        return found
    }

    @Test(arguments: [1, 2, 3, 4, 7, 39, 40, 41])
    func `in pages equals the list in one, without gaps or duplicates`(limit: Int) async throws {
        try await scratch.withNewStore { (store) async throws in
            try await Self.fill(store)
            let whole = try await Self.list(store)
            #expect(Set(whole.map(\.reference)) == Set((1...40).map { "R-\($0)" }))
            #expect(whole.count == 40)
            let order = whole.map { ($0.current.findings.testDate, $0.id.description) }
            #expect(zip(order, order.dropFirst()).allSatisfy { $0 > $1 }, "newest test first, then by id")
            #expect(try await Self.list(store, pages: limit) == whole)
        }
    }

    @Test func `is narrowed by its filter`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await Self.fill(store)
            let all = try await Self.list(store)
            let (from, to) = (Example.today.adding(days: -5), Example.today.adding(days: -2))
            let filters: [(ResultFilter, (TestResult) -> Bool)] = [
                (ResultFilter(from: from), { $0.current.findings.testDate >= from }),
                (ResultFilter(to: to), { $0.current.findings.testDate <= to }),
                (ResultFilter(from: from, to: to), { (from...to).contains($0.current.findings.testDate) }),
                (ResultFilter(status: .corrected), { $0.current.status == .corrected }),
                (ResultFilter(status: .final), { $0.current.status == .final }),
                (ResultFilter(profileID: Example.patient), { $0.profileID == Example.patient }),
                (ResultFilter(isUnmatched: true), { $0.kitID == nil }),
                (
                    ResultFilter(from: from, flag: .criticallyHigh, status: .final, profileID: Example.patient),
                    {
                        $0.current.findings.testDate >= from && $0.current.interpretation.flag == .criticallyHigh
                            && $0.current.status == .final && $0.profileID == Example.patient
                    }
                ),
            ]
            for (filter, isWanted) in filters {
                #expect(try await Self.list(store, filter, pages: 3) == all.filter(isWanted), "\(filter)")
                #expect(all.contains(where: isWanted), "\(filter)")
            }
            for flag in AbnormalFlag.allCases {
                let found = try await Self.list(store, ResultFilter(flag: flag), pages: 3)
                #expect(found == all.filter { $0.current.interpretation.flag == flag })
                #expect(found.count == 8)
            }
        }
    }

    @Test func `contains what its subject may see`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await Self.fill(store)
            let all = try await Self.list(store)
            let scopes: [(ResultScope, (TestResult) -> Bool)] = [
                (.patient(Example.patient), { $0.profileID == Example.patient }),
                (.patient(ProfileID(number: 99)), { _ in false }),
                (.laboratory(Example.otherLaboratory), { $0.laboratoryID == Example.otherLaboratory }),
                (.laboratory(LaboratoryID(number: 99)), { _ in false }), (.none, { _ in false }),
                (.consenting, { _ in true }),
            ]
            for (scope, sees) in scopes {
                #expect(try await Self.list(store, in: scope, pages: 3) == all.filter(sees), "\(scope)")
                for result in all.prefix(12) {
                    let found = try await store.read { (tx) throws(DatabaseError) in try tx.result(result.id, in: scope)
                    }
                    #expect(found == (sees(result) ? result : nil), "\(scope)")
                }
            }
        }
    }

    @Test func `never shows other people's results by a filter`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await Self.fill(store)
            let own = ResultScope.patient(Example.patient)
            #expect(try await Self.list(store, ResultFilter(profileID: Example.otherPatient), in: own) == [])
            #expect(try await Self.list(store, ResultFilter(isUnmatched: true), in: own) == [])
            #expect(try await Self.list(store, ResultFilter(profileID: Example.patient), in: .none) == [])
        }
    }
}
