import FairKitCore
import FairKitStore
import Relational
import Support
import Testing

/// A list that scans more than its page is fast until a caller looks for something rare. SQLite's query plan reveals
/// it.
@Suite(.onFiles) struct `The query plan of a list of results` {
    static let cursor = ResultCursor("2026-01-31~01980000-0000-7000-8000-000000000000")

    /// Every combination of filters, with and without bounds.
    static let filters: [(ResultFilter, ResultCursor?)] = (0..<32).map { bits in
        let isBounded = bits & 1 == 1
        let filter = ResultFilter(
            from: isBounded ? Example.today.adding(days: -9) : nil, to: isBounded ? Example.today : nil,
            flag: bits & 2 == 0 ? nil : .criticallyHigh, status: bits & 4 == 0 ? nil : .cancelled,
            profileID: bits & 8 == 0 ? nil : Example.patient, isUnmatched: bits & 16 != 0)
        return (filter, isBounded ? cursor : nil)
    }

    /// The callers, and the index that finds the page if no patient is named: with a filter by kind, and without.
    static let scopes: [(ResultScope, kind: String, all: String)] = [
        (
            .consenting,
            "COVERING INDEX result_shown (shown_to_clinicians=? AND is_unmatched=? AND flag=? AND status=? AND ",
            "COVERING INDEX result_all_shown (shown_to_clinicians=? AND "
        ),
        (
            .laboratory(Example.laboratory),
            "COVERING INDEX result_of_laboratory (laboratory_id=? AND is_unmatched=? AND flag=? AND status=? AND ",
            "COVERING INDEX result_all_of_laboratory (laboratory_id=? AND shown_to_clinicians=? AND "
        ), (.patient(Example.patient), byPatient, byPatient),
    ]

    static let byPatient = "INDEX result_of_profile (profile_id=? AND "
    static let fromTo = "test_date>? AND (test_date,id)<(?,?))"

    @Test(arguments: scopes)
    func `finds every page in an index, between its bounds`(scope: ResultScope, kind: String, all: String) async throws
    {
        let scratch = try Scratch()
        try await scratch.withNewStore { (store) async throws in
            for (filter, cursor) in Self.filters {
                let query = ResultPages(filter, in: scope, after: cursor).query(limit: 50)
                let plan = try await store.read { (tx) throws(DatabaseError) in
                    try tx.all("EXPLAIN QUERY PLAN \(query)") { row throws(DatabaseError) in
                        try row.value(3, as: String.self)
                    }
                }
                let steps = plan.filter { !$0.hasPrefix("COMPOUND") }
                let index = filter.flag == nil && filter.status == nil && !filter.isUnmatched ? all : kind
                let wanted = (filter.profileID == nil ? index : Self.byPatient) + Self.fromTo
                #expect(!steps.isEmpty)
                #expect(steps.allSatisfy { $0.hasSuffix(wanted) }, "\(filter) \(steps.first ?? "")")
            }
        }
    }

    /// A page that finds nothing is no reason to read the versions of all results.
    @Test(arguments: scopes)
    func `looks up the results of its page only`(scope: ResultScope, kind: String, all: String) async throws {
        let scratch = try Scratch()
        let filters = Self.filters + [(ResultFilter(laboratoryID: LaboratoryID(number: 99)), Self.cursor)]
        try await scratch.withNewStore { (store) async throws in
            for (filter, cursor) in filters {
                let rows = ResultPages(filter, in: scope, after: cursor).rows(limit: 50)
                let plan = try await store.read { (tx) throws(DatabaseError) in
                    try tx.all("EXPLAIN QUERY PLAN \(rows)") { row throws(DatabaseError) in
                        try row.value(3, as: String.self)
                    }
                }
                let looked = plan.filter { $0.contains(" AS r ") || $0.contains(" AS v ") }
                #expect(looked.count == 2 && looked.allSatisfy { $0.hasPrefix("SEARCH") }, "\(filter) \(looked)")
            }
        }
    }

