import FairKitCore
import FairKitFrame
import FairKitService

/// One account: who it is of, and what an administrator may do about it. Administrators change their own account at `/profile`.
enum AccountPage {
    private static let done: [PageText] = [
        .accountSuspendedDone, .accountResumed, .accountSessionsEnded, .accountFactorRemoved,
    ]

    /// The account, or what an act would do to it, which is asked before it is done.
    static func show(_ page: PageCall) async throws -> Response {
        let (reader, id) = (page.reader, try page.call.id() as AccountID)
        guard let ask = page.query("ask"), id != reader.own?.account.id else {
            return try await draw(page)
        }
        let view = try await page.tenancy.accounts.show(id, by: page.caller)
        let act: (PageText, PageText, HTML)
        switch ask {
        case "suspend" where view.account.state != .suspended: act = (.accountSuspend, .accountSuspendWhy, "suspend")
        case "factor" where view.account.secondFactorSince != nil:
            act = (.accountRemoveFactor, .accountRemoveFactorWhy, "factor")
        default: return try await draw(page)
        }
        let content: HTML = """
            <section class="card">\(facts(view, reader))</section>
            \(reader.act(act.0, act.1, reader["/accounts/\(id)"], act.2, isDanger: true))
            """
        return ManagedPage(
            title: "\(reader[act.0]): \(view.shownName)", tab: .accounts, back: ("/accounts/\(id)", .accountOne)
        ).show(page, content)
    }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, id) = (page.reader, try page.call.id() as AccountID)
        let change: (AccountChange, PageText)? =
            switch form["do"] {
            case "suspend": (.suspend, .accountSuspendedDone)
            case "resume": (.resume, .accountResumed)
            case "sessions": (.endSessions, .accountSessionsEnded)
            case "factor": (.removeSecondFactor, .accountFactorRemoved)
            default: nil
            }
        guard let change, id != reader.own?.account.id else {
            return try await draw(page, [Wrong(field: "main", text: reader[.ownChooseOne])])
        }
        do { _ = try await page.tenancy.accounts.change(id, change.0, by: page.caller) } catch {
            guard case .own(let failure) = error, case .lastAdministrator = failure else { throw error }
            return try await draw(page, [Wrong(field: "main", text: reader[.accountLastAdministrator])])
        }
        return .seeOther(reader["/accounts/\(id)?done=\(change.1.rawValue)"])
    }

    private static func draw(_ page: PageCall, _ wrong: [Wrong] = []) async throws -> Response {
        let reader = page.reader
        let view = try await page.tenancy.accounts.show(page.call.id(), by: page.caller)
        let account = view.account
        var links: [(path: Link.Path, title: PageText, why: String)] = []
        if reader.may(.readAudit) {
            links.append(("/audit?actor=\(account.id)", .auditOfActor, reader[.auditOfActorWhy]))
        }
        if let person = account.role.profile, reader.may(.findProfiles) {
            links.append(("/people/\(person)", .patientRecord, reader[.accountRecordWhy]))
        }
        let content: HTML = """
            <section class="card">\(facts(view, reader))</section>
            \(links.isEmpty ? nil : reader.links(links))
            \(account.id == reader.own?.account.id
                    ? reader.links([("/profile", .ownAccount, reader[.accountIsOwn])]) : actions(view, reader))
            """
        return ManagedPage(
            title: view.shownName, tab: .accounts, back: ("/accounts", .accounts), wrong: wrong,
            done: page.done(among: done)
        ).show(page, content)
    }

    static func facts(_ view: AccountView, _ reader: Reader) -> HTML {
        let account = view.account
        return reader.facts([
            (.accountState, reader.badge(view.way)),
            (
                .accountLocked,
                view.lockedUntil.map { end in
                    "\(reader.moment(end))<br><span class=\"soft\">\(reader[.accountLockedWhy])</span>"
                }
            ), (.emailAddress, "\(account.email.description)"),
            (.roleName, "\(reader[account.role.name.ownText])\(view.laboratory.map { ", \($0)" } ?? "")"),
            (.accountSince, reader.moment(account.createdAt)),
            (.accountLastSignIn, view.signedInAt.map { reader.moment($0) } ?? "\(reader[.stateNeverSignedIn])"),
        ])
    }

    private static func actions(_ view: AccountView, _ reader: Reader) -> HTML {
        let (account, link) = (view.account, reader["/accounts/\(view.account.id)"])
        let isSuspended = account.state == .suspended
        return """
            \(isSuspended ? reader.act(.accountResume, .accountResumeWhy, link, "resume") : nil)\
            \(isSuspended ? nil : reader.act(.accountEndSessions, .accountEndSessionsWhy, link, "sessions"))\
            \(account.secondFactorSince == nil ? nil : asked(.accountRemoveFactor, .accountRemoveFactorWhy, "/accounts/\(account.id)?ask=factor", reader))\
            \(isSuspended ? nil : asked(.accountSuspend, .accountSuspendWhy, "/accounts/\(account.id)?ask=suspend", reader))\
            \(asked(.accountDelete, .accountDeleteWhy, "/accounts/\(account.id)/delete", reader))
            """
    }

    /// The way to a page that asks before it acts.
    private static func asked(_ title: PageText, _ why: PageText, _ path: Link.Path, _ reader: Reader) -> HTML {
        """
        <section class="card"><h2>\(reader[title])</h2><p class="soft">\(reader[why])</p>
        <div class="actions"><a class="button danger quiet" href="\(to: reader[path])">\(reader[title])</a></div></section>

        """
    }
}

/// The end of an account, which can't be undone: password and code are asked for.
enum DeleteAccountPage {
    static func show(_ page: PageCall) async throws -> Response {
        let (reader, view) = (page.reader, try await view(page))
        let content: HTML = """
            <section class="card">\(AccountPage.facts(view, reader))</section>
            \(reader.act(.accountDelete, .accountDeleteWhy, reader["/accounts/\(view.account.id)/delete"], "delete", isDanger: true))
            """
        return ManagedPage(
            title: "\(reader[.accountDelete]): \(view.shownName)", tab: .accounts,
            back: ("/accounts/\(view.account.id)", .accountOne)
        ).show(page, content)
    }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let view = try await view(page)
        try await page.tenancy.accounts.delete(view.account.id, proof: page.proof, by: page.caller)
        return .seeOther(page.reader["/accounts?done=\(PageText.accountDeleted.rawValue)"])
    }

    /// No one deletes their own account here.
    private static func view(_ page: PageCall) async throws -> AccountView {
        let view = try await page.tenancy.accounts.show(page.call.id(), by: page.caller)
        guard view.account.id != page.reader.own?.account.id else { throw Problem.notFound }
        try page.requireProof()
        return view
    }
}
