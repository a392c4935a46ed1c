import FairKitCore
import FairKitService
import FairKitStore
import Support
import Testing

/// A person with a kit and a critical result.
private struct Patient {
    let house: TestHouse
    let id: ProfileID
    let kit: KitID
    let result: ResultID
    let alert: AlertID

    init(_ house: TestHouse, consents: Consents = Consents(), number: Int64 = 1) async throws {
        self.house = house
        let details = ProfileDetails(
            givenName: "Baraka", familyName: "Mwangi", birthDate: CalendarDate(daysSince1970: 3711), sex: .male,
            email: "baraka@example.org", phone: nil, language: .swahili, timeZone: "UTC", knownGenotype: nil,
            identifiers: [], consents: consents)
        id = try await house.cases.createProfile(details, by: house.caller(.administrator)).id
        let code = "\(try #require(KitCode(number: number)))"
        kit = try await house.register(code, for: id).id
        let recorded = try await house.record("N-\(number)", code, 820, by: try await house.laboratory()).result
        result = recorded.id
        alert = try #require(recorded.alertID)
    }

    /// Which reads find something, by name.
    func seen(by caller: Caller) async -> Set<String> {
        var seen: Set<String> = []
        let cases = house.cases
        if (try? await cases.readProfile(id, by: caller)) != nil { seen.insert("profile") }
        if (try? await cases.readKits(kit, by: caller)) != nil { seen.insert("kit") }
        if (try? await cases.readResult(result, by: caller)) != nil { seen.insert("result") }
        if (try? await cases.listResults(ResultFilter(), after: nil, limit: 10, by: caller))?.items
            .contains(where: { $0.id == result }) == true
        {
            seen.insert("results")
        }
        if (try? await cases.readKits(KitFilter(), after: nil, limit: 10, by: caller))?.items
            .contains(where: { $0.id == kit }) == true
        {
            seen.insert("kits")
        }
        return seen
    }

    static let all: Set<String> = ["profile", "kit", "result", "results", "kits"]

    /// What is on record of it since a moment, the oldest first.
    func entries(_ action: AuditAction) async throws -> [AuditEntry] {
        try await house.audit(of: id).filter { $0.action == action }
    }
}

@Suite struct `A clinician's account` {
    @Test func `sees who is in its care, from when it is to when it is over`() async throws {
        let house = try TestHouse()
        let patient = try await Patient(house)
        let (clinician, other) = (try await house.somebody(.clinician), try await house.somebody(.clinician))
        let administrator = house.caller(.administrator)
        #expect(await patient.seen(by: clinician).isEmpty)
        let account = try #require(clinician.subject.account)
        let from = house.time.now.advanced(by: .seconds(60))
        let assigned = try await house.cases.assignCare(
            account, to: patient.id, from: from, until: from.advanced(by: .seconds(60)), by: administrator)
        #expect(await patient.seen(by: clinician).isEmpty)
        house.time.advance(by: .seconds(60))
        #expect(await patient.seen(by: clinician) == Patient.all)
        #expect(await patient.seen(by: other).isEmpty)
        house.time.advance(by: .seconds(60))
        #expect(await patient.seen(by: clinician).isEmpty)
        await #expect(throws: CareFailure.self) { try await house.cases.endCare(assigned.id, by: administrator) }
        let open = try await house.cases.assignCare(account, to: patient.id, from: nil, until: nil, by: administrator)
        #expect(await patient.seen(by: clinician) == Patient.all)
        let ended = try await house.cases.endCare(open.id, by: administrator)
        #expect(ended.end == CareAssignment.End(by: administrator.subject.id, at: house.time.now))
        #expect(await patient.seen(by: clinician).isEmpty)
        let listed = try await house.cases.listCare(
            of: account, to: nil, before: nil, limit: 10, by: administrator)
        #expect(listed.items.map(\.isInForce) == [false, false])
        #expect(try await patient.entries(.careAssigned).count == 2)
        #expect(try await patient.entries(.careEnded).count == 1)
        #expect(try await patient.entries(.resultRead).allSatisfy { !$0.breakGlass })
    }

