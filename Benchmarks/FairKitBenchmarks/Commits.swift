import ArgumentParser
import FairKitCore
import FairKitService
import FairKitStore
import FoundationEssentials

/// `commits`: which pages the commit of each kind of request writes, in a seeded store. Page numbers stand in the log in plain; which table or
/// index they are of is told by a program that can open the file (a plain one, see plain.c).
struct Commits: AsyncParsableCommand {
    @Option var dir: String
    /// Commits of each kind.
    @Option var count = 20

    struct Line: Encodable {
        let what: String
        let commits: Int
        /// The number of each page that was written, as often as it was.
        let pages: [Int]
    }

    func run() async throws {
        let house = try House(at: dir)
        defer { house.store.close() }
        let profile = try await house.person()
        let laboratory = try await house.laboratory()
        let requests = Requests(house: house, profile: profile, laboratory: laboratory)
        // So that the log begins again and has room before the next checkpoint.
        var log = WrittenLog(path: house.log)
        let seeded = house.caller(.laboratory(Past(results: 0, onlyAlerts: false).laboratory(7)))
        let kinds: [(String, () async throws -> Void)] = [
            ("list of twenty patients", { try await requests.list(seeded) }),
            ("registration", { try await requests.register() }),
            ("result", { try await requests.record(150_000) }),
            ("critical result", { try await requests.record(850_000) }),
            ("claim", { try await requests.claim() }),
            ("ack", { try await requests.ack() }),
            ("list of one patient", { try await requests.list(laboratory) }),
        ]
        // Kits for all of the results.
        for _ in 0..<(2 * count) { try await requests.register() }
        for (what, request) in kinds {
            for _ in 0..<count { try await request() }
            log.skip()
            var pages: [Int] = []
            for _ in 0..<count {
                try await request()
                pages += log.added()
            }
            try emit(Line(what: what, commits: count, pages: pages))
        }
    }
}

/// The log's frames.
private struct WrittenLog {
    let path: String
    private var salts: [UInt8] = []
    private var seen = 0

    init(path: String) { self.path = path }

    mutating func skip() { _ = added() }

    /// The page of each frame that was written since it was last asked. It is asked often enough that no log begins twice in between.
    mutating func added() -> [Int] {
        guard let bytes = FileManager.default.contents(atPath: path).map(Array.init), bytes.count >= 32 else {
            return []
        }
        func number(_ place: Int) -> Int { bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) } }
        let size = number(8)
        let current = Array(bytes[16..<24])
        if current != salts { (salts, seen) = (current, 0) }
        var pages: [Int] = []
        var place = 32 + seen * (24 + size)
        while place + 24 + size <= bytes.count, Array(bytes[(place + 8)..<(place + 16)]) == salts {
            pages.append(number(place))
            seen += 1
            place += 24 + size
        }
        return pages
    }
}

/// One request of each kind, again and again.
private actor Requests {
    private let house: House
    private let profile: ProfileID
    private let laboratory: Caller
    private let consumer: Caller
    private var registered: Int64 = 5_000_000
    private var resulted: Int64 = 5_000_000
    private var tokens: [String] = []

    init(house: House, profile: ProfileID, laboratory: Caller) {
        self.house = house
        self.profile = profile
        self.laboratory = laboratory
        consumer = house.caller(.consumer)
    }

    private func code(_ number: Int64) throws -> KitCode {
        guard let code = KitCode(number: number) else { throw Failed(what: "numbering kits") }
        return code
    }

    func register() async throws {
        registered += 1
        _ = try await house.tenancy.kits.register(
            KitRegistration(photo: nil, barcode: try code(registered).description, profileID: profile),
            by: house.administrator)
    }

    func record(_ level: Int64) async throws {
        resulted += 1
        let findings = Findings(
            testDate: Timestamp(milliseconds: now().milliseconds).date(),
            level: Level(value: Thousandths(count: level), unit: .milligramsPerDecilitre), genotype: nil, method: nil,
            reportedRange: nil)
        _ = try await house.tenancy.results.record(
            ResultReport(
                reference: "P-\(resulted)", kitCode: try code(resulted).description, status: .final, findings: findings),
            by: laboratory)
    }

    func claim() async throws {
        let deliveries = try await house.tenancy.deliveries.claim(
            ClaimRequest(group: "default", consumer: "consumer-0", limit: 1, leaseSeconds: 60), by: consumer)
        guard let delivery = deliveries.first else { throw Failed(what: "claiming: the backlog is too small") }
        tokens.append("\(delivery.token)")
    }

    func ack() async throws {
        for outcome in try await house.tenancy.deliveries.ack([tokens.removeFirst()], in: "default", by: consumer) {
            _ = try outcome.get()
        }
    }

    func list(_ caller: Caller) async throws {
        _ = try await house.tenancy.results.list(ResultFilter(), after: nil, limit: 20, by: caller)
    }
}
