import FairKitCore
import FairKitService
import FairKitStore
import FoundationEssentials
import Support
import Testing

@Suite struct `Operating a store` {
    let house: TestHouse

    init() throws {
        house = try TestHouse()
    }

    @Test func `finds nothing wrong with a store after all kinds of use`() async throws {
        let (first, second) = ("FU-KIT-2025110701-X", "FU-KIT-2025111099-J")
        let laboratory = try await house.laboratory()
        // One result before and one after the registration; both critical, one corrected back and forth.
        let early = try await house.record("N-1", first, 820, by: laboratory).result
        let person = try await house.person()
        for code in [first, second] { _ = try await house.register(code, for: person) }
        let late = try await house.record("N-2", second, 900, by: laboratory).result
        for level in [150, 810, 830] as [Int64] { _ = try await house.correct(late.id, to: level, by: laboratory) }
        _ = try await house.correct(early.id, to: nil, status: .enteredInError, by: laboratory)
        let claimed = try await house.claim(2)
        #expect(claimed.count == 2)
        house.time.advance(by: .seconds(3600))
        #expect(try await house.claim().count > 2)
        #expect(try await house.tenancy.operations.check(by: .command).findings == [])
        let statistics = try await house.tenancy.operations.statistics(by: .command)
        #expect(statistics.rows.results == 2)
        #expect(statistics.rows.resultVersions == 6)
    }
}
