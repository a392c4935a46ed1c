import FairKitCore
import FairKitStore
import Relational
import Testing

@Suite struct `The outbox` {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private let later = Example.now.advanced(by: .seconds(60))

    private func mail(_ kind: MailKind = .reset, at time: Timestamp = Example.now) throws -> OutboxMail {
        OutboxMail(
            kind, to: MailRecipient(try #require(MailAddress("ada@example.org")), in: .swahili),
            link: "https://kit.example/#secret", at: time)
    }

    /// Settles a mail with each of the answers, one after the other, and reads what is left of it.
    private func settle(_ mail: OutboxMail, _ answers: [MailAnswer], in store: Store) async throws -> OutboxMail? {
        try await store.write { [later] (tx) throws(DatabaseError) in
            try tx.insertMail(mail)
            for answer in answers { try tx.settleMail(mail.id, answer, due: later, at: Example.now) }
            return try tx.mail(mail.id)
        }
    }

    @Test func `returns a mail as it was written`() async throws {
        try await scratch.withNewStore { store in
            for kind in MailKind.allCases {
                let mail = try mail(kind)
                #expect(try await settle(mail, [], in: store) == mail)
            }
        }
    }

    @Test func `contains a mail only if its transaction was committed`() async throws {
        try await scratch.withNewStore { store in
            let mail = try mail()
            await #expect(throws: DatabaseError.closed) {
                try await store.write { (tx) throws(DatabaseError) in
                    try tx.insertMail(mail)
                    throw .closed
                }
            }
            let found = try await store.read { (tx) throws(DatabaseError) in try tx.mail(mail.id) }
            #expect(found == nil)
        }
    }

    @Test func `deletes recipient and text once a mail is sent`() async throws {
        try await scratch.withNewStore { store in
            let sent = try #require(try await settle(mail(), [MailAnswer(.sent, status: 250)], in: store))
            #expect(sent.state == .sent)
            #expect(sent.content == nil)
            #expect(sent.attempts == 1)
            #expect(sent.endedAt == Example.now)
            let left = try await store.values(
                "SELECT COUNT(*) FROM outbox WHERE recipient IS NOT NULL OR link IS NOT NULL", as: Int.self)
            #expect(left == [0])
        }
    }

    @Test(arguments: MailOutcome.allCases)
    func `maps each outcome to one state`(outcome: MailOutcome) async throws {
        try await scratch.withNewStore { store in
            let mail = try #require(try await settle(mail(), [MailAnswer(outcome, status: 451)], in: store))
            switch outcome {
            case .sent: #expect(mail.state == .sent)
            case .refused:
                #expect(mail.state == .refused)
                #expect(mail.content != nil)
                #expect(mail.lastError == "refused 451")
            case .stopped:
                #expect(mail.state == .waiting)
                #expect(mail.dueAt == Example.now)
                #expect(mail.attempts == 0)
            default:
                #expect(mail.state == .waiting)
                #expect(mail.dueAt == later)
                #expect(mail.lastError == "\(outcome.rawValue) 451")
                #expect(mail.attempts == 1)
            }
        }
    }

    @Test func `returns due mails, the longest due first, and no expired ones`() async throws {
        try await scratch.withNewStore { store in
            let mails = try [0, 10, 20].map { try mail(at: Example.now.advanced(by: .seconds($0))) }
            try await store.write { (tx) throws(DatabaseError) in
                for mail in mails.reversed() { try tx.insertMail(mail) }
            }
            let due = { (time: Timestamp, limit: Int) async throws in
                try await store.read { (tx) throws(DatabaseError) in try tx.dueMails(at: time, limit: limit).map(\.id) }
            }
            #expect(try await due(Example.now.advanced(by: .seconds(10)), 5) == [mails[0].id, mails[1].id])
            #expect(try await due(Example.now.advanced(by: .seconds(30)), 1) == [mails[0].id])
            #expect(try await due(mails[1].expiresAt, 5) == [mails[2].id])
        }
    }

    @Test func `drops expired mails, waiting or refused, and deletes their text`() async throws {
        try await scratch.withNewStore { store in
            let (waiting, refused, fresh) = (try mail(), try mail(), try mail(at: later))
            _ = try await settle(refused, [MailAnswer(.refused)], in: store)
            try await store.write { (tx) throws(DatabaseError) in
                try tx.insertMail(waiting)
                try tx.insertMail(fresh)
            }
            let (counts, mails) = try await store.write { (tx) throws(DatabaseError) in
                let counts = [try tx.expireMails(at: waiting.expiresAt), try tx.expireMails(at: waiting.expiresAt)]
                return (counts, try tx.mails(all: true, before: nil, limit: 5).items)
            }
            #expect(counts == [2, 0])
            #expect(Set(mails.filter { $0.state == .expired }.map(\.id)) == [waiting.id, refused.id])
            #expect(mails.filter { $0.content != nil }.map(\.id) == [fresh.id])
        }
    }

