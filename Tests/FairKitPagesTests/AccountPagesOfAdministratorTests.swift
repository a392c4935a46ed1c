import FairKitCore
import FairKitService
import FairKitStore
import HTTPSupport
import HTTPTypes
import Support
import Testing

extension Scene {
    /// An administrator who has signed in at the pages.
    func atWork(_ email: String = "root@example.org") async throws -> (Browser, Person) {
        let person = try await staff("administrator", email)
        var browser = Browser(self)
        _ = try await browser.signIn(as: person)
        return (browser, person)
    }
}

@Suite struct `People with access, for an administrator` {
    private let clinician = ["role": "clinician", "email": "cleo@example.org", "name": "Cleo <b>"]

    private func address(_ reply: Scene.Reply) throws -> String {
        String(try #require(reply.headers[.location]).prefix { $0 != "?" })
    }

    @Test func `are invited, approved by a second one, seen with their state, suspended and resumed`() async throws {
        try await Scene.run { scene in
            var (root, _) = try await scene.atWork()
            var (second, other) = try await scene.atWork("second@example.org")
            let empty = try await root.fill("/accounts/invite", ["email": "cleo@example.org", "role": "laboratory"])
            #expect(empty.status == 422 && empty.text.contains("<title>Error: "))
            #expect(empty.text.contains("value=\"cleo@example.org\"") && empty.text.contains("href=\"#laboratory\""))
            let made = try await root.fill("/accounts/invite", clinician)
            let invitation = try address(made)
            #expect(made.headers[.location] == "\(invitation)?done=inviteAwaits")
            let waits = try await root.open(invitation)
            #expect(
                waits.text.contains("Ask one of them: second@example.org.") && waits.text.contains("Cleo &lt;b&gt;"))
            let list = try await root.open("/accounts")
            #expect(list.text.contains("Waits for approval") && !list.text.contains("\(invitation)/approve"))
            // It stands on the home of the second one, and not on that of the first.
            #expect(try await second.open("/home").text.contains("href=\"\(invitation)\""))
            #expect(!(try await root.open("/home").text.contains(invitation)))
            // The second one finds the button, and proves who they are.
            #expect(try await second.open("/accounts").text.contains("href=\"\(invitation)/approve\""))
            #expect(
                try await second.open("\(invitation)/approve").headers[.location]?.hasPrefix("/prove?next=") == true)
            try await second.prove(other)
            #expect(try await second.open("\(invitation)/approve").status == 200)
            let approved = try await second.fill("\(invitation)/approve", ["do": "approve"])
            #expect(approved.headers[.location] == "/accounts?done=inviteApproved")
            let sent = try await root.open("/accounts?state=invited")
            #expect(sent.text.contains("cleo@example.org") && sent.text.contains("Send again"))
            #expect(!sent.text.contains("second@example.org"), "a filter leaves others out")
            let confirmed = try await scene.post(
                "/api/v1/auth/confirm",
                #"{"token": "\#(try await scene.mailedSecret(to: "cleo@example.org"))", "password": "\#(Scene.password)"}"#
            )
            #expect(confirmed.status == 201)
            let never = try await root.open("/accounts?role=clinician")
            #expect(never.text.contains("Never signed in") && !never.text.contains("Send again"))
            let account = String(try #require(never.text.firstMatch(of: #/href="(\/accounts\/[0-9a-f-]{36})"/#)).1)
            #expect(try await root.fill(account, [:]).status == 422)
            let suspended = try await root.fill(account, ["do": "suspend"])
            #expect(suspended.headers[.location] == "\(account)?done=accountSuspendedDone")
            #expect(try await scene.login("cleo@example.org").status == 403)
            let shown = try await root.open("/accounts?state=suspended")
            #expect(shown.text.contains("Resume the account<span class=\"hide\">, Cleo &lt;b&gt;"))
            #expect(try await root.fill(account, ["do": "resume"]).status == 303)
            #expect(try await scene.login("cleo@example.org").status == 200)
        }
    }

