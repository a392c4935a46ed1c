import FairKitCore
import FairKitService
import FairKitStore
import Support
import Testing

@Suite struct `Messages about an account's safety` {
    @Test func `tell over another way that critical alerts were switched off, five times an hour`() async throws {
        let house = try TestHouse()
        let person = try await house.somebody(.clinician)
        for number in 0..<20 {
            var chosen = NoticePreferences()
            if number.isMultiple(of: 2) { chosen.set(.criticalAlert, by: .sms, false) }
            _ = try await house.tenancy.preferences.set(chosen, found: Faults(), by: person)
        }
        let told = try await house.told(person)
        #expect(told.map(\.kind) == Array(repeating: .contactRemoved, count: 5))
        #expect(told.first?.facts.channel == "sms")
        #expect(try await house.tenancy.notices.due(over: .email, in: .others, except: [], limit: 10).count == 5)
    }
}

@Suite struct `Messages about devices` {
    @Test func `are at most five an hour, and those about numbers always go`() async throws {
        let house = try TestHouse()
        let person = try await house.somebody(.clinician)
        let account = try #require(person.subject.account)
        func add(_ kind: ContactKind) async throws {
            let now = house.time.now
            let contact = ContactPoint(
                id: .new(at: now), owner: .account(account), kind: kind, address: "a", createdAt: now, verifiedAt: now)
            try await house.store.write { (tx) throws(DatabaseError) in
                try Contacts.notify(.contactAdded, contact, of: account, zones: TimeZones(), at: now, in: tx)
            }
        }
        for _ in 0..<137 { try await add(.apns) }
        #expect(try await house.told(person).count == 5)
        try await add(.sms)
        #expect(try await house.told(person).count == 6)
        house.time.advance(by: .seconds(3601))
        try await add(.apns)
        #expect(try await house.told(person).count == 7)
    }
}
