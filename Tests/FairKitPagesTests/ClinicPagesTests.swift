import FairKitCore
import FairKitService
import FairKitStore
import HTTPSupport
import HTTPTypes
import Support
import Testing

extension Scene {
    /// An administrator who has signed in at the pages.
    func manager(_ body: (inout Browser, Person) async throws -> Void) async throws {
        let person = try await staff("administrator", "root@example.org")
        var browser = Browser(self)
        _ = try await browser.signIn(as: person)
        try await body(&browser, person)
    }
}

extension Scene.Reply {
    /// Whether its JSON holds this, whatever its white space.
    func says(_ json: String) -> Bool { text.filter { !$0.isWhitespace }.contains(json) }
}

extension Browser {
    /// Shows password and code, for the pages that ask for them.
    mutating func prove(_ person: Person) async throws {
        scene.house.time.advance(by: .seconds(60))
        let code = try #require(person.mfa).code(at: scene.house.time.now)
        let sent = try await fill(
            "/prove?next=/home", ["password": person.password, "code": code, "next": "/home"], to: "/prove")
        #expect(sent.status == 303 && sent.headers[.location] == "/home")
    }

    /// Fills in one of a page's forms, with all that this form sends by itself.
    mutating func choose(_ path: String, _ fields: [String: String], to action: String? = nil) async throws
        -> Scene.Reply
    {
        let page = try await open(path)
        let hidden = page.text.matches(of: #/<input type="hidden" name="([^"]+)" value="([^"]*)">/#)
        let own = Dictionary(hidden.map { (String($0.1), String($0.2)) }) { first, _ in first }
        return try await send(action ?? path, own.merging(fields) { $1 })
    }
}

@Suite struct `An administrator's first day` {
    @Test func `has its steps with their state, until a critical result can reach a person`() async throws {
        try await Scene.run { scene in
            try await scene.manager { browser, _ in
                let first = try await browser.open("/home")
                #expect(first.status == 200 && first.text.contains("The first day"), "\(first.text)")
                #expect(!first.text.contains("Nothing here for your role"))
                #expect(first.text.contains("href=\"/profile/test\"") && first.text.contains("href=\"/escalation\""))
                #expect(first.text.contains("aria-current=\"step\""))
                // The house's laboratory has a key, and the invitation was mailed but taken by no mail server.
                #expect(first.text.contains("Add the first laboratory</a></b> <div><span class=\"flag normal\">"))
                let setup = try await scene.get("/api/v1/dashboard", as: .administrator)
                #expect(setup.says("\"laboratory\":true") && setup.says("\"escalation\":false"))
                #expect(setup.says("\"backup\":false") && setup.says("\"clinicName\":false"))
                #expect(first.text.contains("1 of 8 steps are done") && first.text.contains("href=\"/settings\""))
                for role in ["administrator", "clinician", "laboratory"] {
                    let invite = "/accounts/invite?role=\(role)"
                    #expect(first.text.contains("href=\"\(invite)\""))
                    #expect(try await browser.open(invite).text.contains("value=\"\(role)\" checked"))
                }
                let none = try await browser.open("/people?relation=share").text
                #expect(none.contains("once they have an account or a record"))
                let doctor = try await scene.staff("clinician", "cleo@example.org")
                let second = try await scene.staff("administrator", "second@example.org")
                // Administrators on call can't acknowledge.
                try await scene.team(of: [second, try await scene.staff("administrator", "third@example.org")])
                #expect(try await scene.get("/api/v1/dashboard", as: .administrator).says("\"escalation\":false"))
                try await scene.house.tenancy.teams.remove("on-call", by: .command)
                try await scene.team(of: [doctor, try await scene.staff("clinician", "ben@example.org")])
                let later = try await scene.get("/api/v1/dashboard", as: .administrator)
                for step in ["clinician", "secondAdministrator", "escalation"] {
                    #expect(later.says("\"\(step)\":true"), "\(later.text)")
                }
                #expect(try await !scene.get("/api/v1/dashboard", as: .clinician).says("setup"))
                // Once all was done, a night without anyone on call does not bring the first day back.
                #expect(try await browser.open("/home").text.contains("The first day"), "no mail was sent")
                try await scene.house.store.write { (tx) throws(DatabaseError) in
                    try tx.endFirstDay(at: scene.house.time.now)
                }
                #expect(!(try await browser.open("/home").text.contains("The first day")))
                // A laboratory that can send nothing is not there yet.
                let (keys, caller) = (scene.house.tenancy.keys, scene.house.caller(.administrator))
                for view in try await keys.list(all: false, before: nil, limit: 100, by: caller).items
                where view.key.role.laboratory != nil { try await keys.revoke(view.key.id, by: .command) }
                #expect(try await scene.get("/api/v1/dashboard", as: .administrator).says("\"laboratory\":false"))
            }
        }
    }
}

@Suite struct `What waits for an administrator` {
    @Test func `on other pages stands on the first one, each with its number`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient("ada@example.org")
            try await scene.manager { browser, _ in
                let first = try await browser.open("/home").text
                #expect(!first.contains("Waits for an administrator"), "the first day has steps for all of it")
                try await scene.house.store.write { (tx) throws(DatabaseError) in
                    try tx.endFirstDay(at: scene.house.time.now)
                }
                let later = try await browser.open("/home").text
                #expect(later.contains("1 administrator can sign in: invite a second one"))
                #expect(later.contains("No backup of the last day is on record"))
                #expect(!later.contains("Nothing waits for you"))
                let own = try await scene.send(.get, "/api/v1/auth/me", as: ada)
                let id = try #require(try own.json["profileId"]?.text)
                scene.house.time.advance(by: .seconds(60))
                let asked = try await scene.send(
                    .post, "/api/v1/profiles/\(id)/erase", as: ada,
                    json: #"{"confirm": "\#(id)", "password": "\#(Scene.password)"}"#)
                #expect(asked.status == 202, "\(asked.text)")
                let now = scene.house.time.now
                let backup = Caller.command.entry(.storeBackedUp, "/backups/1", about: nil, at: now)
                try await scene.house.store.write { (tx) throws(DatabaseError) in try tx.record(backup) }
                _ = try await scene.staff("administrator", "second@example.org")
                let erasing = try await browser.open("/home").text
                #expect(erasing.contains("href=\"/erasures\"") && erasing.contains("1 record will be erased"))
                #expect(!erasing.contains("No backup of the last day") && !erasing.contains("invite a second one"))
            }
        }
    }
}

