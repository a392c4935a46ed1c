import ArgumentParser
import FairKitCore
import FairKitService
import FairKitStore
import FoundationEssentials
import SQLCipher

/// `claims`: claim and deliver, one at a time and fifty, in turns on a small and on a large backlog.
struct Claims: AsyncParsableCommand {
    @Option var small: String
    @Option var large: String
    @Option var rounds = 5
    /// Pairs a round; batches are of fifty.
    @Option var pairs = 200

    struct Line: Encodable {
        let backlog: String
        let batch: Int
        let pairsPerSecond: Double
        let fdatasync: [Double]
    }

    func run() async throws {
        let houses = [("small", try House(at: small)), ("large", try House(at: large))]
        defer { for (_, house) in houses { house.store.close() } }
        for _ in 0..<rounds {
            for batch in [1, 50] { try await round(houses, batch) }
        }
    }

    /// The backlogs take turns at every claim, so that whatever else the machine does meets both.
    private func round(_ houses: [(String, House)], _ batch: Int) async throws {
        var time = [0.0, 0.0]
        var done: [[Int64]] = [[], []]
        var probe = try DiskProbe(in: houses[0].1.directory.path, bytes: 9 * 4120)
        let before = try probe.rate(for: 0.2)
        for turn in 0..<max(pairs / batch, 1) {
            for place in turn.isMultiple(of: 2) ? [0, 1] : [1, 0] {
                time[place] += try await milliseconds { done[place] += try await houses[place].1.consume(batch) }
            }
        }
        let after = try probe.rate(for: 0.2)
        for (place, (name, house)) in houses.enumerated() {
            try await house.putBack(done[place])
            let rate = Double(done[place].count) / time[place] * 1000
            try emit(Line(backlog: name, batch: batch, pairsPerSecond: rate, fdatasync: [before, after]))
        }
    }
}

extension House {
    /// Claims, and delivers each at the same time as the others.
    fileprivate func consume(_ count: Int) async throws -> [Int64] {
        let consumer = caller(.consumer)
        let deliveries = try await cases.claimAlerts(
            ClaimAlerts.Request(group: "default", consumer: nil, limit: count, leaseSeconds: 60), by: consumer)
        guard deliveries.count == count else { throw Failed(what: "claiming: the backlog is too small") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for delivery in deliveries {
                group.addTask { _ = try await cases.deliverAlerts(["\(delivery.token)"], in: "default", by: consumer) }
            }
            try await group.waitForAll()
        }
        return deliveries.map(\.number)
    }

    /// Makes the backlog what it was.
    fileprivate func putBack(_ numbers: [Int64]) async throws {
        try await store.write { (tx) throws(DatabaseError) in
            for number in numbers {
                try tx.run(
                    """
                    UPDATE delivery SET state = 'pending', token = NULL, consumer = NULL, delivered_at = NULL
                    WHERE number = \(number)
                    """)
            }
        }
    }
}
