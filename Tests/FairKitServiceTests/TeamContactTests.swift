import FairKitCore
import FairKitService
import FairKitStore
import Support
import Testing

@Suite struct `A contact point of a team` {
    @Test func `is sent at most one test message a minute`() async throws {
        let house = try TestHouse()
        let administrator = house.caller(.administrator)
        _ = try await house.tenancy.teams.create("night", description: nil, timeZone: "UTC", by: administrator)
        let now = house.time.now
        let team = try #require(
            try await house.store.read { (tx) throws(DatabaseError) in try tx.team(named: "night")?.id })
        let contact = ContactPoint(
            id: .new(at: now), owner: .team(team), kind: .voice, address: "+15550001111", createdAt: now,
            verifiedAt: now)
        try await house.store.write { (tx) throws(DatabaseError) in try tx.insertContactPoint(contact) }
        func test() async throws -> NoticeSendID? {
            try await house.tenancy.teams.testContact(contact.id, of: "night", by: administrator).lastSend?.id
        }
        let first = try #require(try await test())
        house.time.advance(by: .seconds(59))
        #expect(try await test() == first)
        house.time.advance(by: .seconds(1))
        #expect(try await test() != first)
    }
}
