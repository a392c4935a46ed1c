package import FairKitCore
import FairKitStore
import KeyRing

/// An invitation to choose a password: the invitation, the stored digests of its secret and its code, and the mail.
struct MailedSecret: Sendable {
    var invitation: Invitation
    let digest: [UInt8]
    /// Stored in each case, so that the timing does not reveal whether the mail has one.
    let code: [UInt8]
    let mail: Notice

    /// - Parameters:
    ///   - language: the recipient's.
    ///   - link: builds the link to the page that takes the secret.
    ///   - now: when it is mailed; nil: when the invitation was created.
    init(
        _ invitation: Invitation, language: Language, in store: Store, link: AccountLink, at now: Timestamp? = nil
    ) throws(KeyError) {
        let (secret, digest) = try store.newSecret(for: Invitation.self)
        self.invitation = invitation
        self.digest = digest
        let code = ContactCode.random()
        self.code = try store.digest(of: code, for: invitation.id)
        mail = Notice(
            invitation.kind, to: MailRecipient(invitation.email, in: language),
            link: link.text(for: invitation, secret), lines: invitation.kind.hasCode ? code.digits : nil,
            of: invitation.id, at: now ?? invitation.createdAt)
    }
}

/// Builds the links in mails about accounts.
package struct AccountLink: Sendable {
    let publicURL: PublicURL?
    let tenant: TenantName

    /// - Parameter publicURL: the server's public URL; nil: unknown, so the mail holds only the secret.
    package init(publicURL: PublicURL?, tenant: TenantName) {
        self.publicURL = publicURL
        self.tenant = tenant
    }

    private var query: String { tenant == .standard ? "" : "?tenant=\(tenant)" }
    /// Before the pages of the tenant.
    private var prefix: String { tenant == .standard ? "" : "/at/\(tenant)" }

    /// Pages that ask for the code know the mail by its id. The secret behind it is for apps.
    func text(for invitation: Invitation, _ secret: InvitationSecret) -> String {
        let page =
            switch invitation.kind {
            case .confirmation: "/register/code?mail=\(invitation.id)"
            case .emailChange: "/profile/email/code"
            default: "/\(invitation.kind.rawValue)"
            }
        return publicURL?.link(to: prefix + page, secret: secret.text) ?? secret.text
    }

    /// The page where people sign in, or learn how to get an account; nil: the server does not know its own address.
    var signIn: String? {
        publicURL.map { "\($0)\(prefix)/sign-in" }
    }

    /// The page that opens a share.
    func page(of secret: ShareSecret) -> String? {
        publicURL?.link(to: "/shared/results\(query)", secret: secret.text)
    }
}

extension MailedSecret {
    /// Stores the invitation with its mail. The mail is dropped when the invitation is used or revoked.
    ///
    /// Earlier links to the same address stay valid until one is used. Otherwise a stranger could invalidate a person's
    /// link by asking for another.
    static func send(_ secret: MailedSecret, in tx: borrowing WriteTransaction) throws(DatabaseError) {
        try tx.insertInvitation(secret.invitation, digest: secret.digest, code: secret.code)
        try tx.insertMail(secret.mail)
    }

    /// Stores and removes the same rows, for an address that gets no mail: the timing must not reveal that.
    static func sendToNobody(_ secret: MailedSecret, in tx: borrowing WriteTransaction) throws(DatabaseError) {
        try send(secret, in: tx)
        try tx.removeInvitation(secret.invitation.id)
    }

    /// Whether a mail may be sent to an address that any client can name: at most one a minute and five a day, and none
    /// to an invitee who already has a link.
    static func mayMail(_ email: MailAddress, at now: Timestamp, in tx: borrowing WriteTransaction)
        throws(DatabaseError) -> Bool
    {
        let (count, last) = try tx.invitationsSent(to: email, since: now.advanced(by: .seconds(-86_400)))
        let isTooSoon = last.map { $0.advanced(by: .seconds(60)) > now } ?? false
        let isInvited = try tx.isInvited(email, at: now)
        return count < 5 && !isTooSoon && !isInvited
    }

    /// The language of an invited person: that of their record, if they have one.
    static func languageOfInvited<Access>(_ role: Role?, in tx: borrowing Connection<Access>) throws(DatabaseError)
        -> Language
    {
        guard let person = role?.profile else { return .english }
        return try tx.profile(person)?.details.language ?? .english
    }
}