    @Test func `are not let in by their own inviter, nor by an administrator alone`() async throws {
        try await Scene.run { scene in
            var (root, person) = try await scene.atWork()
            // An administrator adds themselves as a clinician.
            let invitation = try address(
                try await root.fill("/accounts/invite", ["role": "clinician", "email": "root+c@example.org"]))
            let alone = try await root.open(invitation)
            #expect(alone.text.contains("the help says how. <a href=\"/help\">"))
            let help = try await root.open("/help").text
            #expect(help.contains("They approve it on that machine, or invite the person from there"))
            let stored = try await root.open("\(invitation)?done=inviteAwaits").text
            #expect(stored.contains("It is sent once it has been approved."), "not only by an administrator")
            try await root.prove(person)
            #expect(try await root.open("\(invitation)/approve").headers[.location] == invitation)
            let own = try await root.fill(invitation, ["do": "approve"], to: "\(invitation)/approve")
            #expect(own.status == 422 && own.text.contains("Another administrator has to approve this."))
            let mails = try await scene.house.store.read { (tx) throws(DatabaseError) in try tx.mails() }
            #expect(!mails.contains { $0.recipient == "root+c@example.org" })
            // They send it again instead: it does not go out either.
            #expect(try await root.fill(invitation, ["do": "again"]).status == 404)
            #expect(try await root.fill(invitation, ["do": "withdraw"]).status == 303)
            #expect(try await root.open(invitation).status == 404)
        }
    }

    @Test func `are listed when they are locked, and when their invitation has expired, with the button that helps`()
        async throws
    {
        try await Scene.run { scene in
            var (root, _) = try await scene.atWork()
            _ = try await scene.staff("coordinator", "coco@example.org")
            for _ in 1...5 { _ = try await scene.login("coco@example.org", "a wrong password") }
            let locked = try await root.open("/accounts?state=locked")
            #expect(locked.text.contains("coco@example.org") && locked.text.contains(">Locked<"), "\(locked.text)")
            #expect(locked.text.contains("<caption>1 person</caption>"))
            let invited = try await root.fill("/accounts/invite", ["role": "coordinator", "email": "late@example.org"])
            let invitation = try address(invited)
            scene.house.time.advance(by: .seconds(8 * 86_400))
            (root, _) = try await scene.atWork("second@example.org")
            #expect(!(try await root.open("/accounts?state=locked").text.contains("coco@example.org")))
            let expired = try await root.open("/accounts?state=expired")
            #expect(expired.text.contains("Invitation expired") && expired.text.contains("Send again"))
            let again = try await root.fill(invitation, ["do": "again"])
            #expect(again.status == 303)
            #expect(try await root.open("/accounts?state=invited").text.contains("late@example.org"))
            #expect(!(try await root.open("/accounts?state=expired").text.contains("late@example.org")))
            scene.house.time.advance(by: .seconds(45 * 86_400))
            let now = scene.house.time.now
            _ = try await scene.house.store.write { (tx) throws(DatabaseError) in
                try tx.deleteExpired(.invitations, at: now)
            }
            (root, _) = try await scene.atWork("third@example.org")
            #expect(!(try await root.open("/accounts").text.contains("late@example.org")), "it is kept for 30 days")
        }
    }

    @Test func `see no result as administrators, and the attempt is in the audit log`() async throws {
        try await Scene.run { scene in
            let town = try await Town(scene)
            var browser = try await town.browser(of: .administrator)
            for path in ["/results", "/results/\(town.records["result"] ?? "")", "/alerts"] {
                #expect(try await browser.open(path).status == 403)
            }
            let log = try await browser.open("/audit?denied=yes")
            #expect(log.text.contains("Was refused") || log.text.contains("refused"))
            #expect(log.text.contains("name of administrator of the town"))
        }
    }

