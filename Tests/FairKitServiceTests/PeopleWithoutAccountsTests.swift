import FairKitCore
import FairKitService
import FairKitStore
import Support
import Testing

@Suite struct `A patient without an account` {
    private let house: TestHouse
    private let patient: Patient

    init() async throws {
        house = try TestHouse()
        patient = try await Patient(house, email: "baraka@example.org", phone: "+254700000123")
    }

    private func due(_ channel: ContactKind, critical: Bool) async throws -> [DueSend] {
        try await house.tenancy.notices.due(over: channel, in: critical ? .critical : .others, except: [], limit: 10)
    }

    private func settle(_ due: DueSend, _ outcome: SendOutcome) async throws {
        try await house.tenancy.notices.settle(due, SendAnswer(outcome, status: 550), due: house.time.now)
    }

    private func failed() async throws -> [FailedContact] {
        try await house.store.read { [id = patient.id] (tx) throws(DatabaseError) in try tx.failedContacts(of: id) }
    }

    /// The sends of what the patient was told, by kind.
    private func sends() async throws -> [NoticeKind: [ContactKind]] {
        try await house.store.read { [id = patient.id] (tx) throws(DatabaseError) in
            var found: [NoticeKind: [ContactKind]] = [:]
            for notice in try tx.notices(to: id) {
                found[notice.kind, default: []] += try tx.sends(of: notice.id).map(\.channel)
            }
            return found
        }
    }

