package import FairKitCore
package import FairKitService
import FairKitStore

extension TestHouse {
    /// Somebody who has an account and has signed in.
    package func somebody(_ role: Role, _ name: String = "somebody") async throws -> Caller {
        let id = AccountID.new(at: time.now)
        guard let email = MailAddress("\(name)-\(id)@example.org")?.folded else { throw NoAddress() }
        let account = Account(id: id, email: email, role: role, createdAt: time.now, passwordAt: time.now)
        try await store.write { (tx) throws(DatabaseError) in try tx.insert(account, password: "-") }
        return Caller(
            subject: Subject(.account(id, .new(at: time.now)), role: role), route: "test", requestID: "test",
            address: "192.0.2.7")
    }
}

/// A test gave a name that stands in no address.
private struct NoAddress: Error {}
