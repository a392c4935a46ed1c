import FairKitCore
import FairKitService
import FairKitStore
import Relational
import Support
import Testing

@Suite struct `A share` {
    let house: TestHouse
    let person: ProfileID
    let patient: Caller
    let result: ResultID
    private let pin = "314159"

    init() async throws {
        house = try TestHouse()
        person = try await house.person()
        patient = house.caller(.patient(person))
        _ = try await house.register("FU-KIT-2025110701-X", for: person)
        result = try await house.record("N-1", "FU-KIT-2025110701-X", 142, by: try await house.laboratory()).result.id
    }

    private func results(_ caller: Caller) async throws -> [ResultID] {
        try await house.tenancy.results.list(ResultFilter(profileID: person), after: nil, limit: 10, by: caller).items
            .map(\.id)
    }

    private func open(_ secret: ShareSecret, _ pin: String) async throws -> SharedResults {
        try await house.tenancy.shares.open(
            secret.text, pin: pin, after: nil, limit: 10,
            from: Origin(address: "192.0.2.9", client: nil, requestID: "link"))
    }

    private func link(_ expiry: Timestamp? = nil) async throws -> (share: Share, secret: ShareSecret) {
        let pin = try #require(SharePIN(pin))
        let made = try await house.tenancy.shares.create(of: person, with: .link(pin), until: expiry, by: patient)
        return (made.share, try #require(made.secret))
    }

    @Test(arguments: [true, false])
    func `with an account shows it results and the name, until it ends`(byEmail: Bool) async throws {
        let sister = try await house.somebody(.patient(try await house.person()), "Sister")
        let clinician = try await house.somebody(.clinician)
        for caller in [sister, clinician] {
            #expect(try await results(caller).isEmpty)
            let id = try #require(caller.subject.account)
            let email = try await house.store.read { (tx) throws(DatabaseError) in try tx.account(id)?.email }
            // The address need not be typed as in the account.
            let typed = MailAddress(email?.description.uppercased() ?? "")
            let recipient: ShareRecipient = byEmail ? .email(try #require(typed)) : .account(id)
            let share = try await house.tenancy.shares.create(of: person, with: recipient, until: nil, by: patient)
                .share
            #expect(share.expiresAt == house.time.now.advanced(by: .seconds(7 * 86_400)))
            #expect(try await results(caller) == [result])
            let seen = try await house.tenancy.profiles.show(person, by: caller)
            #expect(seen.isNameOnly)
            await #expect(throws: Refusal<VersionMismatch>.self) {
                try await house.tenancy.profiles.change(person, expectedVersions: [1], by: caller) { profile, _ in
                    profile.details
                }
            }
            #expect(
                try await house.tenancy.kits.list(KitFilter(profileID: person), after: nil, limit: 9, by: caller).items
                    .isEmpty)
            _ = try await house.tenancy.shares.revoke(share.id, of: person, by: patient)
            #expect(try await results(caller).isEmpty)
            _ = try await house.tenancy.shares.create(of: person, with: recipient, until: nil, by: patient)
            #expect(try await results(caller) == [result])
            house.time.advance(by: .seconds(7 * 86_400))
            #expect(try await results(caller).isEmpty)
        }
        let shown = try await house.tenancy.shares.list(of: person, before: nil, limit: 10, by: patient).items
        #expect(shown.map(\.isInForce) == [false, false, false, false])
        let told = try await house.audit(of: person).filter { $0.actor.account == sister.subject.account }
        #expect(told.contains { $0.action == .resultListed } && told.contains { $0.action == .profileRead })
    }

    @Test func `tells its recipient who shares, until when and how to open it, and no result`() async throws {
        let sister = try await house.somebody(.patient(try await house.person()), "Sister")
        let id = try #require(sister.subject.account)
        _ = try await house.tenancy.shares.create(of: person, with: .account(id), until: nil, by: patient)
        let address = try #require(MailAddress("brother@example.org"))
        for _ in 1...2 {
            _ = try await house.tenancy.shares.create(of: person, with: .email(address), until: nil, by: patient)
        }
        #expect(try await house.told(sister).map(\.facts.actorName) == ["Ada Otieno"])
        let mails = try await house.store.read { (tx) throws(DatabaseError) in
            try tx.mails().filter { $0.notice.kind == .shared }
        }
        #expect(mails.count == 1, "however often it is shared within a day")
        let text = try #require(mails.first?.text)
        #expect(text.body.contains("\nfrom   Ada Otieno\nuntil  ") && text.body.contains("/sign-in\n"))
        #expect(!text.body.contains("142") && !text.body.contains("AAT") && !text.body.contains("\(person)"))
        let given = try await house.tenancy.ownAccount.givenShares(by: sister)
        #expect(given.map { "\($0.givenName) \($0.familyName)" } == ["Ada Otieno"])
        house.time.advance(by: .seconds(7 * 86_400))
        #expect(try await house.tenancy.ownAccount.givenShares(by: sister).isEmpty)
    }

