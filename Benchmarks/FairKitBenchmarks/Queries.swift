import ArgumentParser
import FairKitCore
import FairKitService
import FairKitStore
import FoundationEssentials

/// `queries`: lists of results with each filter alone and in pairs, for each kind of caller, from the top and from deep inside.
struct Queries: AsyncParsableCommand {
    @Option var dir: String
    /// The store is in this database, and the directory is this process's own.
    @Option var database: String?
    /// As it was seeded.
    @Option var results: Int
    @Flag var town = false
    /// Queries of each form, each with values of its own.
    @Option var samples = 20
    /// Where the values begin, so that another run asks for others.
    @Option var offset = 0

    /// One form of query. Each was run twice: with values that nobody asked for before, and again.
    struct Line: Encodable {
        let scope: String
        let filter: String
        let page: String
        let rows: Int
        let first: [Double]
        let again: [Double]
    }

    func run() async throws {
        let house = try await House.open(dir, database)
        defer { house.store.close() }
        let past = Past(results: results, onlyAlerts: false, isTown: town)
        for scope in ["clinician", "patient", "laboratory"] {
            for filter in QueryForm.all {
                for isDeep in [false, true] {
                    let form = QueryForm(scope: scope, filter: filter, isDeep: isDeep)
                    try emit(try await measure(form, past, house.store))
                }
            }
        }
        try await measureUseCase(house, past)
    }

    private func measure(_ form: QueryForm, _ past: Past, _ store: Store) async throws -> Line {
        var first: [Double] = []
        var again: [Double] = []
        var rows = 0
        for number in offset..<(offset + samples) {
            let question = form.question(number, past)
            let list = { () async throws in
                let page = try await store.read { (tx) throws(DatabaseError) in
                    try tx.results(question.filter, in: question.scope, after: question.cursor, limit: 50)
                }
                rows += page.items.count
            }
            first.append(try await milliseconds(list))
            again.append(try await milliseconds(list))
        }
        return Line(
            scope: form.scope, filter: form.filter.joined(separator: "+"), page: form.isDeep ? "deep" : "first",
            rows: rows / 2 / samples, first: first, again: again)
    }

    /// The same with who asks, and the audit's line for each patient on the page, durable before it answers.
    private func measureUseCase(_ house: House, _ past: Past) async throws {
        let callers: [(String, Role)] = [
            ("clinician", .clinician), ("patient", .patient(past.profile(1))),
            ("laboratory", .laboratory(past.laboratory(1))),
        ]
        for (name, role) in callers {
            var times: [Double] = []
            for _ in 0..<samples {
                times.append(
                    try await milliseconds {
                        _ = try await house.tenancy.results.list(
                            ResultFilter(), after: nil, limit: 50, by: house.caller(role))
                    })
            }
            try emit(Line(scope: name, filter: "use case", page: "first", rows: 0, first: times, again: times))
        }
    }
}

/// Which filters are set, for whom, and where the page begins.
struct QueryForm {
    let scope: String
    let filter: [String]
    let isDeep: Bool

    private static let names = ["from", "to", "flag", "status", "patientId", "unmatched"]

    /// None, each alone, each pair, and the three that select kinds; then orders, and what is in no index by date. No seeded
    /// result has a genotype, so a page by genotype examines as many rows as it may, and shows none.
    static let all: [[String]] =
        [[]] + names.map { [$0] }
        + names.indices.flatMap { first in names[(first + 1)...].map { [names[first], $0] } }
        + [["flag", "status", "unmatched"], ["from", "to", "flag"], ["flag", "status", "patientId"]]
        + [
            ["oldest"], ["laboratory"], ["laboratory", "flag"], ["level"], ["level", "flag"], ["genotype"],
            ["highest"], ["lowest"], ["lowest", "level"], ["highest", "flag"],
        ]

    struct Question: Sendable {
        var filter = ResultFilter()
        var scope = ResultScope.consenting
        var cursor: ResultCursor?
    }

    /// The query with the values of a number.
    func question(_ number: Int, _ past: Past) -> Question {
        func choose(_ use: UInt64, of count: Int) -> Int { Int(mix(number + (isDeep ? 1000 : 0), use) % UInt64(count)) }
        let start = Past.end.date().adding(days: -3 * 365)
        var question = Question()
        switch scope {
        case "patient": question.scope = .patient(past.profile(choose(15, of: past.profiles)))
        case "laboratory": question.scope = .laboratory(past.laboratory(choose(12, of: Past.laboratories)))
        default: break
        }
        for name in filter {
            switch name {
            case "from": question.filter.from = start.adding(days: choose(13, of: 1000))
            case "to": question.filter.to = start.adding(days: choose(14, of: 1000) + 90)
            case "flag": question.filter.flag = AbnormalFlag.allCases[number % 5]
            case "status": question.filter.status = ResultStatus.allCases[number / 5 % 7]
            case "patientId": question.filter.profileID = past.profile(choose(15, of: past.profiles))
            case "laboratory": question.filter.laboratoryID = past.laboratory(choose(18, of: Past.laboratories))
            case "genotype": question.filter.genotype = .unknown
            case "oldest": question.filter.order = .oldest
            case "level", "highest", "lowest":
                let low = Thousandths(count: Int64(choose(19, of: 200)) * 1000)
                let isRange = filter.contains("level")
                question.filter.levels = LevelRange(in: .milligramsPerDecilitre, from: isRange ? low : nil)
                question.filter.order = ResultOrder(rawValue: name) ?? question.filter.order
            default: question.filter.isUnmatched = true
            }
        }
        if isDeep {
            let id = past.profile(choose(16, of: past.profiles))
            let key =
                question.filter.order.isByLevel
                ? "L150000" : "\(start.adding(days: choose(17, of: 1000) + 45))"
            question.cursor = ResultCursor("\(key)~\(id)", in: question.filter.order)
        }
        return question
    }
}
