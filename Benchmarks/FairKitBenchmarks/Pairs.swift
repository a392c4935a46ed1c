import ArgumentParser
import FairKitCore
import FairKitStore
import FoundationEssentials

/// `pairs`: claim and ack in one store, in a file or in a database, by one consumer and by many.
struct Pairs: AsyncParsableCommand {
    @Option var dir: String

    /// The store is in this database, and the directory is this process's own.
    @Option var database: String?

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
        let house = if let database { try await House(in: database, at: dir) } else { try House(at: dir) }
        defer { house.store.close() }
        // With its statements prepared and its pages read.
        try await house.putBack(try await house.consume(for: 0.3, by: 8, batch))
        for count in consumers {
            let start = ContinuousClock.now
            let done = try await house.consume(for: seconds, by: count, batch)
            let time = (ContinuousClock.now - start).seconds
            try await house.putBack(done)
            try emit(Line(consumers: count, pairsPerSecond: Double(done.count) / time))
        }
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
