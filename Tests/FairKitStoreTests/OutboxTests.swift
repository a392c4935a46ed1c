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

    private func mail(_ kind: NoticeKind = .reset, at time: Timestamp = Example.now) throws -> OutboxEntry {
        let notice = Notice(
            kind, to: MailRecipient(try #require(MailAddress("Ada@example.org")), in: .swahili),
            link: "https://kit.example/#secret", lines: "until  tomorrow", of: .new(at: time), at: time)
        return OutboxEntry(notice: notice, send: NoticeSend(of: notice, over: NoticeWay(.email, nil)))
    }

    /// Writes mails, settles them in a state, and reads what is left of the first.
    @discardableResult
    private func write(
        _ mails: [OutboxEntry], settled state: NoticeSend.State? = nil, in store: Store
    ) async throws -> OutboxEntry? {
        try await store.write { [later] (tx) throws(DatabaseError) in
            for mail in mails {
                try tx.insertMail(mail.notice, as: mail.send)
                guard let state else { continue }
                try tx.settleSend(mail.send.id, state, error: "\(state)", reference: nil, due: later, at: Example.now)
            }
            return try mails.first.flatMap { (mail) throws(DatabaseError) in try tx.outboxEntry(mail.send.id) }
        }
    }

    private func ids(_ store: Store, all: Bool = false) async throws -> [NoticeSendID] {
        try await store.read { (tx) throws(DatabaseError) in
            try tx.outbox(all: all, before: nil, limit: 9).items.map(\.send.id)
        }
    }

    @Test func `returns a mail as it was written`() async throws {
        try await scratch.withNewStore { store in
            for kind in NoticeKind.mails + [.test] {
                let mail = try mail(kind)
                #expect(try await write([mail], in: store) == mail)
            }
        }
    }

    @Test func `contains a mail only if its transaction was committed`() async throws {
        try await scratch.withNewStore { store in
            let mail = try mail()
            await #expect(throws: DatabaseError.closed) {
                try await store.write { (tx) throws(DatabaseError) in
                    try tx.insertMail(mail.notice, as: mail.send)
                    throw .closed
                }
            }
            #expect(try await ids(store, all: true).isEmpty)
        }
    }

    @Test func `returns due mails, the longest due first, and no expired ones`() async throws {
        try await scratch.withNewStore { store in
            let mails = try [0, 10, 20].map { try mail(at: Example.now.advanced(by: .seconds($0))) }
            try await write(mails.reversed(), in: store)
            let due = { (time: Timestamp, limit: Int) async throws in
                try await store.read { (tx) throws(DatabaseError) in
                    try tx.dueSends(over: .email, in: .accounts, at: time, except: [], limit: limit).map(\.id)
                }
            }
            let ids = mails.map(\.send.id)
            #expect(try await due(Example.now.advanced(by: .seconds(10)), 5) == Array(ids[...1]))
            #expect(try await due(Example.now.advanced(by: .seconds(30)), 1) == [ids[0]])
            #expect(try await due(mails[1].notice.expiresAt, 5) == [ids[2]])
        }
    }

    @Test func `deletes the text of expired mails, waiting or refused`() async throws {
        try await scratch.withNewStore { store in
            let (waiting, refused, fresh) = (try mail(), try mail(), try mail(at: later))
            let left = try await write([refused], settled: .failed, in: store)
            #expect(left?.notice == refused.notice)
            try await write([waiting, fresh], in: store)
            let (first, mails) = try await store.write { (tx) throws(DatabaseError) in
                let first = try tx.firstSendExpiry()
                while try tx.expireSends(at: waiting.notice.expiresAt) > 0 {}
                return (first, try tx.outbox(all: true, before: nil, limit: 5).items)
            }
            #expect(first == waiting.notice.expiresAt)
            #expect(mails.filter { $0.notice.recipient != nil } == [fresh])
            #expect(Dictionary(grouping: mails) { $0.send.state }.mapValues(\.count) == [.failed: 2, .waiting: 1])
            #expect(mails.allSatisfy { ($0.notice.facts.link == nil) == ($0.notice.recipient == nil) })
            #expect(Set(mails.map(\.send.lastError)) == [nil, "failed", "expired"])
        }
    }

    @Test func `gives the time of the next work`() async throws {
        try await scratch.withNewStore { store in
            let next = { (sends: Bool) async throws in
                try await store.read { (tx) throws(DatabaseError) in try tx.nextMail(sends: sends) }
            }
            #expect(try await next(true) == nil)
            let mail = try mail()
            try await write([mail], in: store)
            #expect(try await next(true) == mail.send.dueAt)
            #expect(try await next(false) == mail.notice.expiresAt)
            try await store.write { [later] (tx) throws(DatabaseError) in
                try tx.settleSend(mail.send.id, .failed, error: "refused", reference: nil, due: later, at: Example.now)
            }
            #expect(try await next(true) == mail.notice.expiresAt)
        }
    }

    @Test func `retries waiting and refused mails, and nothing else`() async throws {
        try await scratch.withNewStore { store in
            let retry = { (mail: OutboxEntry, time: Timestamp) async throws in
                try await store.write { (tx) throws(DatabaseError) in try tx.retrySend(mail.send.id, at: time) }
            }
            let (waiting, refused, sent) = (try mail(), try mail(), try mail())
            try await write([waiting], settled: .waiting, in: store)
            try await write([refused], settled: .failed, in: store)
            try await write([sent], settled: .sent, in: store)
            try await store.write { (tx) throws(DatabaseError) in try tx.forgetMail(sent.notice.id) }
            #expect(try await retry(waiting, Example.now))
            #expect(try await retry(refused, Example.now))
            #expect(try await !retry(sent, Example.now))
            #expect(try await !retry(waiting, waiting.notice.expiresAt))
            #expect(try await !retry(mail(), Example.now))
            let due = try await store.read { (tx) throws(DatabaseError) in
                try tx.dueSends(over: .email, in: .accounts, at: Example.now, except: [], limit: 5).map(\.id)
            }
            #expect(Set(due) == [waiting.send.id, refused.send.id])
        }
    }

    @Test func `lists the newest first, in pages, and ended mails only on demand`() async throws {
        try await scratch.withNewStore { store in
            let mails = try (0..<4).map { try mail(at: Example.now.advanced(by: .seconds($0))) }
            let notice = Notice(to: .operatorContact, .test, NoticeFacts(), at: Example.now.advanced(by: .seconds(4)))
            try await store.write { (tx) throws(DatabaseError) in
                _ = try tx.insertNotice(notice)
                try tx.insertNoticeSend(NoticeSend(of: notice, over: NoticeWay(.email, nil)))
            }
            try await write(Array(mails[..<3]), in: store)
            try await write([mails[3]], settled: .sent, in: store)
            try await store.write { (tx) throws(DatabaseError) in try tx.forgetMail(mails[3].notice.id) }
            let all = mails.reversed().map(\.send.id)
            #expect(try await ids(store) == Array(all[1...]))
            let pages = try await store.read { (tx) throws(DatabaseError) in
                let first = try tx.outbox(all: true, before: nil, limit: 3)
                return (first.items, try tx.outbox(all: true, before: first.next, limit: 3))
            }
            #expect((pages.0 + pages.1.items).map(\.send.id) == all)
            #expect(pages.1.next == nil)
        }
    }

    @Test func `deletes old mails a hundred at a time, but none that may yet be sent`() async throws {
        try await scratch.withNewStore { store in
            let mails = try (0..<150).map { try mail(at: Example.now.advanced(by: .seconds($0))) }
            try await write(mails, in: store)
            let counts = try await store.write { (tx) throws(DatabaseError) in
                for mail in mails where mail.send.id != mails[7].send.id { try tx.forgetMail(mail.notice.id) }
                return try (0..<3).map { _ throws(DatabaseError) in
                    try tx.deleteExpired(.notices, at: mails[149].notice.createdAt.advanced(by: Notice.kept))
                }
            }
            #expect(counts == [100, 48, 0])
            for table in ["notice", "notice_send"] as [SQL] {
                #expect(try await store.values("SELECT COUNT(*) FROM \(table)", as: Int.self) == [2])
            }
        }
    }

    @Test func `counts waiting mails, and gives the age of the oldest`() async throws {
        try await scratch.withNewStore { store in
            try await write([mail()], settled: .sent, in: store)
            let count = { () async throws in
                try await store.read { (tx) throws(DatabaseError) in try tx.waitingMails() }
            }
            #expect(try await count() == WaitingMails(count: 0, oldest: nil))
            try await write([5, 3, 9].map { try mail(at: Example.now.advanced(by: .seconds($0))) }, in: store)
            #expect(try await count() == WaitingMails(count: 3, oldest: Example.now.advanced(by: .seconds(3))))
        }
    }

    @Test func `sends what follows an account to its new address, and drops what is of no use any more`() async throws {
        try await scratch.withNewStore { store in
            let (following, other) = (try mail(.breakGlass), try mail(.reset))
            try await write([following, other], in: store)
            let (old, new) = (
                try #require(MailAddress("ada@example.org")), try #require(MailAddress("new@example.org"))
            )
            try await store.write { (tx) throws(DatabaseError) in
                try tx.redirectMails(NoticeKind.following(.clinician), from: old, to: new)
                try tx.removeMails(NoticeKind.ended(with: .clinician), to: old)
            }
            let left = try await store.read { (tx) throws(DatabaseError) in
                try tx.outbox(all: true, before: nil, limit: 9).items
            }
            #expect(left.map(\.send) == [following.send])
            #expect(left.first?.notice.recipient?.address == new)
        }
    }
}