    @Test func `by link opens only with its PIN, and shows no contact data`() async throws {
        let (share, secret) = try await link()
        let opened = try await open(secret, pin)
        #expect(opened.results.items.map(\.id) == [result])
        #expect((opened.givenName, opened.familyName) == ("Ada", "Otieno"))
        await #expect(throws: OpenShareFailure.self) { try await open(secret, "314158") }
        let other = try #require(ShareSecret(bytes: [UInt8](repeating: 7, count: 32)))
        await #expect(throws: OpenShareFailure.self) { try await open(other, pin) }
        let entries = try await house.audit(of: person).filter { $0.action == .shareOpened }
        #expect(entries.map(\.outcome) == [.success, .denied])
        #expect(
            entries.allSatisfy { $0.object == "\(share.id)" && $0.actor == AuditActor(key: nil, address: "192.0.2.9") })
        let stored = try await house.store.read { (tx) throws(DatabaseError) in
            try tx.all("SELECT link, pin FROM share") { row throws(DatabaseError) in
                (try row.value(0, as: [UInt8].self), try row.value(1, as: [UInt8].self))
            }
        }
        #expect(stored.allSatisfy { $0.0 != secret.bytes && $0.1.count == 32 })
    }

    @Test func `by link ends with the fifth wrong PIN, and the patient sees why`() async throws {
        let (_, secret) = try await link()
        for wrong in 1...4 {
            await #expect(throws: OpenShareFailure.self) { try await open(secret, "00000\(wrong)") }
            #expect(try await open(secret, pin).results.items.count == 1)
        }
        await #expect(throws: OpenShareFailure.self) { try await open(secret, "999999") }
        await #expect(throws: OpenShareFailure.self) { try await open(secret, pin) }
        let shown = try #require(
            try await house.tenancy.shares.list(of: person, before: nil, limit: 1, by: patient).items.first)
        #expect(shown.share.end == Share.End(at: house.time.now, reason: .wrongPins))
    }

    @Test func `by link ends when it expires or is revoked`() async throws {
        let (_, first) = try await link(house.time.now.advanced(by: .seconds(60)))
        let (share, second) = try await link()
        house.time.advance(by: .seconds(60))
        await #expect(throws: OpenShareFailure.self) { try await open(first, pin) }
        #expect(try await open(second, pin).results.items.count == 1)
        _ = try await house.tenancy.shares.revoke(share.id, of: person, by: patient)
        await #expect(throws: OpenShareFailure.self) { try await open(second, pin) }
        await #expect(throws: Refusal<ShareFailure>.self) {
            try await house.tenancy.shares.revoke(share.id, of: person, by: patient)
        }
    }

    @Test func `is created, seen and ended only by the patient`() async throws {
        let (share, _) = try await link()
        let stranger = house.caller(.patient(try await house.person()))
        let administrator = house.caller(.administrator)
        for caller in [stranger, administrator, try await house.somebody(.clinician)] {
            await #expect(throws: Refusal<Never>.self) {
                try await house.tenancy.shares.list(of: person, before: nil, limit: 1, by: caller)
            }
            await #expect(throws: Refusal<ShareFailure>.self) {
                try await house.tenancy.shares.revoke(share.id, of: person, by: caller)
            }
            await #expect(throws: Refusal<ShareFailure>.self) {
                try await house.tenancy.shares.create(
                    of: person, with: .link(try #require(SharePIN(pin))), until: nil, by: caller)
            }
        }
    }

    @Test func `lasts at most a year, and gives administrators and coordinators nothing`() async throws {
        let now = house.time.now
        for expiry in [now, now.advanced(by: .seconds(367 * 86_400))] {
            await #expect(throws: Refusal<ShareFailure>.self) { try await link(expiry) }
        }
        for role in [Role.administrator, .coordinator] {
            let caller = try await house.somebody(role)
            let account = try #require(caller.subject.account)
            await #expect(throws: Refusal<ShareFailure>.self) {
                try await house.tenancy.shares.create(of: person, with: .account(account), until: nil, by: patient)
            }
            await #expect(throws: Refusal<Never>.self) { try await results(caller) }
        }
    }
}