@Suite struct `The steps of an escalation` {
    @Test func `show by name who is on call when each comes, and which reach no one`() async throws {
        try await Scene.run { scene in
            try await scene.manager { browser, _ in
                let empty = try await browser.open("/escalation")
                #expect(empty.status == 200 && empty.text.contains("reaches no one: the next step comes at once"))
                let (ana, ben) = (
                    try await scene.staff("clinician", "ana@example.org"),
                    try await scene.staff("clinician", "ben@example.org")
                )
                try await scene.team(of: [ana, ben])
                let shown = try await scene.get("/api/v1/escalation-policies/0/preview", as: .administrator)
                let steps = try #require(shown.json["steps"]?.list)
                let told = steps.flatMap { $0["wouldTell"]?.list ?? [] }.compactMap { $0["name"]?.text }
                let now = try await scene.house.tenancy.teams.onCall(
                    of: "on-call", at: nil, until: nil, by: scene.house.caller(.administrator)
                ).onCall
                let name = now.first?.description == ana.accountID ? ana.email : ben.email
                #expect(told.contains(name) && told.count { $0.hasPrefix("a") || $0.hasPrefix("b") } >= 1, "\(told)")
                let page = try await browser.open("/escalation")
                #expect(page.text.contains(name))
                // The team `backup` does not exist, so the step after it comes when that one would have.
                #expect(shown.says("\"reachesNoOne\":true"))
                let place = try #require(steps.firstIndex { $0["tell"]?.list?.first?.text == "team:backup" })
                #expect(steps[place + 1]["dueAt"]?.text == steps[place]["dueAt"]?.text)
                #expect(try await scene.get("/api/v1/escalation-policies/3/preview", as: .administrator).status == 404)
            }
        }
    }

