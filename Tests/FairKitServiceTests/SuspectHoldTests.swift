import FairKitCore
import FairKitService
import FairKitStore
import Support
import Testing

@Suite struct `A held suspect level` {
    private let house: TestHouse
    private let patient: ProfileID
    private let code = "FU-KIT-2025110701-X"

    init() async throws {
        house = try TestHouse()
        patient = try await house.person()
    }

    private func isShown(_ id: ResultID) async throws -> Bool {
        let page = try await house.tenancy.results.list(
            ResultFilter(), after: nil, limit: 10, by: house.caller(.patient(patient)))
        return page.items.contains { $0.id == id }
    }

    @Test func `reaches the patient after the tenant's time, unverified, and its kit is done`() async throws {
        let kit = try await house.register(code, for: patient)
        let result = try await house.record("N-1", code, 1500, by: try await house.laboratory()).result
        #expect(result.hold == .unitSuspect)
        #expect(try await house.claim().map(\.alert.isUnverified) == [true])
        house.time.advance(by: .seconds(86_399))
        #expect(try await house.tenancy.results.releaseOverdue() == 0)
        #expect(try await !isShown(result.id))
        house.time.advance(by: .seconds(1))
        #expect(try await house.tenancy.results.releaseOverdue() == 1)
        #expect(try await house.tenancy.results.releaseOverdue() == 0)
        #expect(try await isShown(result.id))
        let shown = try await house.tenancy.results.show(result.id, by: house.caller(.patient(patient)))
        #expect(shown.result.needsVerification && shown.result.verifiedAt == nil)
        #expect(shown.summary?.phrases.contains(.unverified) == true)
        #expect(try await house.claim().map(\.alert.isUnverified) == [true], "no person has verified it")
        let state = try await house.store.read { (tx) throws(DatabaseError) in try tx.kit(kit.id, in: .all)?.status }
        #expect(state == .resulted)
    }

    @Test func `waits for ever while its kit has another result`() async throws {
        _ = try await house.register(code, for: patient)
        let laboratory = try await house.laboratory()
        let held = try await house.record("N-1", code, 1500, by: laboratory).result
        let other = try await house.record("N-2", code, 150, by: laboratory).result
        #expect(other.hold == nil)
        house.time.advance(by: .seconds(40 * 86_400))
        #expect(try await house.tenancy.results.releaseOverdue() == 0)
        #expect(try await !isShown(held.id))
    }

    @Test func `of a kit that is not registered waits for the registration`() async throws {
        let held = try await house.record("N-1", code, 1500, by: try await house.laboratory()).result
        house.time.advance(by: .seconds(40 * 86_400))
        #expect(try await house.tenancy.results.releaseOverdue() == 0)
        #expect(held.hold == .unitSuspect)
    }

    @Test func `for its kit's state never ends by itself`() async throws {
        let kit = try await house.register(code, for: patient)
        _ = try await house.tenancy.kits.advance(
            kit.id, to: .cancelled, reason: "lost", by: house.caller(.administrator))
        let held = try await house.record("N-1", code, 150, by: try await house.laboratory()).result
        #expect(held.hold == .kitCancelled)
        house.time.advance(by: .seconds(40 * 86_400))
        #expect(try await house.tenancy.results.releaseOverdue() == 0)
    }
}
