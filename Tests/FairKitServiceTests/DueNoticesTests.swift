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
        func tell(_ kind: NoticeKind, code: String? = nil) async throws -> Notice {
            let now = house.time.now
            var facts = NoticeFacts()
            facts.code = code
            let notice = Notice(to: .account(account), kind, facts, at: now)
            try await house.store.write { (tx) throws(DatabaseError) in
                _ = try tx.insert(notice)
                try tx.insert(
                    NoticeSend(
                        id: .new(at: now), notice: notice.id, channel: .email, contact: nil,
                        isCritical: notice.isCritical, dueAt: now, expiresAt: notice.expiresAt))
            }
            return notice
        }

        func due(critical: Bool = false) async throws -> [DueSend] {
            try await house.tenancy.notices.due(over: .email, critical: critical, except: [], limit: 10)
        }
    }

    @Test func `waits until the quiet hours of its reader end`() async throws {
        let sleeper = try await Sleeper()
        // At three in the afternoon.
        _ = try await sleeper.tell(.resultReady)
        #expect(try await sleeper.due().count == 1)
        sleeper.house.time.advance(by: .seconds(8 * 3600))
        let late = try await sleeper.tell(.resultReady)
        #expect(try await sleeper.due().isEmpty)
        let next = try await sleeper.house.tenancy.notices.nextDue(over: .email, critical: false)
        #expect(next?.description == "2026-11-22T04:00:00.000Z")
        sleeper.house.time.advance(by: .seconds(8 * 3600))
        let due = try await sleeper.due()
        #expect(due.count == 2 && due.contains { $0.notice.id == late.id })
    }

    @Test func `is told at night if it is critical or was requested`() async throws {
        let sleeper = try await Sleeper()
        sleeper.house.time.advance(by: .seconds(8 * 3600))
        _ = try await sleeper.tell(.alertPatient)
        _ = try await sleeper.tell(.contactVerification, code: "271828")
        #expect(try await sleeper.due(critical: true).count == 1)
        #expect(try await sleeper.due().map(\.notice.kind) == [.contactVerification])
    }

    @Test func `keeps a code only until it has been sent`() async throws {
        let sleeper = try await Sleeper()
        let notice = try await sleeper.tell(.contactVerification, code: "271828")
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
        let notice = try await sleeper.tell(.contactVerification, code: "271828")
        sleeper.house.time.advance(by: ContactCode.lifetime)
        #expect(try await sleeper.house.tenancy.notices.expire() == 1)
        let facts = try await sleeper.house.store.read { (tx) throws(DatabaseError) in try tx.notice(notice.id)?.facts }
        #expect(facts == NoticeFacts())
    }
}
