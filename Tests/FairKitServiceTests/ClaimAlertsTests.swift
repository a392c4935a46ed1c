import FairKitCore
import FairKitService
import Support
import Testing

@Suite struct `Claiming alerts` {
    private let code = "FU-KIT-2025110701-X"

    private func houseWithAlert() async throws -> TestHouse {
        let house = try TestHouse()
        _ = try await house.register(code, for: try await house.person())
        _ = try await house.record("N-1", code, 820, by: try await house.laboratory())
        return house
    }

    @Test func `leases a critical one for 30 seconds`() async throws {
        let house = try await houseWithAlert()
        let first = try #require(try await house.claim().first)
        #expect(first.leaseExpiresAt == house.time.now.advanced(by: .seconds(30)))
        #expect(try await house.claim().isEmpty)
        house.time.advance(by: .milliseconds(29_999))
        #expect(try await house.claim().isEmpty)
    }

    @Test func `leases it again when the lease expires, and the old token is stale`() async throws {
        let house = try await houseWithAlert()
        let first = try #require(try await house.claim().first)
        house.time.advance(by: .seconds(30))
        let late = await #expect(throws: Refusal<LeaseFailure>.self) { try await house.ack(first) }
        guard case .own(.stale) = late else {
            Issue.record("\(String(describing: late))")
            return
        }
        let second = try #require(try await house.claim().first)
        #expect(second.alert == first.alert)
        #expect(second.attempts == 1)
        #expect(second.token != first.token)
        let stale = await #expect(throws: Refusal<LeaseFailure>.self) { try await house.ack(first) }
        guard case .own(.stale(.leased)) = stale else {
            Issue.record("\(String(describing: stale))")
            return
        }
        let at = try await house.ack(second)
        house.time.advance(by: .seconds(600))
        #expect(try await house.ack(second) == at)
        #expect(try await house.claim().isEmpty)
    }

    @Test func `from a group that does not exist fails`() async throws {
        let house = try await houseWithAlert()
        let request = ClaimRequest(group: "defualt", consumer: nil, limit: 1, leaseSeconds: nil)
        let failure = await #expect(throws: Refusal<ClaimFailure>.self) {
            try await house.tenancy.deliveries.claim(request, by: house.caller(.consumer))
        }
        guard case .own(.groupUnknown) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test func `returns the oldest first`() async throws {
        let house = try TestHouse()
        let laboratory = try await house.laboratory()
        for number in 1...5 {
            let code = try #require(KitCode(number: Int64(number)))
            _ = try await house.record("N-\(number)", "\(code)", Int64(900 + number), by: laboratory)
            house.time.advance(by: .seconds(1))
        }
        let claimed = try await house.claim(3) + house.claim(3)
        #expect(claimed.map(\.alert.level?.value.count) == [901_000, 902_000, 903_000, 904_000, 905_000])
    }

    @Test(arguments: [(0, nil), (101, nil), (1, 4), (1, 901)] as [(Int, Int?)])
    func `outside the limits is refused`(limit: Int, lease: Int?) async throws {
        let house = try await houseWithAlert()
        let failure = await #expect(throws: Refusal<ClaimFailure>.self) { try await house.claim(limit, lease: lease) }
        guard case .invalid = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }
}
