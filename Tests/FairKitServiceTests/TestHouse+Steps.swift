import FairKitCore
import FairKitService
import FairKitStore
import Support

extension TestHouse {
    func register(_ code: String, for person: ProfileID) async throws -> KitView {
        try await tenancy.kits.register(
            KitRegistration(photo: nil, barcode: code, profileID: nil), by: caller(.patient(person))
        ).value
    }

    /// Confirms a registration.
    func review(_ kit: KitView) async throws -> KitView {
        try await tenancy.kits.clear(kit.id, by: caller(.administrator))
    }

    func record(
        _ reference: String, _ code: String, _ value: Int64, unit: AATUnit = .milligramsPerDecilitre,
        comparator: Comparator? = nil, range: ReportedRange? = nil, by laboratory: Caller
    ) async throws -> ReportedResult {
        let findings = Findings(
            testDate: tenancy.now().date(),
            level: Level(value: Thousandths(count: value * 1000), unit: unit, comparator: comparator),
            genotype: nil, method: nil, reportedRange: range)
        return try await tenancy.results.record(
            ResultReport(reference: reference, kitCode: code, status: .final, findings: findings),
            by: laboratory
        ).value
    }

    func correct(_ id: ResultID, to value: Int64?, status: ResultStatus = .corrected, by laboratory: Caller)
        async throws -> ResultView
    {
        let level = value.map { Level(value: Thousandths(count: $0 * 1000), unit: .milligramsPerDecilitre) }
        return try await tenancy.results.correct(
            id,
            ResultCorrection(
                reason: "measured again", status: status, testDate: nil, level: level, genotype: nil, method: nil,
                range: nil, expectedVersions: nil), by: laboratory
        ).value
    }

    /// A consumer with an existing key, which a waiting claim needs.
    func pager() async throws -> Caller {
        let (key, _) = try await tenancy.keys.create(name: "pager", for: .consumer, by: .command)
        return Caller(subject: Subject(.key(key.id), role: .consumer), route: "test", requestID: "test")
    }

    func claim(_ limit: Int = 10, lease: Int? = nil, wait: Int = 0) async throws -> [Delivery] {
        let request = try ClaimRequest(
            group: "default", consumer: nil, limit: limit, leaseSeconds: lease, waitSeconds: wait)
        return try await tenancy.deliveries.claim(request, by: wait == 0 ? caller(.consumer) : pager())
    }

    /// Returns when this many claims wait.
    func untilClaimsWait(_ count: Int = 1) async {
        while tenancy.waiters.waiting(in: "default") < count { await Task.yield() }
    }

    /// Advances the time second by second, and returns when a condition is true.
    func pass(_ seconds: Int, by clock: ManualClock, until isSo: () -> Bool) async {
        var left = seconds
        while !isSo() {
            if left > 0 { clock.advance(by: .seconds(1)) }
            left -= 1
            await Task.yield()
        }
    }

    @discardableResult
    func ack(_ delivery: Delivery) async throws -> Timestamp {
        let outcomes = try await tenancy.deliveries.ack(["\(delivery.token)"], in: "default", by: caller(.consumer))
        return try outcomes[0].get().at
    }

    func photo(of kit: KitID) async throws -> [UInt8]? {
        try await store.read { (tx) throws(DatabaseError) in try tx.photo(of: kit) }
    }

    func deleteExpired(after duration: Duration) async throws -> Int {
        time.advance(by: duration)
        let now = time.now
        return try await store.write { (tx) throws(DatabaseError) in try tx.deleteExpired(.photos, at: now) }
    }

    func audit(of person: ProfileID) async throws -> [AuditEntry] {
        try await store.read { (tx) throws(DatabaseError) in try tx.auditEntries(about: person) }
    }
}
