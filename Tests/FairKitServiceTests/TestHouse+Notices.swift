import FairKitCore
import FairKitService
import FairKitStore
import Support

extension TestHouse {
    /// The notices of an account, the earliest first.
    func told(_ account: Caller) async throws -> [Notice] {
        guard let id = account.subject.account else { return [] }
        // However old they are.
        let now = Timestamp(milliseconds: 0)
        return try await store.read { (tx) throws(DatabaseError) in
            try tx.notices(to: id, before: nil, unread: false, limit: 1000, at: now).items.reversed()
        }
    }

    func kinds(toldTo account: Caller) async throws -> [NoticeKind] {
        try await told(account).map(\.kind)
    }

    /// Carries out all steps of escalations that are due a second later.
    func escalateSoon() async throws {
        time.advance(by: .seconds(1))
        while try await !tenancy.escalation.fire().lateness.isEmpty {}
    }
}
