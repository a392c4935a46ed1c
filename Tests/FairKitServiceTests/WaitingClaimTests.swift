import FairKitCore
import FairKitService
import Support
import Testing

@Suite struct `A waiting claim` {
    private static let code = "FU-KIT-2025110701-X"

    @Test(.timeLimit(.minutes(10))) func `is answered by the result that comes`() async throws {
        let house = try TestHouse()
        let laboratory = try await house.laboratory()
        async let claimed = house.claim(wait: 30)
        let recorded = try await house.record("N-1", Self.code, 820, by: laboratory)
        #expect(try await claimed.map(\.alert.id) == [recorded.result.alertID])
    }

    @Test(.timeLimit(.minutes(10))) func `of several is answered once for each alert`() async throws {
        let house = try TestHouse()
        let laboratory = try await house.laboratory()
        let answered = try await withThrowingTaskGroup(of: [AlertID].self) { group in
            for _ in 0..<8 { group.addTask { try await house.claim(1, wait: 30).map(\.alert.id) } }
            for number in 0..<8 {
                let code = try #require(KitCode(number: Int64(number)))
                _ = try await house.record("N-\(number)", "\(code)", 820, by: laboratory)
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(answered.count == 8)
        #expect(Set(answered).count == 8)
    }

    @Test(.timeLimit(.minutes(10))) func `that is given up swallows no alert`() async throws {
        let house = try TestHouse()
        let laboratory = try await house.laboratory()
        let waiting = Task { try await house.claim(wait: 30) }
        waiting.cancel()
        let given = try await waiting.value
        #expect(given.isEmpty)
        _ = try await house.record("N-1", Self.code, 820, by: laboratory)
        let claimed = try await house.claim()
        #expect(claimed.map(\.attempts) == [0])
    }

    @Test(.timeLimit(.minutes(10))) func `gets nothing once its key was revoked`() async throws {
        let house = try TestHouse()
        let laboratory = try await house.laboratory()
        let (key, _) = try await house.cases.createKey(name: "pager", for: .consumer)
        let pager = Caller(subject: Subject(.key(key.id), role: .consumer), requestID: "test")
        let request = ClaimAlerts.Request(
            group: "default", consumer: nil, limit: 1, leaseSeconds: nil, waitSeconds: 30)
        async let claimed = house.cases.claimAlerts(request, by: pager)
        try await house.cases.revokeKey(key.id)
        _ = try await house.record("N-1", Self.code, 820, by: laboratory)
        do {
            let alerts = try await claimed
            Issue.record("\(alerts.count) deliveries were leased")
        } catch {
            guard case .keyEnded = error as? ClaimAlerts.Failure else {
                Issue.record("\(error)")
                return
            }
        }
        #expect(try await house.claim().count == 1, "somebody else gets it at once")
    }

    @Test(arguments: [-1, 31]) func `waits for half a minute at most`(seconds: Int) async throws {
        let house = try TestHouse()
        let failure = await #expect(throws: ClaimAlerts.Failure.self) { try await house.claim(wait: seconds) }
        guard case .invalid(let invalid) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(invalid.fields.map(\.pointer) == ["/wait"])
    }
}
