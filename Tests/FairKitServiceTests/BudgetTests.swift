import FairKitCore
import FairKitService
import FairKitStore
import FoundationEssentials
import Support
import Testing

/// An action of a client that sends a message.
private enum Way: String, CaseIterable, CustomTestStringConvertible {
    case codeBySMS, codeByMail, registration, forgottenPassword, testCall, testMail, device, invitation, share
    case webhookTest

    var testDescription: String { rawValue }

    /// - Parameter person: whose device or result it is; nil: somebody else's each time.
    func send(_ number: Int, of person: Caller? = nil, from address: String, in house: TestHouse) async throws {
        let tenancy = house.tenancy
        let origin = Origin(address: address, client: nil, requestID: "test")
        let administrator = Caller(
            subject: house.caller(.administrator).subject, route: "test", requestID: "test", address: address)
        let phone = "+2547000000\(10 + number)"
        switch self {
        case .codeBySMS, .codeByMail:
            let isSMS = self == .codeBySMS
            _ = try await tenancy.contacts.add(
                isSMS ? .sms : .email, isSMS ? phone : "c\(number)@example.org", found: Faults(),
                by: try await house.signedIn(.clinician, origin))
        case .registration: try await tenancy.signIns.askToRegister("r\(number)@example.org", from: origin)
        case .forgottenPassword: try await tenancy.signIns.askForNewPassword("f\(number)@example.org", from: origin)
        case .testCall, .testMail:
            let (isCall, team) = (self == .testCall, "team-\(number)")
            _ = try await tenancy.teams.create(team, description: nil, timeZone: "UTC", by: .command)
            let now = house.time.now
            let id = try #require(
                try await house.store.read { (tx) throws(DatabaseError) in try tx.team(named: team)?.id })
            let contact = ContactPoint(
                id: .new(at: now), owner: .team(id), kind: isCall ? .voice : .email,
                address: isCall ? phone : "t@example.org", createdAt: now, verifiedAt: now)
            try await house.store.write { (tx) throws(DatabaseError) in try tx.insertContactPoint(contact) }
            _ = try await tenancy.teams.testContact(contact.id, of: team, by: administrator)
        case .device:
            let digits = String(number + 1, radix: 16)
            let token = String(repeating: "0", count: 64 - digits.count) + digits
            _ = try await tenancy.devices.register(
                try DeviceAddress(token: "apns:\(token)"),
                DeviceDetails(platform: .ios, osVersion: nil, appVersion: nil, label: nil, muted: []),
                found: Faults(), by: try await person.or(try await house.signedIn(.clinician, origin)))
        case .invitation:
            _ = try await tenancy.accounts.invite(
                email: "i\(person == nil ? number : 0)@example.org", for: .coordinator, by: administrator)
        case .share:
            let patient = try await person.or(
                try await house.signedIn(.patient(try await house.person()), origin))
            _ = try await tenancy.shares.create(
                of: try #require(patient.subject.role.profile),
                with: .email(try #require(MailAddress("s@example.org"))), until: nil, by: patient)
        case .webhookTest:
            let host = "h\(person == nil ? number : 0).example"
            _ = try await tenancy.webhooks.set(
                WebhookSettings(url: "https://\(host)/hook", sendsPayload: false, rotatesSecret: false), of: "default",
                by: .command)
            _ = try await tenancy.webhooks.test("default", by: administrator)
        }
    }
}

extension Caller? {
    fileprivate func or(_ other: @autoclosure () async throws -> Caller) async throws -> Caller {
        if let self { self } else { try await other() }
    }
}

extension TestHouse {
    /// An account with an active session.
    fileprivate func signedIn(_ role: Role, _ origin: Origin) async throws -> Caller {
        let account = try #require(try await somebody(role).subject.account)
        let session = Session(of: account, from: origin, at: time.now)
        try await store.write { (tx) throws(DatabaseError) in try tx.insertSession(session) }
        return Caller(
            subject: Subject(.account(account, session.id), role: role), route: "test", requestID: "test",
            address: origin.address)
    }
}

/// The budget for which a request is refused; nil: it is not.
private func refusal(_ send: () async throws -> Void) async throws -> SendingBudget.Holder? {
    do {
        try await send()
        return nil
    } catch {
        return try #require(Mirror(reflecting: error).children.first?.value as? SpentBudget, "\(error)").holder
    }
}

@Suite struct `Budgets of messages` {
    private static var few: SendingLimits {
        var limits = SendingLimits()
        (limits.phoneMessages, limits.mails) = (10, 10)
        return limits
    }

