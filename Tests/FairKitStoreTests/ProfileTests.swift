import FairKitCore
import FairKitStore
import Relational
import Testing

@Suite struct `A stored profile` {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    func stored(_ profile: Profile) async throws -> Profile? {
        try await scratch.withNewStore { (store) async throws in
            try await store.write { (tx) throws(DatabaseError) in try tx.insertProfile(profile) }
            return try await store.read { (tx) throws(DatabaseError) in try tx.profile(profile.id) }
        }
    }

    @Test func `is read with all members`() async throws {
        let profile = Example.profile {
            $0.givenName = "Zoë 👩🏽‍⚕️"
            $0.familyName = "O'Brien; DROP TABLE profile"
            $0.identifiers = [
                Identifier(system: "urn:b", value: "2"), Identifier(system: "urn:a", value: "1"),
                Identifier(system: "urn:b", value: "2"),
            ]
        }
        #expect(try await stored(profile) == profile)
    }

    @Test func `is read without optional members`() async throws {
        let profile = Example.profile { ($0.email, $0.phone, $0.knownGenotype) = (nil, nil, nil) }
        #expect(try await stored(profile) == profile)
    }

    @Test(arguments: AdministrativeSex.allCases, Language.allCases)
    func `is read with each sex and language`(sex: AdministrativeSex, language: Language) async throws {
        let profile = Example.profile { ($0.sex, $0.language) = (sex, language) }
        #expect(try await stored(profile) == profile)
    }

    @Test(arguments: [
        Consents(), Consents(clinicians: true), Consents(partners: true), Consents(clinicians: true, partners: true),
    ])
    func `is read with each consent`(consents: Consents) async throws {
        let profile = Example.profile { $0.consents = consents }
        #expect(try await stored(profile) == profile)
    }

    @Test func `is found by its id only`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.write { (tx) throws(DatabaseError) in try tx.insertProfile(Example.profile()) }
            await #expect(throws: DatabaseError.self) {
                try await store.write { (tx) throws(DatabaseError) in try tx.insertProfile(Example.profile()) }
            }
            let other = try await store.read { (tx) throws(DatabaseError) in try tx.profile(Example.otherPatient) }
            #expect(other == nil)
        }
    }
}
