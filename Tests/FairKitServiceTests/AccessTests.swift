import FairKitCore
import FairKitService
import Support
import Testing

@Suite struct `API keys` {
    @Test func `identify their holder`() async throws {
        let house = try TestHouse()
        let person = try await house.person()
        let (key, secret) = try await house.tenancy.keys.create(name: "phone", for: .patient(person), by: .command)
        let subject = try await house.tenancy.callers.authenticate(apiKey: secret.text)
        #expect(subject == Subject(.key(key.id), role: .patient(person)))
    }

    @Test func `end at once when they are revoked`() async throws {
        let house = try TestHouse()
        let (key, secret) = try await house.tenancy.keys.create(name: "pager", for: .consumer, by: .command)
        try await house.tenancy.keys.revoke(key.id, by: .command)
        await #expect(throws: AuthenticationFailure.self) {
            try await house.tenancy.callers.authenticate(apiKey: secret.text)
        }
        await #expect(throws: Refusal<KeyFailure>.self) { try await house.tenancy.keys.revoke(key.id, by: .command) }
    }

    @Test(arguments: [nil, "", "fk_", "fk_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "Bearer x"])
    func `without a holder are refused`(text: String?) async throws {
        let house = try TestHouse()
        await #expect(throws: AuthenticationFailure.self) { try await house.tenancy.callers.authenticate(apiKey: text) }
    }

    @Test func `of one laboratory share its name`() async throws {
        let house = try TestHouse()
        let first = try await house.tenancy.keys.create(name: "a", for: .laboratory("Nairobi Central"), by: .command)
            .key
        let second = try await house.tenancy.keys.create(name: "b", for: .laboratory("Nairobi Central"), by: .command)
            .key
        #expect(first.role == second.role)
    }

    @Test func `of a patient need an existing patient`() async throws {
        let house = try TestHouse()
        await #expect(throws: Refusal<KeyFailure>.self) {
            try await house.tenancy.keys.create(name: "phone", for: .patient(.new(at: house.time.now)), by: .command)
        }
    }
}

@Suite struct `Reading` {
    @Test func `leaves an entry in the patient's audit log, for every reader`() async throws {
        let house = try TestHouse()
        let person = try await house.person()
        _ = try await house.register("FU-KIT-2025110701-X", for: person)
        let result = try await house.record("N-1", "FU-KIT-2025110701-X", 820, by: try await house.laboratory()).result
        let clinician = house.caller(.clinician)
        _ = try await house.tenancy.results.show(result.id, by: clinician)
        _ = try await house.tenancy.results.list(ResultFilter(), after: nil, limit: 10, by: clinician)
        _ = try await house.tenancy.alerts.list(after: nil, limit: 10, by: clinician)
        _ = try await house.tenancy.profiles.show(person, by: clinician)
        let actions = try await house.audit(of: person).map(\.action)
        #expect(
            actions == [
                .profileCreated, .kitRegistered, .resultRecorded, .resultRead, .resultListed, .alertListed,
                .profileRead,
            ])
    }

    @Test func `of results by clinicians needs the patient's consent`() async throws {
        let house = try TestHouse()
        let details = ProfileDetails(
            givenName: "Baraka", familyName: "Mwangi", birthDate: CalendarDate(daysSince1970: 3711), sex: .male,
            email: nil,
            phone: nil, language: .swahili, timeZone: "UTC", knownGenotype: nil, identifiers: [],
            consents: Consents(clinicians: false))
        let person = try await house.tenancy.profiles.create(details, by: house.caller(.administrator)).id
        _ = try await house.register("FU-KIT-2025110701-X", for: person)
        let result = try await house.record("N-1", "FU-KIT-2025110701-X", 820, by: try await house.laboratory()).result
        let clinician = house.caller(.clinician)
        await #expect(throws: Refusal<Never>.self) { try await house.tenancy.results.show(result.id, by: clinician) }
        let list = try await house.tenancy.results.list(ResultFilter(), after: nil, limit: 10, by: clinician)
        #expect(list.items.isEmpty)
        let alerts = try await house.tenancy.alerts.list(after: nil, limit: 10, by: clinician).items
        #expect(alerts.map(\.resultID) == [result.id])
        let own = try await house.tenancy.results.show(result.id, by: house.caller(.patient(person)))
        #expect(own.id == result.id)
    }

    @Test func `of other people's data finds nothing`() async throws {
        let house = try TestHouse()
        let (person, other) = (try await house.person(), try await house.person())
        _ = try await house.register("FU-KIT-2025110701-X", for: person)
        let result = try await house.record("N-1", "FU-KIT-2025110701-X", 142, by: try await house.laboratory()).result
        let stranger = house.caller(.patient(other))
        await #expect(throws: Refusal<Never>.self) { try await house.tenancy.results.show(result.id, by: stranger) }
        await #expect(throws: Refusal<Never>.self) { try await house.tenancy.profiles.show(person, by: stranger) }
        let list = try await house.tenancy.results.list(
            ResultFilter(profileID: person), after: nil, limit: 10, by: stranger)
        #expect(list.items.isEmpty)
    }
}