    @Test func `is told of a critical alert by mail and SMS at once, in the language of the profile`() async throws {
        try await house.escalate()
        #expect(try await sends()[.alertPatient]?.sorted { $0.rawValue < $1.rawValue } == [.email, .sms])
        let mail = try #require(try await due(.email, critical: true).first { $0.notice.kind == .alertPatient })
        #expect(mail.address == "baraka@example.org")
        #expect(mail.message.body.contains("Wasiliana na daktari wako leo"))
        let sms = try #require(try await due(.sms, critical: true).first)
        #expect(sms.address == "+254700000123" && sms.message.body.contains("Wasiliana na daktari wako leo"))
        // The address is not proven, so a stranger learns neither the level nor who the patient is.
        for text in [mail.message.title, mail.message.body, sms.message.body] {
            for secret in ["820", "Baraka", "Mwangi", "mg/dL"] { #expect(!text.contains(secret)) }
        }
        #expect(mail.message.link?.hasSuffix("/sign-in") == true)
        #expect(mail.message.body.contains("/sign-in") && sms.message.body.contains("/sign-in"))
    }

    @Test func `is told of other things by mail, or else by SMS, and not at night`() async throws {
        #expect(try await sends()[.kitRegistered] == [.email])
        let texter = try await Patient(house, number: 2, level: 150, phone: "+254700000999", raises: false)
        let kinds = try await house.store.read { (tx) throws(DatabaseError) in
            try tx.notices(to: texter.id).map { notice throws(DatabaseError) in
                (notice.kind, try tx.sends(of: notice.id).map(\.channel))
            }
        }
        #expect(Set(kinds.map(\.0)) == [.kitRegistered, .resultReady])
        #expect(kinds.allSatisfy { $0.1 == [.sms] })
        // It is noon in November; the profile's zone is UTC.
        #expect(try await due(.sms, critical: false).count == 2)
        house.time.advance(by: .seconds(10 * 3600))
        #expect(try await due(.sms, critical: false).isEmpty)
    }

    @Test func `with neither address nor number is told nothing`() async throws {
        let silent = try await Patient(house, number: 3)
        try await house.escalate()
        let told = try await house.store.read { (tx) throws(DatabaseError) in try tx.notices(to: silent.id) }
        #expect(told.isEmpty)
    }

    @Test func `whose addresses have all failed is told of critical alerts only, and of later things once one works`()
        async throws
    {
        try await house.store.write { [id = patient.id, now = house.time.now] (tx) throws(DatabaseError) in
            for channel in [ContactKind.email, .sms] {
                try tx.recordFailedContact(FailedContact(channel: channel, at: now, reason: "refused 550"), of: id)
            }
        }
        _ = try await house.register("\(try #require(KitCode(number: 8)))", for: patient.id)
        #expect(try await sends() == [.kitRegistered: [.email]])
        try await house.escalate()
        #expect(try await sends()[.alertPatient]?.count == 2)
        try await house.store.write { [id = patient.id] (tx) throws(DatabaseError) in
            try tx.removeFailedContact(of: id, over: .sms)
        }
        #expect(try await sends()[.kitRegistered] == [.email])
        house.time.advance(by: .seconds(1))
        _ = try await house.register("\(try #require(KitCode(number: 9)))", for: patient.id)
        #expect(try await sends()[.kitRegistered] == [.email, .sms])
    }

    @Test func `is told by their account as soon as there is one`() async throws {
        try await house.escalate()
        let account = try await house.somebody(.patient(patient.id))
        house.time.advance(by: .seconds(1))
        _ = try await house.correct(patient.result, to: 150, by: try await house.laboratory())
        #expect(try await house.kinds(toldTo: account) == [.alertCorrectedPatient])
        #expect(try await sends()[.alertPatient]?.count == 2)
        #expect(try await house.told(account).first?.facts.level?.number == "150")
    }

    @Test func `hears of a held result only when it is released`() async throws {
        try await house.store.write { [result = patient.result, now = house.time.now] (tx) throws(DatabaseError) in
            try tx.setResultHold(.otherResult, of: result, at: now)
        }
        try await house.escalate()
        #expect(try await sends()[.alertPatient] == nil)
        _ = try await house.tenancy.results.release(patient.result, by: try await house.laboratory())
        #expect(try await sends()[.alertPatient]?.count == 2)
        // And not again by the next step.
        house.time.advance(by: .seconds(3600))
        try await house.escalate()
        #expect(try await sends()[.alertPatient]?.count == 2)
    }

    @Test func `whose address is refused is shown to staff until it is corrected`() async throws {
        try await house.escalate()
        let mail = try #require(try await due(.email, critical: true).first { $0.notice.kind == .alertPatient })
        try await settle(mail, .refused)
        #expect(try await failed().map(\.reason) == ["refused 550"])
        let shown = try await house.tenancy.escalation.show(patient.alert, by: house.caller(.clinician))
        #expect(shown.failedContacts.map(\.channel) == [.email])
        #expect(shown.notices.contains { $0.notice.receiver == .profile(patient.id) })
        // A message that is not critical goes the other way now.
        house.time.advance(by: .seconds(1))
        _ = try await house.register("\(try #require(KitCode(number: 9)))", for: patient.id)
        #expect(try await sends()[.kitRegistered] == [.email, .sms])
        let change = { @Sendable (profile: Profile, _: inout Faults) throws(Invalid) -> ProfileDetails in
            var details = profile.details
            details.email = "new@example.org"
            return details
        }
        _ = try await house.tenancy.profiles.change(
            patient.id, expectedVersions: nil, by: house.caller(.administrator), change)
        #expect(try await failed().isEmpty)
        // An attempt that began before the change says nothing about the new address.
        try await settle(mail, .refused)
        #expect(try await failed().isEmpty)
    }

    @Test func `leaves no trace when they are erased`() async throws {
        try await house.escalate()
        for send in try await due(.email, critical: true) { try await settle(send, .refused) }
        #expect(try await !failed().isEmpty)
        let key = house.store.searchKey
        let left = try await house.store.write { [id = patient.id, now = house.time.now] (tx) throws(DatabaseError) in
            _ = try tx.erase(id, at: now, key: key)
            return try (tx.failedContacts(of: id).count, tx.notices(to: id).count)
        }
        #expect(left == (0, 0))
    }
}
