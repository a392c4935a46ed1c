/// The texts of pages, by the keys that pages use. `{name}` is a placeholder; ` | ` parts the steps of a list.
extension English {
    static let pages = """
        needs script: This page needs JavaScript. Switch it on, or open the link in another browser.
        email: Your e-mail address
        empty: Some fields are empty.
        fill: Please fill in this field.
        correct: Please correct the marked fields.
        unreachable: The server can't be reached. Your entries are still here: try again in a moment.
        reload: The server can't be reached. Reload this page in a moment.
        incomplete: This link is incomplete
        account: Your account
        about you: About you
        given name: Given name
        family name: Family name
        birth date: Date of birth
        consent: Your consent
        optional: All are optional. You can change them at any time.
        consent clinicians: Clinicians who care for me may see my results
        consent research: I may be invited to studies
        consent partners: I may be counted, without my name, in statistics for the programme's partners
        new password: New password
        password rule: At least 12 characters. Several unrelated words make a good password.
        show password: Show the password
        new link: Send a new link
        dead: This link does not work any more
        checking: Checking the link …
        copy: Open it from the mail, or copy the whole link.
        copy message: Open it from the message, or copy the whole link.
        ask here: You can also ask for a new link here.
        mailed: Check your mail
        mailed lead: If this address can be used, a mail is on its way. Check the spam folder, too.
        mailed steps: Open the link in the new mail within 24 hours. | Use the newest mail if there are several.
        confirmation title: Your account with {name}
        confirmation action: Create my account
        confirmation done: Your account is ready
        confirmation doneLead: You can sign in now.
        invitation title: Your account with {name}
        invitation action: Create my account
        invitation done: Your account is ready
        invitation doneLead: You can sign in now.
        confirmation fresh: Your account
        confirmation lead: This link confirms your e-mail address. Tell us who you are, and choose a password.
        confirmation steps: Open the app or website where you registered. | Sign in with your e-mail address and your new password. | Then register your kit: take a photo of its barcode.
        confirmation dead: If you have confirmed this address before, your account is ready: sign in. Otherwise ask for a new link here.
        invitation fresh: Your invitation
        invitation lead: You are invited to make an account. Choose a password to accept.
        invitation steps: Open the app or website of your organisation. | Sign in with your e-mail address and your new password. | Some roles also need a one-time code from an authenticator app. You set it up when you sign in for the first time.
        invitation dead: If you have accepted this invitation before, your account is ready: sign in. Otherwise ask the person who invited you for a new invitation.
        email-change title: Your new e-mail address
        email-change fresh: Your new e-mail address
        email-change lead: Confirm this address to sign in with it from now on.
        email-change action: Confirm this address
        email-change done: Your new address is confirmed
        email-change doneLead: You sign in with it from now on.
        email-change steps: You stay signed in on your devices.
        email-change dead: If you have confirmed this address before, sign in with it. Otherwise sign in with your old address, and ask for the change again.
        reset title: Choose a new password for {name}
        reset fresh: Choose a new password
        reset lead: The new password signs you out on all devices.
        reset action: Set the password
        reset done: Your password is changed
        reset doneLead: You are signed out on all devices.
        reset steps: Open the app or website, and sign in with the new password.
        reset dead: If you have used this link before, sign in with the password that you chose. Otherwise ask for a new link here.
        sign-in title: Sign in to read your messages
        sign-in lead: What the message is about is shown after you sign in.
        sign-in steps: If you have an account, open the app or website where you registered, and sign in. | If you have none, ask the organisation that wrote to you for an invitation. The link in it makes your account. | If the message says to contact your doctor, do that first.
        alert: Alert
        alert lead: Sign in to read it. Opening this page acknowledges nothing.
        password: Your password
        sign in: Sign in
        code: The code from your app
        code hint: Six digits, or one of your backup codes.
        six digits: Six digits.
        go on: Go on
        one more: One more step.
        set up: Set up your second factor
        set up lead: Your account needs a code from an authenticator app, once at each sign-in. This takes a minute. The alert comes right after it.
        qr: QR code of the secret below
        scan: Scan the code with your authenticator app, or
        open app: open the app on this phone
        type secret: You can also type this secret into it:
        first code: The code that the app shows now
        keep codes: Keep your backup codes
        keep codes lead: Each of them replaces one code if you lose your phone. They are shown only now: write them down, or print this page.
        kept: I have kept them: show the alert
        too long: That took more than five minutes. Sign in again to read it.
        critical: Critical alert
        withdrawn: Result withdrawn
        corrected: Result corrected
        not shown: This alert can't be shown
        not shown lead: It does not exist, or it was closed by a colleague, or it is not yours to see.
        level: Level
        no level: None: the laboratory withdrew it
        corrected level: Corrected level
        level and range: {level} (normal: {range})
        level before: Level before
        reason: Reason
        why: Why
        verify: Verify
        not verified: Not verified yet: confirm it before you act on it.
        patient: Patient
        not in care: Not in your care
        not registered: Not known: the kit is not registered
        phone: Phone
        kit: Kit
        result: Result
        comment: Laboratory's comment
        crp: CRP
        sample taken: Sample taken
        order number: Order number
        raised: Raised
        withdrawn lead: The laboratory withdrew this result. Do not act on its level. Tell the people who act on it, and then confirm that you know.
        corrected lead: The level was corrected: do not act on the one before.
        open lead: No clinician has acknowledged it yet. Read it, call, and then read it back.
        acknowledged lead: It is acknowledged. Record what came of it when you know.
        resolved lead: It is resolved. You need not do anything.
        retracted lead: The laboratory corrected the result. Do not act on this level.
        have read: I have read this: read it back
        have read withdrawal: I have read this: confirm it
        read back: Read it back
        confirm withdrawal: Confirm the withdrawal
        repeat level: Repeat the level and two identifiers, as you told them or wrote them down. The server compares them with the record.
        repeat identifiers: Repeat two identifiers of the patient or the sample. There is no level to repeat.
        a number: A number such as 820.
        unit: Unit
        choose: Choose
        two identifiers: Two identifiers or more
        kit code: Kit code
        reference: The laboratory's number of the result
        reached: Whom did you reach?
        patient by phone: The patient, by phone
        patient in person: The patient, in person
        colleague by phone: A colleague, by phone
        colleague in person: A colleague, in person
        no other person: No other person yet: I act on it myself
        note: Note (optional)
        acknowledge: Acknowledge this alert
        show again: Show the alert again
        acknowledged: The alert is acknowledged
        acknowledged done: No more people are told. Record what came of it when you know.
        outcome: What came of it?
        patient reached: The patient was reached
        patient treated: The patient is treated
        repeat ordered: A repeat test is ordered
        false alarm: A false alarm
        patient unreachable: The patient can't be reached
        patient died: The patient has died
        other outcome: Something else
        record outcome: Record the outcome
        resolved: The alert is resolved
        close page: You can close this page.
        shared: Shared results
        shared lead: A person shares results of a blood test with you. Enter the PIN that you got from them.
        pin: PIN
        pin hint: Six to twelve digits. After five wrong PINs the link ends.
        show results: Show the results
        more results: Show more results
        shared title: Results of {name}
        shared until: You can open them until {date}.
        no results: There are no results yet.
        test date: Date of the test
        range: Reference range
        interpretation: Interpretation
        genotype: Genotype
        phenotype: Phenotype
        laboratory interpretation: Laboratory's interpretation
        laboratory: Laboratory
        status: Status
        for a doctor: A result is for a doctor to explain.
        privacy notice: Privacy notice of {name}
        """
}
