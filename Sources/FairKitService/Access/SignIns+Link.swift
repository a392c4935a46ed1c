package import FairKitCore
import FairKitStore

/// What the page behind a mailed link shows before its reader fills it in.
package struct MailedLink: Sendable {
    package let invitation: Invitation
    /// The tenant's display name.
    package let tenant: DisplayName
}

extension SignIns {
    /// Shows whose a mailed link is, without using it. Only the reader of the mail knows the secret, so strangers learn nothing.
    package func show(link text: String) async throws(ChoosePasswordFailure) -> MailedLink {
        let (_, invitation) = try await find(text)
        let name: DisplayName?
        do {
            name = try await tenant.store.read { (tx) throws(DatabaseError) in try tx.settings().displayName }
        } catch { throw .store(error) }
        return MailedLink(invitation: invitation, tenant: name ?? DisplayName(of: tenant.name))
    }
}
