import FairKitCore
import FairKitStore
import PostgreSQL
import PostgresSupport
import Relational
import SQLCipher
import Schemas
import Support
import Testing

/// Mails of the version before `m0054_mails_are_notices`, and what is left of them after it.
@Suite struct `Mails that were written before mails were notices` {
    private let version: Int
    private let address: MailAddress
    private let invitation = InvitationID(number: 9)
    private let waiting = NoticeSendID(number: 1)
    private let refused = NoticeSendID(number: 2)
    private let expired = NoticeSendID(number: 3)

    init() throws {
        version = try #require(migrations.firstIndex { $0.name == "m0054_mails_are_notices" })
        address = try #require(MailAddress("Ada@Example.org"))
    }

    private func write(in tx: borrowing WriteTransaction) throws(DatabaseError) {
        let times = (now: Example.now, end: Example.now.advanced(by: .seconds(60)))
        for (id, state, due) in [(waiting, "waiting", times.now as Timestamp?), (refused, "refused", nil)] {
            try tx.run(
                """
                INSERT INTO outbox (id, kind, recipient, link, facts, language, invitation_id, created_at, expires_at, state,
                    due_at, attempts, last_error, ended_at)
                VALUES (\(id), 'reset', \(sealed: address, .outboxRecipient, of: id),
                    \(sealed: "https://kit.example/#\(id)", .outboxLink, of: id),
                    \(sealed: "until  tomorrow", .outboxFacts, of: id), 'sw', \(invitation), \(times.now), \(times.end),
                    \(state), \(due), 3, 'postponed 451', \(due == nil ? times.now : nil))
                """)
        }
        try tx.run(
            """
            INSERT INTO outbox (id, kind, language, created_at, expires_at, state, attempts, ended_at)
            VALUES (\(expired), 'test', 'en', \(times.now), \(times.now), 'expired', 0, \(times.end))
            """)
    }

    private func entry(
        _ id: NoticeSendID, _ state: NoticeSend.State, due: Timestamp?, ended: Timestamp?
    ) -> OutboxEntry {
        let end = Example.now.advanced(by: .seconds(60))
        var facts = NoticeFacts()
        (facts.link, facts.lines) = ("https://kit.example/#\(id)", "until  tomorrow")
        let notice = Notice(
            id: NoticeID(uuid: id.uuid), to: .address(MailRecipient(address, in: .swahili)), kind: .reset, facts: facts,
            createdAt: Example.now, expiresAt: end, invitation: invitation)
        return OutboxEntry(
            notice: notice,
            send: NoticeSend(
                id: id, notice: notice.id, channel: .email, contact: nil, lane: .accounts, state: state, dueAt: due,
                expiresAt: end, attempts: 3, lastError: "postponed 451", endedAt: ended))
    }

    /// Reads the mails, and removes one by its address: by its lookup, where the column is sealed.
    private func check(in tx: borrowing WriteTransaction) throws(DatabaseError) {
        #expect(try tx.outboxEntry(waiting) == entry(waiting, .waiting, due: Example.now, ended: nil))
        #expect(try tx.outboxEntry(refused) == entry(refused, .failed, due: nil, ended: Example.now))
        let over = try tx.outboxEntry(expired)
        #expect(over?.notice.receiver == .address(nil) && over?.notice.kind == .test)
        #expect(over?.send.state == .failed && over?.send.lastError == "expired")
        let due = try tx.dueSends(over: .email, in: .accounts, at: Example.now, except: [], limit: 9)
        #expect(due.map(\.id) == [waiting])
        try tx.removeMails([.reset], to: address.folded)
        #expect(try tx.mails().map(\.send.id) == [expired])
    }

    @Test func `are sent, retried and removed as before, from a file`() async throws {
        let scratch = try Scratch()
        let (path, key) = (scratch.parent + "/old.db", try CipherKey([UInt8](repeating: 7, count: CipherKey.length)))
        let steps = migrations.map { Migration(name: $0.name, sql: String(decoding: $0.sql, as: UTF8.self)) }
        let before = Array(steps[..<version])
        try Database.create(path: path, key: key, migrations: before) { (tx) throws(DatabaseError) in try write(in: tx)
        }
        let database = try Database.open(path: path, key: key, migrations: steps)
        defer { database.close() }
        try await database.write { (tx) throws(DatabaseError) in try check(in: tx) }
    }

    @Test func `are sent, retried and removed as before, from the sealed columns of PostgreSQL`() throws {
        let schema = try SealedSchema(by: .tenant.upTo(version))
        try schema.write { (tx) throws(DatabaseError) in try write(in: tx) }
        try schema.upgrade()
        try schema.write { (tx) throws(DatabaseError) in try check(in: tx) }
    }
}
