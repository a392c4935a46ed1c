import ArgumentParser
import FairKitCore
import FairKitService
import FairKitStore
import FoundationEssentials

/// `lists`: pages of 20 results of a laboratory a second, as the store alone reads them, and with who asked on record before the answer.
struct Lists: AsyncParsableCommand {
    @Option var dir: String
    /// As it was seeded.
    @Option var results: Int
    @Option var seconds = 1.0

    struct Line: Encodable {
        let way: String
        let callers: Int
        let perSecond: Double
    }

    func run() async throws {
        let house = try House(at: dir)
        defer { house.store.close() }
        // The laboratory that the keys and accounts of scripts/bench are for.
        let laboratory = Past(results: results, onlyAlerts: false).laboratory(7)
        let caller = house.caller(.laboratory(laboratory))
        let ways: [(String, @Sendable () async throws -> Int)] = [
            (
                "read",
                {
                    try await house.store.read { (tx) throws(DatabaseError) in
                        try tx.results(ResultFilter(), in: .laboratory(laboratory), after: nil, limit: 20)
                    }.items.count
                }
            ),
            (
                "audited",
                { try await house.tenancy.results.list(ResultFilter(), after: nil, limit: 20, by: caller).items.count }
            ),
        ]
        for (way, list) in ways {
            for callers in [1, 8] {
                let rate = try await rate(of: list, callers: callers)
                try emit(Line(way: way, callers: callers, perSecond: rate))
            }
        }
    }

    /// How many full pages a second.
    private func rate(of list: @escaping @Sendable () async throws -> Int, callers: Int) async throws -> Double {
        let start = ContinuousClock.now
        let end = start + .seconds(seconds)
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<callers {
                group.addTask {
                    var count = 0
                    while ContinuousClock.now < end {
                        guard try await list() == 20 else { throw Failed(what: "filling a page") }
                        count += 1
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        return Double(count) / (ContinuousClock.now - start).seconds
    }
}