    @Test func `needs the consent to results, beside the care`() async throws {
        let house = try TestHouse()
        let patient = try await Patient(house, consents: Consents(clinicians: false))
        let clinician = try await house.somebody(.clinician)
        _ = try await house.cases.assignCare(
            try #require(clinician.subject.account), to: patient.id, from: nil, until: nil,
            by: house.caller(.administrator))
        #expect(await patient.seen(by: clinician) == ["profile", "kit", "kits"])
    }

    @Test func `cares for whom it adds, and goes on with them`() async throws {
        let house = try TestHouse()
        let clinician = try await house.somebody(.clinician)
        let stranger = try await house.person()
        let details = try await house.cases.readProfile(stranger, by: house.caller(.administrator)).profile.details
        let person = try await house.cases.createProfile(details, by: clinician).id
        #expect(try await house.cases.readProfile(person, by: clinician).profile.id == person)
        let code = "FU-KIT-2025110701-X"
        await #expect(throws: RegisterKit.Failure.self) {
            try await house.cases.registerKit(
                RegisterKit.Request(photo: nil, barcode: code, profileID: stranger), by: clinician)
        }
        let kit = try await house.cases.registerKit(
            RegisterKit.Request(photo: nil, barcode: code, profileID: person), by: clinician)
        #expect(try await house.cases.advanceKit(kit.id, to: .mailed, reason: nil, by: clinician).kit.status == .mailed)
    }

    @Test func `sees every alert that is open and critical, and the others of its patients`() async throws {
        let house = try TestHouse()
        let patient = try await Patient(house)
        let clinician = try await house.somebody(.clinician)
        let alerts = try await house.cases.readAlerts(after: nil, limit: 10, by: clinician).items
        #expect(alerts.map(\.id) == [patient.alert])
        #expect(try await house.cases.readAlerts(patient.alert, by: clinician).id == patient.alert)
        #expect(
            try await house.cases.peekDeliveries(in: "default", after: nil, limit: 9, by: clinician).items.count == 1)
        _ = try await house.correct(patient.result, to: 150, by: try await house.laboratory())
        // It is retracted, and so nobody's business but of who cares.
        await #expect(throws: ReadAlerts.Failure.self) {
            try await house.cases.readAlerts(patient.alert, by: clinician)
        }
        _ = try await house.cases.assignCare(
            try #require(clinician.subject.account), to: patient.id, from: nil, until: nil,
            by: house.caller(.administrator))
        #expect(try await house.cases.readAlerts(patient.alert, by: clinician).state == .retracted)
    }

    @Test func `takes nothing from the queue`() async throws {
        let house = try TestHouse()
        let clinician = try await house.somebody(.clinician)
        await #expect(throws: ClaimAlerts.Failure.self) {
            try await house.cases.claimAlerts(
                ClaimAlerts.Request(group: "default", consumer: nil, limit: 1, leaseSeconds: nil), by: clinician)
        }
    }

    @Test func `is the only one that is assigned`() async throws {
        let house = try TestHouse()
        let person = try await house.person()
        let administrator = house.caller(.administrator)
        for role in [Role.administrator, .coordinator, .patient(person)] {
            let account = try #require(try await house.somebody(role).subject.account)
            await #expect(throws: CareFailure.self) {
                try await house.cases.assignCare(account, to: person, from: nil, until: nil, by: administrator)
            }
        }
        let account = try #require(try await house.somebody(.clinician).subject.account)
        let now = house.time.now
        for (from, to) in [(nil, now), (now.advanced(by: .seconds(5)), now.advanced(by: .seconds(5)))] {
            await #expect(throws: CareFailure.self) {
                try await house.cases.assignCare(account, to: person, from: from, until: to, by: administrator)
            }
        }
        await #expect(throws: CareFailure.self) {
            try await house.cases.assignCare(account, to: .new(at: now), from: nil, until: nil, by: administrator)
        }
    }
}

@Suite struct `An emergency` {
    private static let reason = "Unconscious in casualty, relatives say liver disease"