    @Test func `are changed by a person who proves who they are, and not by another's old page`() async throws {
        try await Scene.run { scene in
            try await scene.manager { browser, person in
                let path = "/escalation/0"
                let asked = try await browser.open(path)
                #expect(asked.status == 303 && asked.headers[.location]?.hasPrefix("/prove") == true)
                let token = try Browser.token(in: try await browser.open("/help"))
                let blind = try await browser.send(path, ["token": token, "after1": "0", "tell1-care": "yes"])
                #expect(blind.headers[.location]?.hasPrefix("/prove") == true, "no step is changed without a proof")
                try await browser.prove(person)
                let standard = try await browser.open(path)
                #expect(standard.text.contains("These teams do not exist") && standard.text.contains("team backup"))
                #expect(!standard.text.contains("-team-backup"), "no team is offered that is not there")
                let typed = ["after1": "0", "tell1-care": "yes", "after2": "5", "tell2-operator": "yes", "again": "15"]
                var wrong = typed
                (wrong["after1"], wrong["again"]) = ("soon", "")
                let refused = try await browser.choose(path, wrong)
                #expect(refused.status == 422 && refused.text.contains("<title>Error: "))
                #expect(refused.text.contains("href=\"#after1\"") && refused.text.contains("href=\"#again\""))
                #expect(refused.text.contains("value=\"soon\""))
                #expect(refused.text.contains("Step 1: Type the minutes as a number"))
                let late = try await browser.choose(path, typed.merging(["after1": "11", "after2": "61"]) { $1 })
                #expect(late.status == 422 && late.text.contains("href=\"#after1\""), "the bounds of critical alerts")
                let patients = try await browser.choose(path, ["after1": "0", "tell1-patient": "yes", "again": "15"])
                #expect(patients.status == 422 && patients.text.contains("href=\"#tell1\""), "one alone silences")
                let old = try await browser.choose(path, typed.merging(["was": "0 s care"]) { $1 })
                #expect(old.status == 409 && old.text.contains("This has changed meanwhile"))
                #expect(try await browser.choose(path, typed).headers[.location] == "/escalation?done=escalationSet")
                let set = try await scene.get("/api/v1/escalation-policies/0", as: .administrator)
                #expect(try set.says("\"isDefault\":false") && set.json["steps"]?.list?.count == 2)
                let mails = try await scene.house.store.read { (tx) throws(DatabaseError) in try tx.mails() }
                let facts = mails.filter { $0.notice.kind == .alertingChanged }.compactMap { $0.notice.facts.lines }
                let words = "After 5 minutes: contact of the clinic's office, or else the administrators, again every"
                #expect(facts.contains { $0.contains(words) && $0.contains("Steps of critical alerts") }, "\(facts)")
                #expect(!facts.contains { $0.contains("band 0") || $0.contains("team:") })
                _ = try await browser.choose(path, ["do": "standard"])
                let back = try await scene.get("/api/v1/escalation-policies/0", as: .administrator)
                #expect(back.says("\"isDefault\":true"))
                #expect(try await browser.open("/escalation/7").status == 404)
            }
        }
    }

    @Test func `and rules are not silenced after the proof has ended`() async throws {
        try await Scene.run { scene in
            try await scene.manager { browser, person in
                try await browser.prove(person)
                #expect(try await browser.open("/rules/severe-low").status == 200)
                #expect(try await browser.open("/rules/critical-high").status == 404, "it is always on")
                let on = try await browser.choose("/rules/severe-low", ["switch": "on"])
                #expect(on.headers[.location] == "/rules?done=ownSaved")
                let rules = try await scene.get("/api/v1/alert-rules", as: .administrator)
                #expect(rules.text.contains("severe-low"))
                let page = try await browser.open("/rules/severe-low")
                #expect(page.text.contains("value=\"off\""))
                scene.house.time.advance(by: .seconds(301))
                let token = try Browser.token(in: page)
                let off = try await browser.send("/rules/severe-low", ["token": token, "switch": "off"])
                #expect(off.headers[.location]?.hasPrefix("/prove") == true)
                #expect(try await browser.open("/rules").text.contains("/rules/severe-low"))
            }
        }
    }
}

