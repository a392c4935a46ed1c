import FairKitCore
import FairKitService
import FairKitStore
import Support
import Testing

@Suite struct `A notice that is due` {
    /// A patient in Nairobi, three hours ahead of UTC, who wants silence from ten to seven.
    private struct Sleeper {
        let house: TestHouse
        let account: AccountID

        init() async throws {
            house = try TestHouse()
            let person = try await house.person(zone: "Africa/Nairobi")
            let caller = try await house.somebody(.patient(person))
            account = try #require(caller.subject.account)
            var chosen = NoticePreferences()
            chosen.quietHours = QuietHours(from: 22 * 60, to: 7 * 60)
            _ = try await house.tenancy.preferences.set(chosen, found: Faults(), by: caller)
        }

        /// Tells the patient something by e-mail.
        func notify(_ kind: NoticeKind, code: String? = nil) async throws -> Notice {
            let now = house.time.now
            var facts = NoticeFacts()
            facts.code = code
            let notice = Notice(to: .account(account), kind, facts, at: now)
            try await house.store.write { (tx) throws(DatabaseError) in
                _ = try tx.insertNotice(notice)
                try tx.insertNoticeSend(
                    NoticeSend(
                        id: .new(at: now), notice: notice.id, channel: .email, contact: nil,
                        lane: notice.lane, dueAt: now, expiresAt: notice.expiresAt))
            }
            return notice
        }

        func due(critical: Bool = false) async throws -> [DueSend] {
            try await house.tenancy.notices.due(over: .email, in: critical ? .critical : .others, except: [], limit: 10)
        }
    }

    @Test func `waits until the quiet hours of its reader end`() async throws {
        let sleeper = try await Sleeper()
        // At three in the afternoon.
        _ = try await sleeper.notify(.resultReady)
        #expect(try await sleeper.due().count == 1)
        sleeper.house.time.advance(by: .seconds(8 * 3600))
        let late = try await sleeper.notify(.resultReady)
        #expect(try await sleeper.due().isEmpty)
        let next = try await sleeper.house.tenancy.notices.nextDue(over: .email, in: .others)
        #expect(next?.description == "2026-11-22T04:00:00.000Z")
        sleeper.house.time.advance(by: .seconds(8 * 3600))
        let due = try await sleeper.due()
        #expect(due.count == 2 && due.contains { $0.notice.id == late.id })
    }

    @Test func `is told at night if it is critical or was requested`() async throws {
        let sleeper = try await Sleeper()
        sleeper.house.time.advance(by: .seconds(8 * 3600))
        _ = try await sleeper.notify(.alertPatient)
        _ = try await sleeper.notify(.contactVerification, code: "271828")
        #expect(try await sleeper.due(critical: true).count == 1)
        #expect(try await sleeper.due().map(\.notice.kind) == [.contactVerification])
    }

    /// The data of a push message about a critical alert.
    private func data(
        _ kind: NoticeKind = .alertPatient, preview: Bool = true, forbidden: Bool = false
    ) async throws -> String {
        let house = try TestHouse()
        let patient = try await Patient(house)
        let caller = try await house.somebody(.patient(patient.id))
        let account = try #require(caller.subject.account)
        var chosen = NoticePreferences()
        chosen.showsCriticalText = preview
        _ = try await house.tenancy.preferences.set(chosen, found: Faults(), by: caller)
        let now = house.time.now
        try await house.store.write { (tx) throws(DatabaseError) in
            var settings = try tx.settings()
            settings.forbidsValues = forbidden
            try tx.setTenantSettings(settings)
            guard let alert = try tx.alert(patient.alert) else { return }
            let news = AlertNews(of: alert, patient: nil, correction: nil, first: alert.id)
            let notice = Notice(
                to: .account(account), kind, about: patient.id, alert: alert.id, step: 1,
                news.facts(for: .patient(knowsEarlier: false)), at: now)
            _ = try tx.insertNotice(notice)
            let phone = ContactPoint(
                id: .new(at: now), owner: .account(account), kind: .apns, address: "00", createdAt: now, verifiedAt: now
            )
            try tx.insertContactPoint(phone)
            try tx.insertNoticeSend(
                NoticeSend(
                    id: .new(at: now), notice: notice.id, channel: .apns, contact: phone.id,
                    lane: notice.lane, dueAt: now, expiresAt: notice.expiresAt))
        }
        let due = try await house.tenancy.notices.due(over: .apns, in: .critical, except: [], limit: 10)
        return String(decoding: try #require(due.first?.message.data), as: UTF8.self)
    }

    @Test func `carries the payload of a critical alert to the phone`() async throws {
        let text = try await data()
        for member in [
            #""type":"critical_alert""#, #""priority":"high""#, #""sound":"critical_alert.wav""#, #""aatLevel":820,"#,
            #""unit":"mg/dL""#, #""normalRange":"100-200""#, #""data":{"testId":""#, #""timestamp":"2026-"#,
        ] { #expect(text.contains(member), "\(member)") }
    }

    @Test func `carries no value to a phone that shows none`() async throws {
        for text in [try await data(preview: false), try await data(forbidden: true)] {
            #expect(text.contains("critical_alert") && text.contains("testId"))
            for word in [":820", "mg/dL", "100-200", "aatLevel", "normalRange"] { #expect(!text.contains(word)) }
        }
        #expect(try await !data(.alertCorrectedPatient).contains("critical_alert"), "a correction has other words")
    }

    @Test func `keeps a code only until it has been sent`() async throws {
        let sleeper = try await Sleeper()
        let notice = try await sleeper.notify(.contactVerification, code: "271828")
        let due = try #require(try await sleeper.due().first)
        #expect(due.message.body.contains("271828"))
        func kept() async throws -> String? {
            try await sleeper.house.store.read { (tx) throws(DatabaseError) in try tx.notice(notice.id)?.facts.code }
        }
        // An attempt that failed is repeated, with the code.
        let again = sleeper.house.time.now.advanced(by: .seconds(1))
        try await sleeper.house.tenancy.notices.settle(due, SendAnswer(.timeout), due: again)
        #expect(try await kept() == "271828")
        try await sleeper.house.tenancy.notices.settle(due, SendAnswer(.accepted), due: again)
        #expect(try await kept() == nil)
    }

    @Test func `forgets a code that could not be sent in time`() async throws {
        let sleeper = try await Sleeper()
        let notice = try await sleeper.notify(.contactVerification, code: "271828")
        sleeper.house.time.advance(by: ContactCode.lifetime)
        #expect(try await sleeper.house.tenancy.notices.expire() == 1)
        let facts = try await sleeper.house.store.read { (tx) throws(DatabaseError) in try tx.notice(notice.id)?.facts }
        #expect(facts == NoticeFacts())
    }
}