    @Test func `opens a record for an hour, and marks all that is read by it`() async throws {
        let house = try TestHouse()
        let patient = try await Patient(house, consents: Consents(clinicians: false))
        let clinician = try await house.somebody(.clinician)
        let before = try await house.audit(of: patient.id).count
        let glass = try await house.cases.openBreakGlass(patient.id, reason: Self.reason, by: clinician)
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

    @Test func `is answered as it is by a second call, and may be ended`() async throws {
        let house = try TestHouse()
        let patient = try await Patient(house)
        let (clinician, other) = (try await house.somebody(.clinician), try await house.somebody(.clinician))
        let first = try await house.cases.openBreakGlass(patient.id, reason: Self.reason, by: clinician)
        house.time.advance(by: .seconds(60))
        let second = try await house.cases.openBreakGlass(patient.id, reason: "another reason", by: clinician)
        #expect(second.isRepeated)
        #expect(second.value == first.value)
        await #expect(throws: BreakGlassFailure.self) { try await house.cases.endBreakGlass(patient.id, by: other) }
        let ended = try await house.cases.endBreakGlass(patient.id, by: clinician)
        #expect(ended.endedAt == house.time.now)
        #expect(await patient.seen(by: clinician).isEmpty)
        await #expect(throws: BreakGlassFailure.self) { try await house.cases.endBreakGlass(patient.id, by: clinician) }
        let third = try await house.cases.openBreakGlass(patient.id, reason: Self.reason, by: clinician)
        #expect(third.value.id != first.value.id)
    }

    @Test func `lets nothing be changed`() async throws {
        let house = try TestHouse()
        let patient = try await Patient(house)
        let clinician = try await house.somebody(.clinician)
        _ = try await house.cases.openBreakGlass(patient.id, reason: Self.reason, by: clinician)
        await #expect(throws: ChangeProfile.Failure.self) {
            try await house.cases.changeProfile(patient.id, expectedVersion: 1, by: clinician) { $0.details }
        }
        await #expect(throws: AdvanceKit.Failure.self) {
            try await house.cases.advanceKit(patient.kit, to: .mailed, reason: nil, by: clinician)
        }
        await #expect(throws: RegisterKit.Failure.self) {
            try await house.cases.registerKit(
                RegisterKit.Request(
                    photo: nil, barcode: KitCode(number: 77).map { "\($0)" }, profileID: patient.id), by: clinician)
        }
    }

    @Test func `is told to every administrator, in ids and times`() async throws {
        let house = try TestHouse()
        let patient = try await Patient(house)
        for name in ["ada", "bea"] { _ = try await house.somebody(.administrator, name) }
        let clinician = try await house.somebody(.clinician)
        _ = try await house.cases.openBreakGlass(patient.id, reason: Self.reason, by: clinician)
        _ = try await house.cases.openBreakGlass(patient.id, reason: Self.reason, by: clinician)
        let mails = try await house.store.read { (tx) throws(DatabaseError) in
            try tx.mails(all: true, before: nil, limit: 10).items
        }
        #expect(Set(mails.compactMap { $0.content?.recipient.description.prefix(3) }) == ["ada", "bea"])
        #expect(mails.count == 2)
        for mail in mails {
            let text = try #require(mail.text)
            #expect(mail.kind == .breakGlass)
            #expect(text.body.contains("profile  \(patient.id)\n"))
            #expect(text.body.contains("account  \(try #require(clinician.subject.account))\n"))
            for secret in ["Baraka", "Mwangi", "liver", "820", "baraka@"] { #expect(!text.body.contains(secret)) }
        }
        let administrator = house.caller(.administrator)
        let waiting = try await house.cases.reviewBreakGlass(all: false, before: nil, limit: 10, by: administrator)
        #expect(waiting.items.map(\.reason) == [Self.reason])
        let reviewed = try await house.cases.reviewBreakGlass(try #require(waiting.items.first).id, by: administrator)
        #expect(reviewed.review == BreakGlass.Review(by: administrator.subject.id, at: house.time.now))
        #expect(
            try await house.cases.reviewBreakGlass(all: false, before: nil, limit: 10, by: administrator).items.isEmpty)
        #expect(
            try await house.cases.reviewBreakGlass(all: true, before: nil, limit: 10, by: administrator).items.count
                == 1)
    }

    @Test func `is on record as one, beside what the same list shows of others`() async throws {
        let house = try TestHouse()
        let (cared, opened) = (try await Patient(house), try await Patient(house, number: 2))
        let clinician = try await house.somebody(.clinician)
        _ = try await house.cases.assignCare(
            try #require(clinician.subject.account), to: cared.id, from: nil, until: nil,
            by: house.caller(.administrator))
        _ = try await house.cases.openBreakGlass(opened.id, reason: Self.reason, by: clinician)
        let list = try await house.cases.listResults(ResultFilter(), after: nil, limit: 10, by: clinician)
        #expect(Set(list.items.map(\.id)) == [cared.result, opened.result])
        #expect(try await cared.entries(.resultListed).map(\.breakGlass) == [false])
        #expect(try await opened.entries(.resultListed).map(\.breakGlass) == [true])
        #expect(try await cared.entries(.resultListed).first?.patients == [cared.id])
    }

    @Test(arguments: ["", "urgent", "         ", String(repeating: "x", count: 501), "two\nlines of a reason"])
    func `has a reason`(reason: String) async throws {
        let house = try TestHouse()
        let person = try await house.person()
        let clinician = try await house.somebody(.clinician)
        await #expect(throws: BreakGlassFailure.self) {
            try await house.cases.openBreakGlass(person, reason: reason, by: clinician)
        }
    }

    @Test func `is for clinicians who have signed in`() async throws {
        let house = try TestHouse()
        let person = try await house.person()
        let callers = [
            house.caller(.clinician), try await house.somebody(.administrator),
            try await house.somebody(.patient(person)),
            try await house.somebody(.coordinator),
        ]
        for caller in callers {
            await #expect(throws: BreakGlassFailure.self) {
                try await house.cases.openBreakGlass(person, reason: Self.reason, by: caller)
            }
        }
        let clinician = try await house.somebody(.clinician)
        await #expect(throws: BreakGlassFailure.self) {
            try await house.cases.openBreakGlass(.new(at: house.time.now), reason: Self.reason, by: clinician)
        }
    }
}

