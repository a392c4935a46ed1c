/// Mails about accounts and records. `{sender}`, `{link}` and `{facts}` are placeholders. No mail holds health data.
extension English {
    static func mail(_ kind: MailKind) -> (subject: String, body: String) {
        switch kind {
        case .confirmation:
            (
                "Confirm your e-mail address for {sender}",
                """
                This e-mail is from {sender}. You receive it because this address was
                entered to make an account there.

                To confirm the address and make the account, open this link within
                24 hours:

                {link}

                If you did not ask for an account, ignore this e-mail: no account is made.
                Do not forward the link.

                """
            )
        case .reset:
            (
                "Choose a new password for {sender}",
                """
                This e-mail is from {sender}. You receive it because a new password was
                requested for your account.

                To choose the new password, open this link within 24 hours:

                {link}

                If you did not ask for this, ignore this e-mail: your password stays as it
                is. Do not forward the link: it opens your account.

                """
            )
        case .invitation:
            (
                "{sender} invites you to make an account",
                """
                This e-mail is from {sender}. You receive it because an administrator there
                invites you to make an account.

                To accept, open this link within 7 days and choose a password:

                {link}

                If you did not expect an invitation, ignore this e-mail: no account is made.
                Do not forward the link.

                """
            )
        case .test:
            (
                "A test message from {sender}",
                """
                This e-mail is from {sender}. An operator of the server sent it to test
                whether mail arrives.

                It does. You need not do anything.

                """
            )
        case .erasure:
            (
                "A record at {sender} will be erased",
                """
                This e-mail is from {sender}. A signed-in user asked to erase a record: the
                profile with its kits, results, alerts and accounts. Erasing it cannot be
                undone.

                {facts}

                If this is right, you need not do anything.

                If it is not right, cancel it before that day: sign in and cancel the
                erasure, or ask {sender} to cancel it. Then change your password.

                The person and every administrator receive this message. Administrators find
                in the audit log whose record it is.

                """
            )
        case .erasureCancelled:
            (
                "A record at {sender} is kept",
                """
                This e-mail is from {sender}. The erasure of a record was cancelled. The
                record is kept as it is.

                {facts}

                If this is not right, contact {sender}.

                The person and every administrator receive this message.

                """
            )
        case .guessing:
            (
                "Many wrong passwords for your account at {sender}",
                """
                This e-mail is from {sender}. Many sign-ins to your account failed today.
                They came from places where you have not signed in before, and the password
                was wrong each time. Sign-ins from such places are refused for now:

                {facts}

                You can still sign in from a place where you have signed in before. You can
                also choose a new password by mail.

                If the wrong passwords were yours, you need not do anything.

                If they were not yours, make sure that you use this password nowhere else,
                and set up two-factor authentication.

                """
            )
        case .alertingChanged:
            (
                "How alerts reach people at {sender} was changed",
                """
                This e-mail is from {sender}. A setting was changed that decides when an
                alert is raised, or whom it tells.

                {facts}

                If this is right, you need not do anything.

                If it is not right, change it back at once, and find out who changed it: the
                audit log has the entry.

                Every administrator receives this message.

                """
            )
        case .keyPrepared:
            (
                "An API key at {sender} waits for your approval",
                """
                This e-mail is from {sender}. An administrator requested an API key for a
                program. It works only once another administrator approves it.

                {facts}

                If you know of it and it is right, sign in and approve it within 7 days, or
                let the operator of the server approve it.

                If it is not right, withdraw it, and ask who requested it.

                All other administrators receive this message.

                """
            )
        case .accountPrepared:
            (
                "A new account at {sender} is prepared",
                """
                This e-mail is from {sender}. An administrator prepared an account. It gives
                access to the records of other people, or to a record that already has an
                account, or that does not have the address of this one.

                {facts}

                If this is right, you need not do anything.

                If it is not right, contact {sender} at once. Until the account is made, any
                administrator can revoke the invitation.

                Every administrator receives this message, and so does the person whose
                record the account opens.

                """
            )
        case .accountMade:
            (
                "Another account for your record at {sender}",
                """
                This e-mail is from {sender}. Another account was made. It sees the same
                record as your account.

                {facts}

                If this is right, you need not do anything.

                If it is not right, contact {sender} at once. Any administrator can suspend
                the account.

                """
            )
        case .emailChange:
            (
                "Confirm your new e-mail address for {sender}",
                """
                This e-mail is from {sender}. You receive it because this address was
                entered as the new address of an account.

                To confirm it, open this link within 24 hours. From then on, you sign in
                with this address:

                {link}

                If you did not ask for this, ignore this e-mail: nothing changes. Do not
                forward the link.

                """
            )
        case .emailChangeAsked:
            (
                "Your e-mail address at {sender} is about to change",
                """
                This e-mail is from {sender}. A signed-in user who knows your password asked
                to change the e-mail address of your account. The change takes effect when
                they open the link that was sent to the new address.

                {facts}

                If this was you, you need not do anything.

                If it was not you, choose a new password at once. The link then no longer
                works.

                """
            )
        case .emailChanged:
            (
                "Your e-mail address at {sender} was changed",
                """
                This e-mail is from {sender}. The e-mail address of your account was
                changed. You now sign in with the new address, and this one receives no more
                mail.

                {facts}

                If this was you, you need not do anything.

                If it was not you, contact {sender} at once. Any administrator can suspend
                the account.

                """
            )
        case .shared:
            (
                "A person shares a record at {sender} with you",
                """
                This e-mail is from {sender}. You receive it because a person shares their
                record there with you, and entered this address.

                {facts}

                To read it, sign in with this address, and open the list of records that are
                shared with you. This page says how to sign in:

                {link}

                If you have no account there, ask {sender} for one, with this address. If you
                do not know this person, ignore this e-mail.

                """
            )
        case .breakGlass:
            (
                "A record at {sender} was opened in an emergency",
                """
                This e-mail is from {sender}. A clinician opened the record of a person who
                is not in their care, and gave a reason. The access ends by itself.

                {facts}

                Please review whether the access was justified, and record your review: sign
                in and open the list of emergency accesses. It shows whose record it was, and
                the reason. The audit log marks what the clinician read. If you have no app
                that shows them, ask the operator of the server.

                Every administrator receives this message.

                """
            )
        }
    }
}
