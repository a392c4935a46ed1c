package import FairKitCore
import FairKitStore
import KeyRing

/// What is mailed to somebody so that they choose a password: the invitation, what is stored in place of its secret, and the mail.
struct MailedSecret: Sendable {
    var invitation: Invitation
    let digest: [UInt8]
    let mail: OutboxMail

    /// - Parameters:
    ///   - link: makes the address of the page that takes the secret.
    ///   - now: when it is mailed; nil: when the invitation was made.
    init(
        _ invitation: Invitation, in store: Store, link: AccountLink, at now: Timestamp? = nil
    ) throws(KeyError) {
        let (secret, digest) = try store.newSecret(for: Invitation.self)
        self.invitation = invitation
        self.digest = digest
        mail = OutboxMail(
            invitation.kind, to: invitation.email, link: link.text(for: invitation.kind, secret), of: invitation.id,
            at: now ?? invitation.createdAt)
    }
}

/// Where the links in mails about accounts lead.
package struct AccountLink: Sendable {
    private let publicURL: PublicURL?
    let tenant: TenantName

    /// - Parameter publicURL: nil: nobody has said where people reach this server, and a mail holds the secret alone.
    package init(publicURL: PublicURL?, tenant: TenantName) {
        self.publicURL = publicURL
        self.tenant = tenant
    }

    func text(for kind: MailKind, _ secret: InvitationSecret) -> String {
        let query = tenant == .standard ? "" : "?tenant=\(tenant)"
        return publicURL?.link(to: "/account/\(kind.rawValue)\(query)", secret: secret.text) ?? secret.text
    }
}

extension WriteTransaction {
    /// Stores it, with its mail, which is dropped when the invitation is used or withdrawn. What was mailed to the address before stays good until one is used, so that nobody can take a link
    /// from somebody by asking for another.
    func send(_ secret: MailedSecret) throws(DatabaseError) {
        try insert(secret.invitation, digest: secret.digest)
        try insert(secret.mail)
    }

    /// The same, and takes both back: for somebody who is to get nothing, where that must not be told by what is written.
    func sendToNobody(_ secret: MailedSecret) throws(DatabaseError) {
        try send(secret)
        try removeInvitation(secret.invitation.id)
    }

    /// Whether a mail may be written to an address of which anybody can give the name: one a minute, five a day, and none to somebody
    /// who is invited, and has a link.
    func mayMail(_ email: MailAddress, at now: Timestamp) throws(DatabaseError) -> Bool {
        let (count, last) = try invitationsSent(to: email, since: now.advanced(by: .seconds(-86_400)))
        let isTooSoon = last.map { $0.advanced(by: .seconds(60)) > now } ?? false
        let isInvited = try isInvited(email, at: now)
        return count < 5 && !isTooSoon && !isInvited
    }
}