@Suite struct `A coordinator` {
    @Test func `sees figures of ten people or more, and nothing else`() async throws {
        let house = try TestHouse()
        let laboratory = try await house.laboratory()
        for number in 1...23 as ClosedRange<Int64> {
            let person = try await house.person()
            let code = "\(try #require(KitCode(number: number)))"
            _ = try await house.register(code, for: person)
            let level: Int64 = number <= 12 ? 150 : number <= 22 ? 300 : 820
            _ = try await house.record("N-\(number)", code, level, by: laboratory)
        }
        let month = CalendarMonth(of: house.time.now.date())
        let coordinator = try await house.somebody(.coordinator)
        await #expect(throws: ReadFigures.Failure.self) {
            try await house.cases.readFigures(from: nil, through: month, by: coordinator)
        }
        house.time.advance(by: .seconds(31 * 86_400))
        let figures = try await house.cases.readFigures(from: nil, through: nil, by: coordinator)
        #expect(figures.count == 12)
        let last = try #require(figures.last)
        #expect(last.month == month)
        #expect(last.registered == .people(23))
        #expect(last.results.all == .people(23))
        // One is critically high: with the empty ones there are fewer than ten, so the next smallest goes, too.
        #expect(last.results.classes[.normal] == .people(12))
        #expect(last.results.classes[.high] == .suppressed)
        #expect(last.results.classes[.criticallyHigh] == .suppressed)
        #expect(figures.dropLast().allSatisfy { $0.registered == .suppressed && $0.results.all == .suppressed })
        for caller in [house.caller(.clinician), laboratory, house.caller(.consumer)] {
            await #expect(throws: ReadFigures.Failure.self) {
                try await house.cases.readFigures(from: nil, through: nil, by: caller)
            }
        }
        let patient = try await Patient(house, number: 99)
        #expect(await patient.seen(by: coordinator).isEmpty)
        await #expect(throws: ReadAlerts.Failure.self) {
            try await house.cases.readAlerts(after: nil, limit: 1, by: coordinator)
        }
    }
}