    @Test func `are found by name, and patients by their whole address, which stands in no address`() async throws {
        try await Scene.run { scene in
            var (root, _) = try await scene.atWork()
            _ = try await scene.patient("ada@example.org")
            #expect(try await !root.open("/accounts").text.contains("ada@example.org"))
            #expect(try await root.fill("/accounts", [:]).status == 422)
            let part = try await root.fill("/accounts", ["q": "ada"])
            let none = try await root.open(try #require(part.headers[.location]))
            #expect(!none.text.contains("<th scope=\"row\">") && none.text.contains("Remove filters"))
            let whole = try #require(try await root.fill("/accounts", ["q": "Ada@example.org"]).headers[.location])
            #expect(!whole.lowercased().contains("ada"))
            #expect(try await root.open(whole).text.contains("ada@example.org</"))
        }
    }

    @Test func `stay quick with 500, and keep their place`() async throws {
        try await Scene.run { scene in
            var (root, _) = try await scene.atWork()
            let now = scene.house.time.now
            try await scene.house.store.write { (tx) throws(DatabaseError) in
                for number in 1000..<1500 {
                    let email = MailAddress("nurse\(number)@example.org")!
                    try tx.insertAccount(
                        Account(
                            id: .new(at: now), email: email, role: .clinician, createdAt: now, passwordAt: now,
                            details: AccountDetails(name: "Nurse \(number)")), password: "none")
                }
            }
            let clock = ContinuousClock()
            let start = clock.now
            let first = try await root.open("/accounts?role=clinician")
            #expect(clock.now - start < .seconds(2))
            #expect(first.text.contains("<caption>500 people</caption>") && first.text.utf8.count < 100_000)
            #expect(first.text.contains("Nurse 1000") && !first.text.contains("Nurse 1050"))
            let next = "/accounts?find=&amp;role=clinician&amp;state=&amp;page=2"
            #expect(first.text.contains("href=\"\(next)\""))
            let second = try await root.open(next.replacing("&amp;", with: "&"))
            #expect(second.text.contains("Nurse 1050") && !second.text.contains("Nurse 1000<"))
            // A search begins at its first page.
            let found = try await root.fill("/accounts?page=3", ["q": "nurse 1499"], to: "/accounts")
            let page = try await root.open(try #require(found.headers[.location]))
            #expect(page.text.contains("<caption>1 person</caption>") && page.text.contains("Nurse 1499"))
        }
    }

    @Test func `are deleted after a proof, and never by themselves`() async throws {
        try await Scene.run { scene in
            var (root, person) = try await scene.atWork()
            let nurse = try await scene.staff("clinician", "nurse@example.org")
            let own = try await root.open("/accounts/\(person.accountID)")
            #expect(own.text.contains("This is your own account.") && !own.text.contains("/delete"))
            #expect(try await root.fill("/accounts/\(person.accountID)", ["do": "suspend"]).status == 422)
            #expect(try await root.open("/accounts/\(person.accountID)/delete").status == 404)
            let path = "/accounts/\(nurse.accountID)"
            let early = try await root.fill(path, ["do": "delete"], to: "\(path)/delete")
            #expect(early.headers[.location]?.hasPrefix("/prove") == true)
            #expect(try await root.open(path).status == 200)
            let asked = try await root.open(path)
            for act in ["suspend", "factor"] {
                #expect(asked.text.contains("href=\"\(path)?ask=\(act)\""))
                #expect(!asked.text.contains("value=\"\(act)\""), "it asks first")
                let ask = try await root.open("\(path)?ask=\(act)")
                #expect(ask.text.contains("value=\"\(act)\"") && ask.text.contains("signed out"), "\(ask.text)")
            }
            #expect(try await root.fill("\(path)?ask=factor", ["do": "factor"], to: path).status == 303)
            #expect(try await root.open(path).text.contains("No second factor"))
            try await root.prove(person)
            #expect(try await root.fill("\(path)/delete", ["do": "delete"]).status == 303)
            #expect(try await root.open(path).status == 404)
        }
    }
}