    /// Each new result asks for it, and a patient may have hundreds.
    @Test func `finds a patient's next result by one step in an index`() async throws {
        let scratch = try Scratch()
        try await scratch.withNewStore { (store) async throws in
            let next = nextResult(after: ResultID(number: 1), of: Example.patient)
            let plan = try await store.read { (tx) throws(DatabaseError) in
                try tx.all("EXPLAIN QUERY PLAN \(next)") { row throws(DatabaseError) in
                    try row.value(3, as: String.self)
                }
            }
            let seek = "result_of_profile (profile_id=? AND (test_date,id)>(?,?))"
            #expect(plan.count { $0.hasSuffix(seek) } == 1, "\(plan)")
            #expect(plan.filter { $0.hasPrefix("SCAN") } == [])
        }
    }

    /// The people are found by the account, and their results by the person: no other person's rows are read.
    @Test(arguments: [nil, Example.patient])
    func `finds what an account sees by its relations`(own: ProfileID?) async throws {
        let scratch = try Scratch()
        let people = People(of: AccountID(number: 1), own: own, at: Example.now)
        try await scratch.withNewStore { (store) async throws in
            for (filter, cursor) in Self.filters {
                let query = ResultPages(filter, in: .people(people), after: cursor).query(limit: 50)
                let plan = try await store.read { (tx) throws(DatabaseError) in
                    try tx.all("EXPLAIN QUERY PLAN \(query)") { row throws(DatabaseError) in
                        try row.value(3, as: String.self)
                    }
                }
                #expect(plan.filter { $0.hasPrefix("SCAN") } == [], "\(plan)")
                let results = plan.filter { $0.contains("TABLE result ") }
                #expect(!results.isEmpty)
                #expect(results.allSatisfy { $0.hasSuffix(Self.fromTo) }, "\(results)")
                let relations = ["care_of_account", "break_glass_of_account", "share_with_account", "share_with_email"]
                for index in relations where !(filter.isUnmatched && filter.profileID == nil) {
                    let isWanted = own == nil || index.hasPrefix("share")
                    #expect(plan.contains { $0.contains(" \(index) ") } == isWanted, "\(index) \(plan)")
                }
            }
        }
    }

    /// By its laboratory's reference, or by the code of its kit.
    @Test func `finds one result without scanning a list`() async throws {
        let scratch = try Scratch()
        let code = try KitCode(typed: "FU-KIT-2025110701-X")
        let people = People(of: AccountID(number: 1), own: nil, at: Example.now)
        let cases: [(ResultFilter, ResultScope, String)] = [
            (ResultFilter(reference: "N-1"), .laboratory(Example.laboratory), "(laboratory_id=? AND reference=?)"),
            (
                ResultFilter(reference: "N-1", kitCode: code), .laboratory(Example.laboratory),
                "(laboratory_id=? AND reference=?)"
            ),
            (ResultFilter(kitCode: code), .laboratory(Example.laboratory), "result_of_kit (kit_code=?)"),
            (ResultFilter(kitCode: code), .consenting, "result_of_kit (kit_code=?)"),
            (ResultFilter(flag: .high, kitCode: code, isHeld: true), .consenting, "result_of_kit (kit_code=?)"),
            (ResultFilter(kitCode: code), .people(people), "result_of_kit (kit_code=?)"),
            (ResultFilter(kitCode: code), .patient(Example.patient), Self.byPatient + Self.fromTo),
        ]
        try await scratch.withNewStore { (store) async throws in
            for (filter, scope, index) in cases {
                let query = ResultPages(filter, in: scope, after: nil).query(limit: 50)
                let plan = try await store.read { (tx) throws(DatabaseError) in
                    try tx.all("EXPLAIN QUERY PLAN \(query)") { row throws(DatabaseError) in
                        try row.value(3, as: String.self)
                    }
                }
                #expect(plan.filter { $0.hasPrefix("SCAN") } == [], "\(plan)")
                #expect(plan.contains { $0.contains("TABLE result ") && $0.hasSuffix(index) }, "\(filter) \(plan)")
            }
        }
    }

    static let levels = LevelRange(in: .gramsPerLitre, from: Thousandths(count: 500), to: Thousandths(count: 900))
    static let byLevel = "INDEX result_of_level (laboratory_id=? AND shown_to_clinicians=? AND unit=? AND "

