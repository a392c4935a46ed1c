import FairKitCore
import FairKitService
import FairKitStore
import Support
import Testing

@Suite struct `A test message to oneself` {
    @Test func `goes by each proven way that the server has, whatever was chosen, and once a minute`() async throws {
        let house = try TestHouse(channels: [.sms])
        let caller = try await house.somebody(.patient(try await house.person()), "ada")
        let (account, now) = (try #require(caller.subject.account), house.time.now)
        let points = [
            (ContactKind.sms, "+15550001111", true), (.voice, "+15550001111", true),
            (.email, "second@example.org", true),
            (.email, "unproven@example.org", false),
        ].map { kind, address, isProven in
            ContactPoint(
                id: .new(at: now), owner: .account(account), kind: kind, address: address, createdAt: now,
                verifiedAt: isProven ? now : nil)
        }
        try await house.store.write { (tx) throws(DatabaseError) in
            for point in points { try tx.insertContactPoint(point) }
        }
        #expect(try await house.tenancy.contacts.lastTest(by: caller) == nil)
        let sent = try await house.tenancy.contacts.sendTest(by: caller)
        #expect(Set(sent.ways.map(\.send.contact)) == [nil, points[0].id, points[2].id])
        #expect(sent.ways.allSatisfy { $0.send.state == .waiting && $0.name != nil })
        house.time.advance(by: .seconds(59))
        #expect(try await house.tenancy.contacts.sendTest(by: caller).at == sent.at)
        house.time.advance(by: .seconds(1))
        #expect(try await house.tenancy.contacts.sendTest(by: caller).at != sent.at)
        let other = try await house.somebody(.patient(try await house.person()), "ben")
        #expect(try await house.tenancy.contacts.lastTest(by: other) == nil, "each has their own")
    }
}
