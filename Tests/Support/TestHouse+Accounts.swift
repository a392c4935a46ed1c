package import FairKitCore
package import FairKitService
import FairKitStore
import Relational

extension TestHouse {
    /// As in a store of before these times were kept.
    package func forgetTimesOfConsents() async throws {
        try await store.write { (tx) throws(DatabaseError) in
            try tx.run(
                """
                UPDATE profile SET consent_clinicians_at = NULL, consent_research_at = NULL, consent_partners_at = NULL
                """)
        }
    }

    /// A signed-in account with a role.
    package func somebody(_ role: Role, _ name: String = "somebody") async throws -> Caller {
        let id = AccountID.new(at: time.now)
        guard let email = MailAddress("\(name)-\(id)@example.org")?.folded else { throw NoAddress() }
        let account = Account(id: id, email: email, role: role, createdAt: time.now, passwordAt: time.now)
        try await store.write { (tx) throws(DatabaseError) in try tx.insertAccount(account, password: "-") }
        return Caller(
            subject: Subject(.account(id, .new(at: time.now)), role: role), route: "test", requestID: "test",
            address: "192.0.2.7")
    }
}

/// A test used a name that is not valid in an address.
private struct NoAddress: Error {}