    @Test func `gives the time of the next work`() async throws {
        try await scratch.withNewStore { store in
            let next = { (sends: Bool) async throws in
                try await store.read { (tx) throws(DatabaseError) in try tx.nextMail(sends: sends) }
            }
            #expect(try await next(true) == nil)
            let mail = try mail()
            try await store.write { (tx) throws(DatabaseError) in try tx.insertMail(mail) }
            #expect(try await next(true) == mail.dueAt)
            #expect(try await next(false) == mail.expiresAt)
            try await store.write { [later] (tx) throws(DatabaseError) in
                try tx.settleMail(mail.id, MailAnswer(.refused), due: later, at: Example.now)
            }
            #expect(try await next(true) == mail.expiresAt)
        }
    }

    @Test func `retries waiting and refused mails, and nothing else`() async throws {
        try await scratch.withNewStore { store in
            let retry = { (mail: OutboxMail, time: Timestamp) async throws in
                try await store.write { (tx) throws(DatabaseError) in try tx.retryMail(mail.id, at: time) }
            }
            let (waiting, refused, sent) = (try mail(), try mail(), try mail())
            _ = try await settle(waiting, [MailAnswer(.postponed)], in: store)
            _ = try await settle(refused, [MailAnswer(.refused)], in: store)
            _ = try await settle(sent, [MailAnswer(.sent)], in: store)
            #expect(try await retry(waiting, Example.now))
            #expect(try await retry(refused, Example.now))
            #expect(try await !retry(sent, Example.now))
            #expect(try await !retry(waiting, waiting.expiresAt))
            #expect(try await !retry(mail(), Example.now))
            let due = try await store.read { (tx) throws(DatabaseError) in
                try tx.dueMails(at: Example.now, limit: 5).map(\.id)
            }
            #expect(Set(due) == [waiting.id, refused.id])
        }
    }

    @Test func `lists the newest first, in pages, and ended mails only on demand`() async throws {
        try await scratch.withNewStore { store in
            let mails = try (0..<5).map { try mail(at: Example.now.advanced(by: .seconds($0))) }
            for mail in mails.dropLast() { _ = try await settle(mail, [], in: store) }
            _ = try await settle(mails[4], [MailAnswer(.sent)], in: store)
            let (open, first, second) = try await store.read { (tx) throws(DatabaseError) in
                let first = try tx.mails(all: true, before: nil, limit: 3)
                return (
                    try tx.mails(all: false, before: nil, limit: 9), first,
                    try tx.mails(all: true, before: first.next, limit: 3)
                )
            }
            #expect(open.items.map(\.id) == mails.dropLast().reversed().map(\.id))
            #expect(first.items.map(\.id) == mails[2...].reversed().map(\.id))
            #expect(second.items.map(\.id) == mails[..<2].reversed().map(\.id))
            #expect(second.next == nil)
        }
    }

    @Test func `deletes old mails a hundred at a time, but none that may yet be sent`() async throws {
        try await scratch.withNewStore { store in
            let mails = try (0..<150).map { try mail(at: Example.now.advanced(by: .seconds($0))) }
            let counts = try await store.write { (tx) throws(DatabaseError) in
                for mail in mails {
                    try tx.insertMail(mail)
                    if mail.id != mails[7].id {
                        try tx.settleMail(mail.id, MailAnswer(.sent), due: mail.createdAt, at: mail.createdAt)
                    }
                }
                return try (0..<3).map { _ throws(DatabaseError) in try tx.forgetMails(before: mails[149].createdAt) }
            }
            #expect(counts == [100, 48, 0])
            let left = try await store.values("SELECT id FROM outbox ORDER BY id", as: MailID.self)
            #expect(left == [mails[7].id, mails[149].id])
        }
    }

    @Test func `counts waiting mails, and gives the age of the oldest`() async throws {
        try await scratch.withNewStore { store in
            _ = try await settle(mail(), [MailAnswer(.sent)], in: store)
            let count = { () async throws in
                try await store.read { (tx) throws(DatabaseError) in try tx.waitingMails() }
            }
            #expect(try await count() == WaitingMails(count: 0, oldest: nil))
            for second in [5, 3, 9] {
                _ = try await settle(mail(at: Example.now.advanced(by: .seconds(second))), [], in: store)
            }
            #expect(try await count() == WaitingMails(count: 3, oldest: Example.now.advanced(by: .seconds(3))))
        }
    }
}
