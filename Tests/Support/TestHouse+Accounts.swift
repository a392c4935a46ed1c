package import FairKitCore
package import FairKitService
import FairKitStore

extension TestHouse {
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