    /// Of every laboratory, whose lists are merged; of the laboratory itself; and of one laboratory for clinicians.
    @Test func `finds a page by level, or of one laboratory, in an index`() async throws {
        let scratch = try Scratch()
        let cases: [(ResultFilter, ResultScope, String)] = [
            (
                ResultFilter(levels: Self.levels, order: .highest), .consenting,
                Self.byLevel + "level>? AND (level,id)<(?,?))"
            ),
            (
                ResultFilter(levels: Self.levels, order: .lowest), .consenting,
                Self.byLevel + "(level,id)>(?,?) AND level<?)"
            ),
            (
                ResultFilter(levels: Self.levels, order: .highest), .laboratory(Example.laboratory),
                Self.byLevel + "level>? AND (level,id)<(?,?))"
            ),
            (
                ResultFilter(laboratoryID: Example.laboratory), .consenting,
                "INDEX result_all_of_laboratory (laboratory_id=? AND shown_to_clinicians=? AND \(Self.fromTo)"
            ),
            (
                ResultFilter(order: .oldest), .consenting,
                "INDEX result_all_shown (shown_to_clinicians=? AND (test_date,id)>(?,?) AND test_date<?)"
            ),
        ]
        try await scratch.withNewStore { (store) async throws in
            for (filter, scope, index) in cases {
                let pages = ResultPages(
                    filter, in: scope, after: nil, among: [Example.laboratory, Example.otherLaboratory])
                let plan = try await store.plan(pages.query(limit: 50))
                let steps = plan.filter { !$0.hasPrefix("COMPOUND") }
                #expect(!steps.isEmpty)
                #expect(steps.allSatisfy { $0.hasSuffix("COVERING \(index)") }, "\(filter) \(plan)")
                #expect(pages.lastExamined(of: 10) == nil, "no result is examined that is not on the page")
            }
        }
    }

    /// Values in no index are looked up in the table, between the page's beginning and the last result to examine.
    @Test func `is bounded if it examines results that are not on the page`() async throws {
        let scratch = try Scratch()
        let filters = [
            ResultFilter(genotype: Genotype("ZZ")), ResultFilter(method: "nephelometry"),
            ResultFilter(levels: Self.levels),
            ResultFilter(flag: .high, genotype: Genotype("ZZ")),
            ResultFilter(flag: .high, levels: Self.levels, order: .lowest),
            ResultFilter(flag: .high, laboratoryID: Example.laboratory),
        ]
        try await scratch.withNewStore { (store) async throws in
            for filter in filters {
                var pages = ResultPages(filter, in: .consenting, after: nil, among: [Example.laboratory])
                let last = try #require(pages.lastExamined(of: 2000), "\(filter)")
                let walked = try await store.plan(last)
                #expect(
                    walked.allSatisfy { $0.hasPrefix("COMPOUND") || $0.contains("COVERING INDEX result_") }, "\(walked)"
                )
                pages.end = ResultCursor(
                    filter.order.isByLevel ? .level(Thousandths(count: 600)) : .date(Example.today), ResultID(number: 1)
                )
                let plan = try await store.plan(pages.query(limit: 50))
                let bounds =
                    filter.order.isByLevel
                    ? "(level,id)>(?,?) AND (level,id)<(?,?))" : "(test_date,id)>(?,?) AND (test_date,id)<(?,?))"
                #expect(plan.allSatisfy { $0.hasPrefix("COMPOUND") || $0.hasSuffix(bounds) }, "\(filter) \(plan)")
            }
        }
    }

    @Test func `reads each result of the page by its id, and no other`() async throws {
        let scratch = try Scratch()
        try await scratch.withNewStore { (store) async throws in
            let rows = ResultPages(ResultFilter(flag: .high), in: .consenting, after: nil).rows(limit: 50)
            let plan = try await store.read { (tx) throws(DatabaseError) in
                try tx.all("EXPLAIN QUERY PLAN \(rows)") { row throws(DatabaseError) in
                    try row.value(3, as: String.self)
                }
            }
            let page = plan.filter { $0.contains(" AS r ") || $0.contains(" AS v ") || $0.contains(" AS a ") }
            #expect(page.count == 3)
            #expect(page.allSatisfy { $0.hasPrefix("SEARCH") && ($0.contains("(id=?") || $0.contains("(result_id=?")) })
            #expect(plan.filter { $0.contains("SCAN") } == ["SCAN SUBQUERY 1 AS page"])
        }
    }
}

extension Store {
    /// The steps of a query's plan.
    func plan(_ query: SQL) async throws -> [String] {
        try await read { (tx) throws(DatabaseError) in
            try tx.all("EXPLAIN QUERY PLAN \(query)") { row throws(DatabaseError) in try row.value(3, as: String.self) }
        }
    }
}
