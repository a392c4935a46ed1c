import ArgumentParser
import FairKitCore
import FairKitService
import FairKitStore
import FoundationEssentials
import Synchronization

/// `alarms`: how long a critical result takes until its alert can be claimed, with 64 writers at once, and until a claim that waits
/// is answered; on a fresh store.
struct Alarms: AsyncParsableCommand {
    @Option var dir: String
    /// Of each.
    @Option var results = 2000

    struct Line: Encodable {
        let what: String
        let milliseconds: [Double]
    }

    func run() async throws {
        try? FileManager.default.removeItem(atPath: dir)
        let house = try House(at: dir)
        defer {
            house.store.close()
            try? FileManager.default.removeItem(atPath: dir)
        }
        let critical = CriticalResults(house: house, laboratory: try await house.laboratory())
        for _ in 0..<64 { _ = try await critical.post() }
        try emit(Line(what: "claimable", milliseconds: try await many(critical, writers: 64)))
        try await house.empty()
        try emit(Line(what: "woken", milliseconds: try await woken(critical, house)))
    }

    /// A result is answered when it is on the disk, and then its alert can be claimed.
    private func many(_ critical: CriticalResults, writers: Int) async throws -> [Double] {
        try await withThrowingTaskGroup(of: [Double].self) { group in
            for _ in 0..<writers {
                group.addTask {
                    var times: [Double] = []
                    for _ in 0..<results / writers {
                        times.append(try await milliseconds { try await critical.post() })
                    }
                    return times
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }

    /// One result after the other, each while a claim waits.
    private func woken(_ critical: CriticalResults, _ house: House) async throws -> [Double] {
        // The caller that waits has to have a key that is there.
        let (key, _) = try await house.tenancy.keys.create(name: "pager", for: .consumer, by: .command)
        let consumer = Caller(
            subject: Subject(.key(key.id), role: .consumer), route: "benchmark", requestID: "benchmark")
        let request = try ClaimRequest(group: "default", consumer: nil, limit: 1, leaseSeconds: nil, waitSeconds: 30)
        var times: [Double] = []
        for _ in 0..<results / 8 {
            let claim = Task {
                let claimed = try await house.tenancy.deliveries.claim(request, by: consumer)
                return (ContinuousClock.now, claimed)
            }
            // Nothing outside shows that it waits.
            try await Task.sleep(for: .milliseconds(2))
            let start = ContinuousClock.now
            try await critical.post()
            let (end, claimed) = try await claim.value
            times.append((end - start).seconds * 1000)
            _ = try await house.tenancy.deliveries.ack(claimed.map { "\($0.token)" }, in: "default", by: consumer)
        }
        return times
    }
}

/// Critical results of kits that nobody has registered.
private final class CriticalResults: Sendable {
    private let house: House
    private let laboratory: Caller
    private let posted = Mutex<Int64>(0)

    init(house: House, laboratory: Caller) {
        self.house = house
        self.laboratory = laboratory
    }

    func post() async throws {
        let number = posted.withLock { number in
            number += 1
            return number
        }
        guard let code = KitCode(number: number) else { throw Failed(what: "numbering kits") }
        let findings = Findings(
            testDate: now().date(), level: Level(value: Thousandths(count: 820_000), unit: .milligramsPerDecilitre),
            genotype: nil, method: nil, reportedRange: nil)
        _ = try await house.tenancy.results.record(
            ResultReport(
                reference: "A-\(number)", kitCode: code.description, status: .final, findings: findings), by: laboratory
        )
    }
}

extension House {
    /// Acks everything.
    fileprivate func empty() async throws {
        let consumer = caller(.consumer)
        let request = try ClaimRequest(group: "default", consumer: nil, limit: 100, leaseSeconds: 60)
        while true {
            let claimed = try await tenancy.deliveries.claim(request, by: consumer)
            if claimed.isEmpty { return }
            _ = try await tenancy.deliveries.ack(claimed.map { "\($0.token)" }, in: "default", by: consumer)
        }
    }
}
