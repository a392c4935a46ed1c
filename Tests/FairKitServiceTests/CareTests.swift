import FairKitCore
import FairKitService
import Support
import Testing

@Suite struct `A clinician's account` {
    @Test func `sees people in its care while the assignment lasts`() async throws {
        let house = try TestHouse()
        let patient = try await Patient(house)
        let (clinician, other) = (try await house.somebody(.clinician), try await house.somebody(.clinician))
        let administrator = house.caller(.administrator)
        #expect(await patient.seen(by: clinician).isEmpty)
        let account = try #require(clinician.subject.account)
        let from = house.time.now.advanced(by: .seconds(60))
        let assigned = try await house.tenancy.care.assign(
            account, to: patient.id, from: from, until: from.advanced(by: .seconds(60)), by: administrator)
        #expect(assigned.value.isLater && !assigned.value.isInForce)
        #expect(await patient.seen(by: clinician).isEmpty)
        house.time.advance(by: .seconds(60))
        #expect(await patient.seen(by: clinician) == Patient.all)
        #expect(await patient.seen(by: other).isEmpty)
        house.time.advance(by: .seconds(60))
        #expect(await patient.seen(by: clinician).isEmpty)
        await #expect(throws: Refusal<CareOver>.self) {
            try await house.tenancy.care.end(assigned.value.assignment.id, by: administrator)
        }
        let open = try await house.tenancy.care.assign(
            account, to: patient.id, from: nil, until: nil, by: administrator)
        #expect(await patient.seen(by: clinician) == Patient.all)
        let again = try await house.tenancy.care.assign(
            account, to: patient.id, from: nil, until: nil, isOnce: true, by: administrator)
        #expect(again.value.assignment == open.value.assignment && again.isRepeated)
        let ended = try await house.tenancy.care.end(open.value.assignment.id, by: administrator)
        #expect(ended.end == CareAssignment.End(by: administrator.subject.id, at: house.time.now))
        #expect(await patient.seen(by: clinician).isEmpty)
        let listed = try await house.tenancy.care.list(
            of: account, to: nil, before: nil, limit: 10, by: administrator)
        #expect(listed.items.map(\.isInForce) == [false, false])
        #expect(try await patient.entries(.careAssigned).count == 2)
        #expect(try await patient.entries(.careEnded).count == 1)
        #expect(try await patient.entries(.resultRead).allSatisfy { !$0.breakGlass })
    }

    @Test func `needs the consent to see results, besides the care`() async throws {
        let house = try TestHouse()
        let patient = try await Patient(house, consents: Consents(clinicians: false))
        let clinician = try await house.somebody(.clinician)
        _ = try await house.tenancy.care.assign(
            try #require(clinician.subject.account), to: patient.id, from: nil, until: nil,
            by: house.caller(.administrator))
        #expect(await patient.seen(by: clinician) == ["profile", "kit", "kits"])
    }

    @Test func `cares for the people whom it adds`() async throws {
        let house = try TestHouse()
        let clinician = try await house.somebody(.clinician)
        let stranger = try await house.person()
        let details = try await house.tenancy.profiles.show(stranger, by: house.caller(.administrator)).profile.details
        let person = try await house.tenancy.profiles.create(details, by: clinician).id
        #expect(try await house.tenancy.profiles.show(person, by: clinician).profile.id == person)
        let code = "FU-KIT-2025110701-X"
        await #expect(throws: Refusal<RegisterKitFailure>.self) {
            try await house.tenancy.kits.register(
                KitRegistration(photo: nil, barcode: code, profileID: stranger), by: clinician)
        }
        let kit = try await house.tenancy.kits.register(
            KitRegistration(photo: nil, barcode: code, profileID: person), by: clinician)
        #expect(try await house.tenancy.kits.advance(kit.id, to: .mailed, reason: nil, by: clinician).status == .mailed)
    }

    @Test func `sees all open critical alerts, and other alerts of its patients`() async throws {
        let house = try TestHouse()
        let patient = try await Patient(house)
        let clinician = try await house.somebody(.clinician)
        let alerts = try await house.tenancy.alerts.list(after: nil, limit: 10, by: clinician).items
        #expect(alerts.map(\.id) == [patient.alert])
        #expect(try await house.tenancy.alerts.show(patient.alert, by: clinician).id == patient.alert)
        #expect(
            try await house.tenancy.deliveries.peek(in: "default", after: nil, limit: 9, by: clinician).items.count == 1
        )
        _ = try await house.correct(patient.result, to: 150, by: try await house.laboratory())
        // The alert is retracted, so only clinicians with this patient in their care see it.
        await #expect(throws: Refusal<Never>.self) {
            try await house.tenancy.alerts.show(patient.alert, by: clinician)
        }
        _ = try await house.tenancy.care.assign(
            try #require(clinician.subject.account), to: patient.id, from: nil, until: nil,
            by: house.caller(.administrator))
        #expect(try await house.tenancy.alerts.show(patient.alert, by: clinician).state == .retracted)
    }

    @Test func `takes nothing from the queue`() async throws {
        let house = try TestHouse()
        let clinician = try await house.somebody(.clinician)
        await #expect(throws: Refusal<ClaimFailure>.self) {
            try await house.tenancy.deliveries.claim(
                try ClaimRequest(group: "default", consumer: nil, limit: 1, leaseSeconds: nil), by: clinician)
        }
    }

    @Test func `is the only kind that can be assigned`() async throws {
        let house = try TestHouse()
        let person = try await house.person()
        let administrator = house.caller(.administrator)
        for role in [Role.administrator, .coordinator, .patient(person)] {
            let account = try #require(try await house.somebody(role).subject.account)
            await #expect(throws: Refusal<Never>.self) {
                try await house.tenancy.care.assign(account, to: person, from: nil, until: nil, by: administrator)
            }
        }
        let account = try #require(try await house.somebody(.clinician).subject.account)
        let now = house.time.now
        for (from, to) in [(nil, now), (now.advanced(by: .seconds(5)), now.advanced(by: .seconds(5)))] {
            await #expect(throws: Refusal<Never>.self) {
                try await house.tenancy.care.assign(account, to: person, from: from, until: to, by: administrator)
            }
        }
        await #expect(throws: Refusal<Never>.self) {
            try await house.tenancy.care.assign(account, to: .new(at: now), from: nil, until: nil, by: administrator)
        }
    }
}
