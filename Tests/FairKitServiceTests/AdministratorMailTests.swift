import FairKitCore
import FairKitService
import FairKitStore
import Support
import Testing

@Suite struct `All administrators are mailed` {
    /// Waiting mails of a kind: the first letters of the address, and the facts.
    private static func mails(
        _ house: TestHouse, _ kind: NoticeKind = .alertingChanged
    ) async throws -> [(to: String, facts: String)] {
        let all = try await house.store.read { (tx) throws(DatabaseError) in try tx.mails() }
        return all.filter { $0.notice.kind == kind }.map { mail in
            (to: mail.recipient.map { String($0.prefix(3)) } ?? "-", facts: mail.notice.facts.lines ?? "-")
        }
    }

    @Test func `when one of them is suspended or deleted, and so is the owner`() async throws {
        let house = try TestHouse()
        let eve = try await house.somebody(.administrator, "eve")
        let ann = try await house.somebody(.administrator, "ann")
        _ = try await house.somebody(.administrator, "ben")
        let clinician = try await house.somebody(.clinician, "doc")
        let accounts = house.tenancy.accounts
        try await accounts.change(try #require(clinician.subject.account), .suspend, by: eve)
        #expect(try await Self.mails(house).isEmpty, "no administrator, and in no team")
        let id = try #require(ann.subject.account)
        for _ in 0..<2 { try await accounts.change(id, .suspend, by: eve) }
        let suspended = try await Self.mails(house)
        #expect(suspended.map { $0.to }.sorted() == ["ann", "ben", "eve"])
        let facts = """
            changed     a•••@example.org, administrator
            before      can sign in
            after       suspended
            changed by  e•••@example.org
            """
        #expect(suspended.allSatisfy { $0.facts == facts }, "\(suspended)")
        try await accounts.delete(id, proof: nil, by: .command)
        let deleted = try await Self.mails(house).filter { $0.facts.contains("after       deleted") }
        #expect(deleted.map { $0.to }.sorted() == ["ann", "ben", "eve"])
        #expect(deleted.allSatisfy { $0.facts.contains("before      suspended") })
    }

    @Test func `when one of them loses the second factor`() async throws {
        let house = try TestHouse()
        let eve = try await house.somebody(.administrator, "eve")
        let ann = try await house.somebody(.administrator, "ann")
        try await house.tenancy.accounts.change(try #require(ann.subject.account), .removeSecondFactor, by: eve)
        let mails = try await Self.mails(house)
        #expect(mails.map { $0.to }.sorted() == ["ann", "eve"])
        #expect(mails.allSatisfy { $0.facts.contains("after       the second factor was removed") })
        let own = try await house.told(ann).filter { $0.kind == .credentialsChanged }
        #expect(own.map { $0.facts.credential } == [.secondFactor])
    }

    @Test func `when a legal hold is set, changed or lifted, without the person and the reason`() async throws {
        let house = try TestHouse()
        let (eve, person) = (try await house.somebody(.administrator, "eve"), try await house.person())
        let profiles = house.tenancy.profiles
        for reason in ["case 7", "case 7", "case 8"] { _ = try await profiles.hold(reason, on: person, by: eve) }
        try await profiles.release(person, by: .command)
        let mails = try await Self.mails(house)
        #expect(mails.count == 3)
        for (before, after) in [("-", "set"), ("set", "set, with another reason"), ("set", "lifted")] {
            let facts = "changed     legal hold on a record\nbefore      \(before)\nafter       \(after)\n"
            #expect(mails.contains { $0.facts.hasPrefix(facts) }, "\(mails)")
        }
        for secret in ["case", "Ada", "Otieno", "\(person)"] {
            #expect(!mails.contains { $0.facts.contains(secret) })
        }
    }

    @Test func `by whom the erasure of a record was cancelled`() async throws {
        let house = try TestHouse()
        let (eve, person) = (try await house.somebody(.administrator, "eve"), try await house.person())
        let now = house.time.now
        let erasure = RequestedErasure(
            profile: person, actor: eve.subject.id, requestedAt: now, dueAt: now.advanced(by: RequestedErasure.delay))
        try await house.store.write { (tx) throws(DatabaseError) in try tx.insertRequestedErasure(erasure) }
        try await house.tenancy.profiles.cancelErasure(of: person, by: .command)
        let mails = try await Self.mails(house, .erasureCancelled)
        #expect(mails.map { $0.to } == ["eve"])
        #expect(mails.allSatisfy { $0.facts.hasSuffix("cancelled by  the server's machine") })
    }
}
