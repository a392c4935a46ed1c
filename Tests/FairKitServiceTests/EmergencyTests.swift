import FairKitCore
import FairKitService
import FairKitStore
import Support
import Testing

@Suite struct `Emergency access` {
    private static let reason = "Unconscious in casualty, relatives say liver disease"

    @Test func `opens a record for an hour, and marks all reads`() async throws {
        let house = try TestHouse()
        let patient = try await Patient(house, consents: Consents(clinicians: false))
        let clinician = try await house.somebody(.clinician)
        let before = try await house.audit(of: patient.id).count
        let glass = try await house.tenancy.emergencies.open(patient.id, reason: Self.reason, by: clinician)
        #expect(!glass.isRepeated)
        #expect(glass.until == house.time.now.advanced(by: .seconds(3600)))
        #expect(await patient.seen(by: clinician) == Patient.all)
        let entries = try await house.audit(of: patient.id).dropFirst(before)
        #expect(
            entries.map(\.action) == [
                .breakGlassOpened, .profileRead, .kitRead, .resultRead, .resultListed, .kitListed,
            ])
        #expect(entries.allSatisfy { $0.breakGlass && $0.actor.account == clinician.subject.account })
        #expect(entries.allSatisfy { !"\($0)".contains("liver") })
        house.time.advance(by: .seconds(3599))
        #expect(await patient.seen(by: clinician) == Patient.all)
        house.time.advance(by: .seconds(1))
        #expect(await patient.seen(by: clinician).isEmpty)
        #expect(try await house.store.verifyAudit().isSound)
    }

    @Test(arguments: [
        ("O’Brien", "O'Brien"), ("Núñez", "NUNEZ"), ("Müller", "MUELLER"), ("Weiß", "WEISS"), ("Otieno", "otieno"),
        ("Nyambura-Özdemir", "nyambura ozdemir"),
    ])
    func `opens a record by the birth date and the name as a card has it`(family: String, typed: String) async throws {
        let house = try TestHouse()
        let clinician = try await house.somebody(.clinician)
        func patient(_ given: String) async throws -> ProfileID {
            let details = ProfileDetails(
                givenName: given, familyName: family, birthDate: CalendarDate(daysSince1970: 3711), sex: .female,
                email: nil, phone: nil, language: .english, timeZone: "UTC", knownGenotype: nil, identifiers: [],
                consents: Consents())
            return try await house.tenancy.profiles.create(details, by: house.caller(.administrator)).id
        }
        func open(_ given: String?, _ name: String, born day: Int = 3711) async throws -> ProfileID {
            let person = ProfileSearch.Person(
                givenName: given, familyName: name, birthDate: CalendarDate(daysSince1970: day))
            return try await house.tenancy.emergencies.open(
                ProfileSearch(email: nil, phone: nil, person: person), reason: Self.reason, by: clinician
            ).value.profile
        }
        let jose = try await patient("José")
        #expect(try await open(nil, typed) == jose)
        await #expect(throws: Refusal<Never>.self) { _ = try await open(nil, typed, born: 3712) }
        await #expect(throws: Refusal<Never>.self) { _ = try await open(nil, "Somebody") }
        let maria = try await patient("María")
        // Both fit: the answer says what else to send.
        await #expect(throws: Refusal<Never>.self) { _ = try await open(nil, typed) }
        #expect(try await open("MARIA", typed) == maria)
    }

    @Test func `opens a record by the code of one of the patient's kits, and by no kit of no one`() async throws {
        let house = try TestHouse()
        let (patient, clinician) = (try await Patient(house), try await house.somebody(.clinician))
        let (own, free) = ("FU-KIT-2025110701-X", "FU-KIT-2025110702-V")
        _ = try await house.register(own, for: patient.id)
        func open(_ code: String) async throws -> ProfileID {
            let search = try ProfileSearch(email: nil, phone: nil, person: nil, kit: KitCode(typed: code))
            return try await house.tenancy.emergencies.open(search, reason: Self.reason, by: clinician).value.profile
        }
        #expect(try await open(own) == patient.id)
        await #expect(throws: Refusal<Never>.self) { _ = try await open(free) }
    }

    @Test func `is returned unchanged by a second call, and can be ended`() async throws {
        let house = try TestHouse()
        let patient = try await Patient(house)
        let (clinician, other) = (try await house.somebody(.clinician), try await house.somebody(.clinician))
        let first = try await house.tenancy.emergencies.open(patient.id, reason: Self.reason, by: clinician)
        house.time.advance(by: .seconds(60))
        let second = try await house.tenancy.emergencies.open(patient.id, reason: "another reason", by: clinician)
        #expect(second.isRepeated)
        #expect(second.value == first.value)
        await #expect(throws: Refusal<Never>.self) { try await house.tenancy.emergencies.close(patient.id, by: other) }
        let ended = try await house.tenancy.emergencies.close(patient.id, by: clinician)
        #expect(ended.endedAt == house.time.now)
        #expect(await patient.seen(by: clinician).isEmpty)
        await #expect(throws: Refusal<Never>.self) {
            try await house.tenancy.emergencies.close(patient.id, by: clinician)
        }
        let third = try await house.tenancy.emergencies.open(patient.id, reason: Self.reason, by: clinician)
        #expect(third.value.id != first.value.id)
    }

    @Test func `allows no changes`() async throws {
        let house = try TestHouse()
        let patient = try await Patient(house)
        let clinician = try await house.somebody(.clinician)
        _ = try await house.tenancy.emergencies.open(patient.id, reason: Self.reason, by: clinician)
        await #expect(throws: Refusal<VersionMismatch>.self) {
            try await house.tenancy.profiles.change(patient.id, expectedVersions: [1], by: clinician) { profile, _ in
                profile.details
            }
        }
        await #expect(throws: Refusal<IllegalKitStep>.self) {
            try await house.tenancy.kits.advance(patient.kit, to: .mailed, reason: nil, by: clinician)
        }
        await #expect(throws: Refusal<RegisterKitFailure>.self) {
            try await house.tenancy.kits.register(
                KitRegistration(
                    photo: nil, barcode: KitCode(number: 77).map { "\($0)" }, profileID: patient.id), by: clinician)
        }
    }

    @Test func `is reported to all administrators, with the clinician's name and times`() async throws {
        let house = try TestHouse()
        let patient = try await Patient(house)
        for name in ["ada", "bea"] { _ = try await house.somebody(.administrator, name) }
        let clinician = try await house.somebody(.clinician)
        _ = try await house.tenancy.emergencies.open(patient.id, reason: Self.reason, by: clinician)
        _ = try await house.tenancy.emergencies.open(patient.id, reason: Self.reason, by: clinician)
        let mails = try await house.store.read { (tx) throws(DatabaseError) in
            try tx.mails()
        }
        #expect(Set(mails.compactMap { $0.recipient?.prefix(3) }) == ["ada", "bea"])
        #expect(mails.count == 2)
        for mail in mails {
            let text = try #require(mail.text)
            #expect(mail.notice.kind == .breakGlass)
            #expect(text.body.contains("clinician  s•••@example.org\n"))
            for secret in ["\(patient.id)", "Baraka", "Mwangi", "liver", " 820", "baraka@"] {
                #expect(!text.body.contains(secret))
            }
        }
        let administrator = house.caller(.administrator)
        let waiting = try await house.tenancy.emergencies.list(all: false, before: nil, limit: 10, by: administrator)
        #expect(waiting.items.map(\.reason) == [Self.reason])
        let reviewed = try await house.tenancy.emergencies.review(
            try #require(waiting.items.first).id, by: administrator)
        #expect(reviewed.review == BreakGlass.Review(by: administrator.subject.id, at: house.time.now))
        #expect(
            try await house.tenancy.emergencies.list(all: false, before: nil, limit: 10, by: administrator).items
                .isEmpty)
        #expect(
            try await house.tenancy.emergencies.list(all: true, before: nil, limit: 10, by: administrator).items.count
                == 1)
    }

    @Test func `is recorded as such, apart from others in the same list`() async throws {
        let house = try TestHouse()
        let (cared, opened) = (try await Patient(house), try await Patient(house, number: 2))
        let clinician = try await house.somebody(.clinician)
        _ = try await house.tenancy.care.assign(
            try #require(clinician.subject.account), to: cared.id, from: nil, until: nil,
            by: house.caller(.administrator))
        _ = try await house.tenancy.emergencies.open(opened.id, reason: Self.reason, by: clinician)
        let list = try await house.tenancy.results.list(ResultFilter(), after: nil, limit: 10, by: clinician)
        #expect(Set(list.items.map(\.id)) == [cared.result, opened.result])
        #expect(try await cared.entries(.resultListed).map(\.breakGlass) == [false])
        #expect(try await opened.entries(.resultListed).map(\.breakGlass) == [true])
        #expect(try await cared.entries(.resultListed).first?.patients == [cared.id])
    }

    @Test(arguments: ["", "urgent", "         ", String(repeating: "x", count: 501), "two\nlines of a reason"])
    func `needs a reason`(reason: String) async throws {
        let house = try TestHouse()
        let person = try await house.person()
        let clinician = try await house.somebody(.clinician)
        await #expect(throws: Refusal<Never>.self) {
            try await house.tenancy.emergencies.open(person, reason: reason, by: clinician)
        }
    }

    @Test func `is for signed-in clinicians`() async throws {
        let house = try TestHouse()
        let person = try await house.person()
        let callers = [
            house.caller(.clinician), try await house.somebody(.administrator),
            try await house.somebody(.patient(person)),
            try await house.somebody(.coordinator),
        ]
        for caller in callers {
            await #expect(throws: Refusal<Never>.self) {
                try await house.tenancy.emergencies.open(person, reason: Self.reason, by: caller)
            }
        }
        let clinician = try await house.somebody(.clinician)
        await #expect(throws: Refusal<Never>.self) {
            try await house.tenancy.emergencies.open(.new(at: house.time.now), reason: Self.reason, by: clinician)
        }
    }
}
