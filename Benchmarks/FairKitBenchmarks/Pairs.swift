import ArgumentParser
import FairKitCore
import FairKitStore
import FoundationEssentials

/// `pairs`: claim and ack in a file, or in the stores of a database, by one consumer and by many.
struct Pairs: AsyncParsableCommand {
    @Option var dir: String

    /// The store is in this database, and the directory is this process's own.
    @Option var database: String?

    /// How many of the database's tenants they are shared among.
    @Option var tenants = 1

    /// How long each is measured.
    @Option var seconds = 1.0

    /// How many consumers at the same time; may be repeated.
    @Option var consumers: [Int] = [1, 64]

    /// How many deliveries a claim leases.
    @Option var batch = 1

    struct Line: Encodable {
        let consumers: Int
        let pairsPerSecond: Double
    }

    func run() async throws {
        let houses =
            if let database { try await House.houses(tenants, in: database, at: dir) } else { [try House(at: dir)] }
        defer { for house in houses { house.store.close() } }
        // With its statements prepared and its pages read.
        _ = try await pairs(in: houses, for: 0.3, by: 8 * tenants)
        for count in consumers {
            try emit(Line(consumers: count, pairsPerSecond: try await pairs(in: houses, for: seconds, by: count)))
        }
    }

    /// Claims and acks for some seconds, and makes the backlogs what they were.
    /// - Returns: how many a second.
    private func pairs(in houses: [House], for seconds: Double, by consumers: Int) async throws -> Double {
        let start = ContinuousClock.now
        let done = try await withThrowingTaskGroup(of: (Int, [Int64]).self) { group in
            for (index, house) in houses.enumerated() {
                // As evenly as it goes.
                let share = consumers / houses.count + (index < consumers % houses.count ? 1 : 0)
                group.addTask { (index, try await house.consume(for: seconds, by: share, batch)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let time = (ContinuousClock.now - start).seconds
        for (index, numbers) in done { try await houses[index].putBack(numbers) }
        return Double(done.reduce(0) { $0 + $1.1.count }) / time
    }
}

extension House {
    /// Claims and acks for some seconds.
    /// - Returns: the acked deliveries.
    fileprivate func consume(for seconds: Double, by consumers: Int, _ batch: Int) async throws -> [Int64] {
        let end = ContinuousClock.now + .seconds(seconds)
        return try await withThrowingTaskGroup(of: [Int64].self) { group in
            for number in 0..<consumers {
                group.addTask {
                    var done: [Int64] = []
                    while .now < end { done += try await consume(batch, as: "consumer-\(number)") }
                    return done
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }
}
