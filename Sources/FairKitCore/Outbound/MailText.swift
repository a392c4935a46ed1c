/// What our mails say. `{link}` is where their link stands, `{facts}` where what they tell of does.
package struct MailText: Hashable, Sendable {
    package let subject: String
    package let body: String

    /// - Parameters:
    ///   - link: what is opened by whoever gets it; nil where there is none.
    ///   - facts: lines of ids and times.
    package init(_ kind: MailKind, link: String?, facts: String? = nil) {
        let text = MailText.template(kind)
        subject = text.subject
        body = MailText.replace("{link}", in: MailText.replace("{facts}", in: text.body, by: facts), by: link)
    }

    private static func replace(_ place: String, in text: String, by what: String?) -> String {
        text.split(separator: place, omittingEmptySubsequences: false).joined(separator: what ?? "")
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
        case .erasure:
            (
                "A health record is to be erased",
                """
                Somebody who has signed in asked for a health record to be erased: the profile, its kits, results, alerts and accounts. It cannot
                be brought back afterwards.

                {facts}

                If that is right, you need not do anything. If it is not, cancel it before that day: sign in and cancel it, or ask the clinic or
                programme that keeps the record. Then change your password.

                The person and every administrator have this message.

                """
            )
        case .erasureCancelled:
            (
                "A health record is kept",
                """
                A health record was to be erased. That was cancelled, and the record is kept as it is.

                {facts}

                The person and every administrator have this message.

                """
            )
        case .guessing:
            (
                "Many wrong passwords for your account",
                """
                Many sign-ins to your account failed today, from places that you have not signed in from before. The password was wrong each
                time. No more sign-ins are taken from such places for now:

                {facts}

                You can still sign in from a place where you have signed in before, and choose a new password by mail.

                If the wrong passwords were yours, you need not do anything. If not, make sure that you use this password nowhere else, and set up
                a second factor.

                """
            )
        case .accountPrepared:
            (
                "An account is prepared",
                """
                An administrator prepares an account. It is either one that opens the records of others, or another one for a record that has an
                account already.

                {facts}

                If that is right, you need not do anything. If it is not, ask the clinic or programme that keeps the record at once: until the
                account is made, every administrator can take the invitation back.

                Every administrator has this message, and the person whose record it is about.

                """
            )
        case .accountMade:
            (
                "Another account for a health record",
                """
                Another account was made that sees the same health record as yours.

                {facts}

                If that is right, you need not do anything. If it is not, ask the clinic or programme that keeps the record at once: every
                administrator can suspend the account.

                """
            )
        case .emailChange:
            (
                "Confirm your new e-mail address",
                """
                This is to be the address that you sign in with. Open this page within 24 hours to confirm it:

                {link}

                If you did not ask for this, you need not do anything: nothing changes. Give this link to nobody.

                """
            )
        case .emailChangeAsked:
            (
                "Your e-mail address is to be changed",
                """
                Somebody who has signed in to your account, and knows its password, asked for another e-mail address for it. It changes when
                they open the link that was sent to that address.

                {facts}

                If it was you, you need not do anything. If it was not, choose a new password at once: the link is good for nothing then.

                """
            )
        case .emailChanged:
            (
                "Your e-mail address was changed",
                """
                Your account has another e-mail address now. You sign in with that one, and no more mails are written to this one.

                {facts}

                If that is right, you need not do anything. If it is not, ask the clinic or programme that keeps your record at once: every
                administrator can suspend the account.

                """
            )
        case .breakGlass:
            (
                "A record was opened in an emergency",
                """
                A clinician has opened the record of a person who is not in their care, and gave a reason. It closes by itself.

                {facts}

                Please look whether that was right, and say so: fairkit break-glass list and review, or /api/v1/break-glass for whoever has
                signed in. What was read is marked in the audit, which answers those who have signed in at

                {link}

                Every administrator has this message.

                """
            )
        }
    }
}
