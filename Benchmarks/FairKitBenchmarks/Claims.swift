import ArgumentParser
import FairKitCore
import FairKitService
import FairKitStore
import FairKitVault
import FoundationEssentials
import Relational

/// `claims`: claim and ack, in turns on a small and on a large backlog: one alert at a time, fifty at once, and one at a time by
/// 64 consumers.
struct Claims: AsyncParsableCommand {
    @Option var small: String
    @Option var large: String
    @Option var rounds = 1
    /// Pairs a round of each.
    @Option var pairs = 400

    /// Of each of several consumers, before the other backlog has its turn.
    private static let pairsOfOne = 4

    struct Line: Encodable {
        let backlog: String
        let batch: Int
        let consumers: Int
        let pairsPerSecond: Double
        let fdatasync: [Double]
    }

    func run() async throws {
        let houses = [("small", try House(at: small)), ("large", try House(at: large))]
        defer { for (_, house) in houses { house.store.close() } }
        // As PostgreSQL is when it is measured: with its statements prepared and its pages read.
        for (_, house) in houses {
            var done: [Int64] = []
            for _ in 0..<pairs { done += try await house.consume(1, as: "consumer-0") }
            try await house.putBack(done)
        }
        for _ in 0..<rounds {
            for (batch, consumers) in [(1, 1), (50, 1), (1, 64)] { try await round(houses, batch, consumers) }
        }
    }

    /// The backlogs take turns, so that whatever else the machine does meets both.
    private func round(_ houses: [(String, House)], _ batch: Int, _ consumers: Int) async throws {
        var time = [0.0, 0.0]
        var done: [[Int64]] = [[], []]
        var probe = try DiskProbe(in: houses[0].1.directory.path, bytes: 8 * 4120)
        let before = try probe.rate(for: 0.2)
        let total = consumers == 1 && batch == 1 ? 3 * pairs : 8 * pairs
        let once = consumers == 1 ? batch : consumers * Claims.pairsOfOne
        for turn in 0..<max(total / once, 1) {
            for place in turn.isMultiple(of: 2) ? [0, 1] : [1, 0] {
                let house = houses[place].1
                time[place] += try await milliseconds {
                    if consumers == 1 {
                        done[place] += try await house.consume(batch, as: "consumer-0")
                    } else {
                        done[place] += try await house.compete(consumers, each: Claims.pairsOfOne)
                    }
                }
            }
        }
        let after = try probe.rate(for: 0.2)
        for (place, (name, house)) in houses.enumerated() {
            try await house.putBack(done[place])
            let rate = Double(done[place].count) / time[place] * 1000
            try emit(
                Line(
                    backlog: name, batch: batch, consumers: consumers, pairsPerSecond: rate, fdatasync: [before, after])
            )
        }
    }
}

extension House {
    /// Claims, and acks all that was claimed at once.
    func consume(_ count: Int, as name: String) async throws -> [Int64] {
        let consumer = caller(.consumer)
        let deliveries = try await tenancy.deliveries.claim(
            ClaimRequest(group: "default", consumer: name, limit: count, leaseSeconds: 60), by: consumer)
        guard deliveries.count == count else { throw Failed(what: "claiming: the backlog is too small") }
        let outcomes = try await tenancy.deliveries.ack(deliveries.map { "\($0.token)" }, in: "default", by: consumer)
        for outcome in outcomes { _ = try outcome.get() }
        return deliveries.map(\.number)
    }

    /// As many consumers at the same time, each so often.
    func compete(_ consumers: Int, each count: Int) async throws -> [Int64] {
        try await withThrowingTaskGroup(of: [Int64].self) { group in
            for number in 0..<consumers {
                group.addTask {
                    var done: [Int64] = []
                    for _ in 0..<count { done += try await consume(1, as: "consumer-\(number)") }
                    return done
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }

    /// Makes the backlog what it was.
    func putBack(_ numbers: [Int64]) async throws {
        try await store.write { (tx) throws(DatabaseError) in
            for number in numbers {
                try tx.run(
                    """
                    UPDATE delivery SET state = 'pending', token = NULL, consumer = NULL, acked_at = NULL
                    WHERE number = \(number)
                    """)
            }
        }
    }
}