    @Test(arguments: Way.allCases) fileprivate func `hold for a client and a tenant`(way: Way) async throws {
        let house = try TestHouse(sending: Self.few, channels: [.email, .sms, .voice, .apns])
        func send(_ number: Int, from host: Int) async throws -> SendingBudget.Holder? {
            try await refusal { try await way.send(number, from: "192.0.2.\(host)", in: house) }
        }
        #expect(try await send(0, from: 0) == nil)
        #expect(try await send(1, from: 0) == .client)
        for number in 1...4 { #expect(try await send(number + 1, from: number) == nil) }
        #expect(try await send(6, from: 6) == .tenant)
        house.time.advance(by: .seconds(86_400 / 5))
        #expect(try await send(7, from: 7) == nil, "the others are spread over the day")
        #expect(try await send(8, from: 8) == .tenant)
    }

    @Test(arguments: [(Way.device, 40), (.share, 40), (.invitation, 5), (.webhookTest, 5)])
    fileprivate func `hold for a receiver, also where the operator sets none`(way: Way, most: Int) async throws {
        var limits = SendingLimits()
        (limits.phoneMessages, limits.mails) = (nil, nil)
        let house = try TestHouse(sending: limits, channels: [.apns])
        let origin = Origin(address: "192.0.2.1", client: nil, requestID: "test")
        let person = try await house.signedIn(
            way == .share ? .patient(try await house.person()) : .clinician, origin)
        for number in 0...most {
            let holder = try await refusal {
                try await way.send(number, of: person, from: "192.0.2.\(number)", in: house)
            }
            #expect(holder == (number < most ? nil : .receiver), "\(number)")
        }
    }

    @Test func `are spent on no number of a satellite: it is refused, and gets nothing`() async throws {
        let house = try TestHouse(channels: [.email, .sms])
        let person = try await house.somebody(.clinician)
        let account = try #require(person.subject.account)
        do throws(Refusal<ContactFailure>) {
            _ = try await house.tenancy.contacts.add(.sms, "+870773111222", found: Faults(), by: person)
            Issue.record("it was taken")
        } catch {
            guard case .invalid(let invalid) = error else { throw error }
            #expect(invalid.fields.map(\.pointer) == ["/address"])
        }
        let now = house.time.now
        let notice = Notice(to: .account(account), .resultReady, NoticeFacts(), at: now)
        try await house.store.write { (tx) throws(DatabaseError) in
            _ = try tx.insertNotice(notice)
            for number in ["+870773111222", "+254711000111"] {
                let contact = ContactPoint(
                    id: .new(at: now), owner: .account(account), kind: .sms, address: number, createdAt: now,
                    verifiedAt: now)
                try tx.insertContactPoint(contact)
                try tx.insertNoticeSend(
                    NoticeSend(
                        id: .new(at: now), notice: notice.id, channel: .sms, contact: contact.id, lane: .others,
                        dueAt: now, expiresAt: notice.expiresAt))
            }
        }
        let due = try await house.tenancy.notices.due(over: .sms, in: .others, except: [], limit: 10)
        #expect(due.map(\.address) == ["+254711000111"])
    }

    /// Why messages of a file need no budget; nil: it takes them from budgets.
    private static let senders: [String: String?] = [
        "Accounts/Accounts+Approve.swift": "The invitation was counted.",
        "Accounts/Accounts+Change.swift": "It needs a second factor to remove, and an administrator.",
        "Accounts/Accounts+Invite.swift": nil,
        "Accounts/OwnAccount+Email.swift": nil,
        "Accounts/OwnAccount+SecondFactor.swift": "It takes the password, and must not be kept from its reader.",
        "Accounts/OwnAccount.swift": "It takes the password, and must not be kept from its reader.",
        "Calendars/OwnAccount+Calendar.swift": nil,
        "Calendars/Teams+Calendar.swift": nil,
        "Care/Emergencies+Open.swift": "Each opened record is told.",
        "Care/NotifyAccess.swift": "Once a day for each share, which was counted; each emergency access is told.",
        "Care/Shares+Open.swift": "Once a day for each share, which was counted.",
        "Escalation/Escalation.swift": "Alerts have no budget.",
        "Escalation/NotifyCorrection.swift": "Alerts have no budget.",
        "Keys/Keys+Approve.swift": "A person proves their identity for it.",
        "Kits/Kits+Remind.swift": "Once for each day of a reminder.",
        "Kits/Kits+TakeBack.swift": "Once for each arrival that a patient was told of.",
        "Kits/NotifyKit.swift": "Once for each step of a kit, of which a person has few.",
        "Limits/CountedAttempt.swift": "Once a day for each account.",
        "News/News+Notify.swift": "Once for each news; how many are published is limited.",
        "Notices/Contacts+Test.swift": nil,
        "Notices/Contacts.swift": nil,
        "Notices/Devices.swift": nil,
        "Notices/Notices+Receipts.swift": "Once for each contact point that fails.",
        "Notices/Notify.swift": "It is called by the others.",
        "Notices/NotifyContactChange.swift": "It is called by the others.",
        "Notices/NotifyPatient.swift": "It is called by the others.",
        "Notices/Preferences.swift": "Five an hour.",
        "Outbound/Outbox+Test.swift": nil,
        "Profiles/Profiles+RemindOfTests.swift": "Once for each test that is due.",
        "Profiles/Profiles+RequestErasure.swift": nil,
        "Programmes/Programmes+Count.swift": "Once for each target.",
        "Results/NotifyResult.swift": "Once for each version of a result.",
        "Results/Results+Record.swift": "Once for each version of a result.",
        "Runner/AlertingChange.swift": "With a proof, or at most twenty an hour.",
        "Runner/Grant.swift": "Once a day for each share, which was counted.",
        "SignIn/MailedSecret.swift": "It is sent by the others.",
        "SignIn/NotifyNewPlace.swift": "Once for each place; it must not be kept from its reader.",
        "SignIn/SignIns+AnotherAddress.swift": "A link works once, and its mail was counted.",
        "SignIn/SignIns+Answer.swift": "It takes the password, and must not be kept from its reader.",
        "SignIn/SignIns+ChoosePassword.swift": "A link works once, and its mail was counted.",
        "SignIn/SignIns+Mail.swift": nil,
        "Teams/Teams+Contacts.swift": nil,
    ]

    @Test func `are taken by every use case that sends, or it says why not`() throws {
        let folder = "\(TestHouse.root)/Sources/FairKitService"
        let sends = #/insertMail\(|\bnotify(?:Opened|SwitchedOff)?\((?!\))|MailedSecret\.send\(/#.wordBoundaryKind(
            .simple)
        var found: Set<String> = []
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder) where file.hasSuffix(".swift") {
            let text = String(decoding: try Data(contentsOf: URL(filePath: "\(folder)/\(file)")), as: UTF8.self)
            guard text.contains(sends), file != "SignIn/PasswordWork.swift" else { continue }
            found.insert(file)
            #expect(Self.senders[file] != nil, "\(file) sends messages: take them from a budget, or say here why not")
            #expect((Self.senders[file] == .some(nil)) == text.contains("Tenancy.spend("), "\(file)")
        }
        #expect(found == Set(Self.senders.keys))
    }
}
