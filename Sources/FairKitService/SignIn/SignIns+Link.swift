package import FairKitCore
import FairKitStore
import KeyRing

/// The content of the page behind a mailed link before its reader fills it in.
package struct MailedLink: Sendable {
    package let invitation: Invitation
    /// The tenant's display name.
    package let tenant: DisplayName
    /// The language of the account or the record that the link is for; nil: neither is there yet.
    package let language: Language?
    /// The settings of the tenant, for a person who registers.
    fileprivate let settings: TenantSettings?

    /// The consent notice that a person who registers is shown.
    package func notice(in reading: Language) -> ConsentNotice? { settings?.notice(in: reading) }
}

extension SignIns {
    /// Whether a secret is that of a mailed link, or of a sign-in that waits for a code, or stands for a code that was typed. It
    /// is not used.
    package func knows(_ text: String) async throws(SignInFailure) -> Bool {
        let now = tenant.now()
        let proven: InvitationID?
        do { proven = try provenAddress(text) } catch {
            guard case .key(let error) = error else { return false }
            throw .key(error)
        }
        let (challenge, link) = try keyed { () throws(KeyError) in
            (
                try ChallengeSecret(text).map { (secret) throws(KeyError) in try tenant.store.digest(of: secret) },
                try InvitationSecret(text).map { (secret) throws(KeyError) in try tenant.store.digest(of: secret) }
            )
        }
        do {
            return try await tenant.store.read { (tx) throws(DatabaseError) in
                if let proven { return try tx.confirmation(proven, at: now) != nil }
                if let challenge, try tx.challenge(digest: challenge, at: now) != nil { return true }
                guard let link else { return false }
                return try tx.invitation(digest: link, at: now) != nil
            }
        } catch { throw .store(error) }
    }

    /// Shows whose a mailed link is, without using it. Only the reader of the mail knows the secret, so strangers learn nothing.
    package func show(link text: String) async throws(ChoosePasswordFailure) -> MailedLink {
        let (_, invitation) = try await find(text)
        let found: (settings: TenantSettings, language: Language?)
        do {
            found = try await tenant.store.read { (tx) throws(DatabaseError) in
                let account = try invitation.account.flatMap { (id) throws(DatabaseError) in try tx.account(id) }
                let person = try invitation.role?.profile.flatMap { (id) throws(DatabaseError) in try tx.profile(id) }
                return (try tx.settings(), account?.details.language ?? person?.details.language)
            }
        } catch { throw .store(error) }
        return MailedLink(
            invitation: invitation, tenant: found.settings.displayName ?? DisplayName(of: tenant.name),
            language: found.language, settings: invitation.kind == .confirmation ? found.settings : nil)
    }
}