@Suite struct `A team, for an administrator` {
    @Test func `is made, gets members and shifts, and shows when no one is on call`() async throws {
        try await Scene.run { scene in
            let ana = try await scene.staff("clinician", "ana@example.org")
            try await scene.manager { browser, person in
                let empty = try await browser.choose("/teams", ["name": "", "description": "Nights <b>"])
                #expect(empty.status == 422 && empty.text.contains("Nights &lt;b&gt;"))
                let bad = try await browser.choose("/teams", ["name": "On call", "timeZone": "Mars"])
                #expect(bad.status == 422 && bad.text.contains("href=\"#timeZone\""))
                let made = try await browser.choose("/teams", ["name": "nights", "timeZone": "Africa/Nairobi"])
                #expect(made.headers[.location] == "/teams/nights?done=teamMade")
                let again = try await browser.choose("/teams", ["name": "nights", "timeZone": "Africa/Nairobi"])
                #expect(again.status == 422 && again.text.contains("There is a team with this name already"))
                #expect(try await browser.open("/teams/nights/people").status == 303, "whom it reaches takes a proof")
                try await browser.prove(person)
                let people = "/teams/nights/people"
                let unknown = try await browser.choose(people, ["do": "add", "email": "nobody@example.org"])
                #expect(unknown.status == 422 && unknown.text.contains("href=\"#email\""))
                #expect(try await browser.choose(people, ["do": "add", "email": ana.email]).status == 303)
                let page = try await browser.open("/teams/nights")
                #expect(page.text.contains("Someone is on call at each moment"))
                let shift = ["member": ana.accountID, "start": "20:00", "end": "08:00", "monday": "yes"]
                let less = try await browser.choose("/teams/nights", ["start": "20:00"], to: "/teams/nights/shifts")
                #expect(
                    less.status == 422 && less.text.contains("href=\"#days\"") && less.text.contains("value=\"20:00\""))
                let added = try await browser.choose("/teams/nights", shift, to: "/teams/nights/shifts")
                #expect(added.headers[.location] == "/teams/nights?done=shiftAdded", "\(added.text)")
                let gaps = try await browser.open("/teams/nights")
                #expect(gaps.text.contains("No one is on call") && gaps.text.contains("Monday, 20:00–08:00"))
                #expect(try await browser.open("/teams").text.contains("gaps in the next 14 days"))
                var late = shift
                late["version"] = "1"
                let old = try await browser.choose("/teams/nights", late, to: "/teams/nights/shifts")
                #expect(old.status == 409 && old.text.contains("Monday, 20:00–08:00"))
                let gone = try await browser.choose("/teams/nights", ["remove": "0"], to: "/teams/nights/shifts")
                #expect(gone.headers[.location] == "/teams/nights?done=shiftRemoved")
                let chat = [
                    "do": "contact", "kind": "slack", "address": "https://hooks.slack.example/abcdefghijklmnopq",
                ]
                #expect(try await browser.choose(people, chat).status == 303)
                let shown = try await browser.open("/teams/nights")
                #expect(shown.text.contains("Slack") && !shown.text.contains("abcdefghijklm"), "it is a secret")
                let contact = try #require(shown.text.firstMatch(of: #/name="contact" value="([^"]+)"/#))
                let test = ["contact": String(contact.1)]
                let tested = try await browser.choose("/teams/nights", test, to: "/teams/nights/test")
                #expect(tested.headers[.location] == "/teams/nights?done=teamTested")
                #expect(
                    try await browser.choose(people, ["do": "delete"]).headers[.location] == "/teams?done=teamRemoved")
                #expect(try await browser.open("/teams/nights").status == 404)
            }
        }
    }
}
