import FairKitCore
import FairKitService
import FairKitStore
import Support
import Testing

@Suite struct `Releasing a held level` {
    private let house: TestHouse
    private let laboratory: Caller
    private let person: ProfileID
    private let code = "FU-KIT-2025110701-X"

    init() async throws {
        house = try TestHouse()
        laboratory = try await house.laboratory()
        person = try await house.person()
        _ = try await house.register(code, for: person)
    }

    private func level(_ value: Int64, _ unit: AATUnit = .milligramsPerDecilitre) -> Level {
        Level(value: Thousandths(count: value * 1000), unit: unit)
    }

    /// The parts that differ; empty: it was released.
    private func release(_ id: ResultID, _ readBack: Level?, by caller: Caller) async throws -> [ReadBackPart] {
        do {
            let released = try await house.tenancy.results.release(id, readBack: readBack, by: caller)
            #expect(released.result.hold == nil && released.result.verifiedAt != nil)
            return []
        } catch .own(.mismatch(let parts)) { return parts }
    }

    @Test func `takes its read-back as it was reported if its unit is suspect, by its laboratory or a clinician`()
        async throws
    {
        // The lower one raises no alert.
        for (value, caller) in [(2, laboratory), (1500, house.caller(.clinician))] as [(Int64, Caller)] {
            let held = try await house.record("N-\(value)", code, value, by: laboratory).result
            #expect(held.hold == .unitSuspect && (held.alertID == nil) == (value == 2))
            await #expect {
                _ = try await house.tenancy.results.release(held.id, by: caller)
            } throws: { error in
                guard case .invalid(let faults)? = error as? Refusal<ReleaseResultFailure> else { return false }
                return faults.fields.map(\.pointer) == ["/value"]
            }
            #expect(try await release(held.id, level(value, .gramsPerLitre), by: caller) == [.unit])
            #expect(try await release(held.id, level(value + 1, .gramsPerLitre), by: caller) == [.value, .unit])
            #expect(try await release(held.id, level(value), by: caller) == [])
            #expect(try await release(held.id, nil, by: caller) == [], "a repetition changes nothing")
            let wrong = try await house.audit(of: person).filter {
                $0.action == .resultReadBackFailed && $0.object == "\(held.id)"
            }
            #expect(wrong.count == 2)
            _ = try await house.correct(held.id, to: nil, status: .enteredInError, by: laboratory)
        }
    }

    @Test func `is refused to a caller who has seen an earlier version, and changes nothing`() async throws {
        let held = try await house.record("N-1", code, 1500, by: laboratory).result
        _ = try await house.correct(held.id, to: 1400, by: laboratory)
        do {
            _ = try await house.tenancy.results.release(
                held.id, expecting: [1], readBack: level(1400), by: laboratory)
            Issue.record("it was released")
        } catch .own(.versionMismatch(let current)) { #expect(current == 2) }
        #expect(try await house.tenancy.results.show(held.id, by: laboratory).result.hold == .unitSuspect)
        _ = try await house.tenancy.results.release(held.id, expecting: [2], readBack: level(1400), by: laboratory)
    }

    @Test func `compares nothing after three wrong read-backs, until the pause is over`() async throws {
        let held = try await house.record("N-1", code, 1500, by: laboratory).result
        for _ in 1...3 { #expect(try await release(held.id, level(150), by: laboratory) == [.value]) }
        await #expect(throws: Refusal<ReleaseResultFailure>.self) {
            try await release(held.id, level(1500), by: laboratory)
        }
        #expect(try await house.tenancy.results.show(held.id, by: laboratory).result.hold == .unitSuspect)
        house.time.advance(by: .seconds(10))
        #expect(try await release(held.id, level(1500), by: laboratory) == [])
    }

    @Test func `takes no read-back where another reason holds it, and refuses a wrong one`() async throws {
        let other = "FU-KIT-2025111099-J"
        _ = try await house.register(other, for: try await house.person())
        let kit = try await house.tenancy.kits.list(KitFilter(), after: nil, limit: 9, by: house.caller(.administrator))
            .items.first { "\($0.code)" == other }
        _ = try await house.tenancy.kits.advance(
            try #require(kit).id, to: .cancelled, reason: "lost", by: house.caller(.administrator))
        let held = try await house.record("N-2", other, 150, by: laboratory).result
        #expect(held.hold == .kitCancelled)
        #expect(try await release(held.id, level(151), by: laboratory) == [.value])
        #expect(try await release(held.id, nil, by: laboratory) == [])
    }
}
