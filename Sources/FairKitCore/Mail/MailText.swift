/// What our mails say. `{link}` is where their link stands.
package struct MailText: Hashable, Sendable {
    package let subject: String
    package let body: String

    /// - Parameter link: what is opened by whoever gets it; nil where there is none.
    package init(_ kind: MailKind, link: String?) {
        let text = MailText.template(kind)
        subject = text.subject
        body = text.body.split(separator: "{link}", omittingEmptySubsequences: false).joined(separator: link ?? "")
    }

    private static func template(_ kind: MailKind) -> (subject: String, body: String) {
        switch kind {
        case .confirmation:
            (
                "Confirm your e-mail address",
                """
                Please confirm that this is your e-mail address. Open this page within 24 hours:

                {link}

                If you did not ask for this, you need not do anything.

                """
            )
        case .reset:
            (
                "Choose a new password",
                """
                Somebody asked for a new password for your account. To choose one, open this page within 24 hours:

                {link}

                If it was not you, you need not do anything: your password stays as it is. Give this link to nobody.

                """
            )
        case .invitation:
            (
                "You are invited to FairKit",
                """
                An account has been prepared for you. To begin, open this page within 7 days and choose a password:

                {link}

                If you did not expect this, you need not do anything. Give this link to nobody.

                """
            )
        case .test:
            (
                "A test message from FairKit",
                """
                This server can send mail. Somebody who looks after it asked for this message; you need not do anything.

                """
            )
        }
    }
}
