import FairKitCore
import FairKitService
import FairKitStore
import HTTPSupport
import HTTPTypes
import Support
import Testing

extension Scene {
    /// Settles the sends of an alert that wait.
    func settleSends(of alert: String, _ state: NoticeSend.State) async throws {
        let id = try #require(AlertID(alert))
        try await house.store.write { [time = house.time] (tx) throws(DatabaseError) in
            for send in try tx.sends(about: id) where send.state == .waiting {
                try tx.settleSend(
                    send.id, state, error: state == .failed ? "refused" : nil, reference: nil, due: nil, at: time.now)
            }
        }
    }

    /// Puts a clinician on call in a team.
    func onCall(_ person: Person, in team: String) async throws {
        _ = try await house.tenancy.teams.create(
            team, description: nil, timeZone: "Africa/Nairobi", by: house.caller(.administrator))
        let account = try #require(AccountID(person.accountID))
        _ = try await house.tenancy.teams.add(.account(account), to: team, by: .command)
    }

    func named(_ person: Person, _ name: String, phone: String) async throws {
        let changed = try await send(
            .patch, "/api/v1/auth/me", as: person, json: #"{"name": "\#(name)", "phone": "\#(phone)"}"#)
        #expect(changed.status == 200, "\(changed.text)")
    }
}

@Suite struct `What a clinician reads of an alert` {
    /// A clinician in care, with the alert of their patient.
    private func inCare(
        _ body: @Sendable @escaping (Scene, inout Browser, String) async throws -> Void
    ) async throws {
        try await Scene.run { scene in
            let patient = try await scene.patient()
            try await scene.register("FU-KIT-2025110701-X", by: patient)
            let (_, amina) = try await scene.clinician("amina@example.org")
            try await scene.named(amina, "Dr. Amina", phone: "+254700000002")
            try await scene.onCall(amina, in: "backup")
            var (browser, juma) = try await scene.clinician(caringFor: patient)
            try await scene.named(juma, "Dr. Juma", phone: "+254700000001")
            try await scene.raiseAlert()
            try await body(scene, &browser, try await scene.openAlert())
        }
    }

    @Test func `says no one is told before a channel has accepted a message`() async throws {
        try await inCare { scene, browser, id in
            let pages = ["/alerts", "/alerts/\(id)", "/alerts/rows?ids=\(id)", "/home"]
            for page in pages {
                let before = try await browser.open(page).text
                #expect(before.contains("<dt>Told</dt><dd>Not yet told anyone. First message: <time"), "\(page)")
                #expect(before.contains("data-ago=\"next\">now</time>)"), "\(page)")
            }
            _ = try await scene.house.tenancy.escalation.fire()
            for page in pages {
                let during = try await browser.open(page).text
                #expect(during.contains("<dt>Being told</dt><dd>") && !during.contains("<dt>Told</dt>"), "\(page)")
                #expect(during.contains("message under way since <time"), "\(page)")
            }
            #expect(try await browser.open("/alerts").text.contains(" data-moves>"))
            try await scene.settleSends(of: id, .sent)
            for page in pages {
                let after = try await browser.open(page).text
                #expect(after.contains("<dt>Told</dt><dd>") && !after.contains("Being told"), "\(page)")
                #expect(!after.contains("data-moves"), "\(page)")
            }
            #expect(try await browser.open("/alerts/\(id)").text.contains("<span>Told: Dr. Juma, e-mail (sent)"))
        }
    }

    @Test func `says at the result, too, who was told`() async throws {
        try await Ward.run { ward in
            let result = try await ward.result(of: try await ward.person(), "820")
            let before = try await ward.browser.open("/results/\(result)").text
            #expect(before.contains("<dt>Told</dt><dd>Not yet told anyone."))
            _ = try await ward.scene.house.tenancy.escalation.fire()
            let during = try await ward.browser.open("/results/\(result)").text
            #expect(during.contains("<dt>Being told</dt><dd>cleo@example.org, message under way since"))
        }
    }

    @Test func `says who could not be told, and the number to telephone`() async throws {
        try await inCare { scene, browser, id in
            _ = try await scene.house.tenancy.escalation.fire()
            try await scene.settleSends(of: id, .failed)
            for page in ["/alerts", "/alerts/\(id)", "/alerts/rows?ids=\(id)"] {
                let text = try await browser.open(page).text
                #expect(text.contains("<dt>Could not be told</dt><dd>") && !text.contains("<dt>Told</dt>"), "\(page)")
                #expect(text.contains("Dr. Juma <a href=\"tel:+254700000001\">+254700000001</a>"), "\(page)")
                #expect(text.contains("No message arrives there. Telephone now."), "\(page)")
            }
            let history = try await browser.open("/alerts/\(id)").text
            #expect(history.contains("<li class=\"failed\">") && history.contains("Could not be told: Dr. Juma"))
        }
    }

    @Test func `asks to telephone once a message is under way for minutes`() async throws {
        try await inCare { scene, browser, id in
            _ = try await scene.house.tenancy.escalation.fire()
            scene.house.time.advance(by: .seconds(179))
            #expect(try await !browser.open("/alerts/\(id)").text.contains("Telephone now"))
            scene.house.time.advance(by: .seconds(1))
            let text = try await browser.open("/alerts/\(id)").text
            #expect(text.contains("Dr. Juma <a href=\"tel:+254700000001\">+254700000001</a>, message under way since"))
            #expect(text.contains("No message has arrived for minutes. Telephone now."))
        }
    }

    @Test func `shows the patient's number beside the form`() async throws {
        try await Scene.run { scene in
            let patient = try await scene.patient()
            let own = try await scene.send(.get, "/api/v1/auth/me", as: patient)
            let record = "/api/v1/profiles/\(try #require(try own.json["profileId"]?.text))"
            let version = try #require(try await scene.get(record, as: .administrator).headers[.eTag])
            let type = "application/merge-patch+json"
            let changed = try await scene.send(
                .patch, record, as: .administrator, type: type,
                body: Array(#"{"contact": {"phone": "+254700000009"}}"#.utf8), ["If-Match": version])
            #expect(changed.status == 200, "\(changed.text)")
            try await scene.register("FU-KIT-2025110701-X", by: patient)
            var (browser, _) = try await scene.clinician(caringFor: patient)
            try await scene.raiseAlert()
            let page = try await browser.open("/alerts/\(try await scene.openAlert())").text
            #expect(page.contains("<dt>Phone</dt><dd><a href=\"tel:+254700000009\">+254700000009</a></dd>"))
        }
    }

    @Test func `says that the next step tells the same person again, and when another person is told`() async throws {
        try await inCare { scene, browser, id in
            _ = try await scene.house.tenancy.escalation.fire()
            try await scene.settleSends(of: id, .sent)
            let list = try await browser.open("/alerts").text
            #expect(
                list.contains("<dt>Next step</dt>")
                    && list.contains("data-ago=\"next\">in 5 minutes</time>): Dr. Juma again</dd>"))
            #expect(
                list.contains("<dt>After that</dt>")
                    && list.contains("data-ago=\"next\">in 10 minutes</time>): Dr. Amina</dd>"))
            let page = try await browser.open("/alerts/\(id)").text
            #expect(page.contains("<span>Will tell Dr. Amina.</span>"), "a step that comes")
            #expect(page.contains("There will be no one to tell (no one on call in on-call)."))
            for _ in 1...4 {
                scene.house.time.advance(by: .seconds(5 * 60))
                _ = try await scene.house.tenancy.escalation.fire()
            }
            let later = try await browser.open("/alerts/\(id)").text
            #expect(later.contains("No one could be told (no one on call in on-call). The step after it came at once."))
        }
    }

    @Test func `comes first if it asks its reader to act, and says so`() async throws {
        try await Scene.run { scene in
            let (mine, other) = (try await scene.patient(), try await scene.stranger("ben@example.org"))
            try await scene.register("FU-KIT-2025110701-X", by: mine)
            try await scene.register("FU-KIT-2025110702-V", by: other)
            var (browser, _) = try await scene.clinician(caringFor: mine)
            _ = try await scene.report("985", kit: "FU-KIT-2025110702-V", reference: "N-2")
            scene.house.time.advance(by: .seconds(60))
            _ = try await scene.report("820", kit: "FU-KIT-2025110701-X", reference: "N-1")
            let list = try await browser.open("/alerts").text
            #expect(list.contains("The alert whose next step comes soonest is first."))
            let values = list.matches(of: #/<span>(\d+) <span class="unit">/#).map { String($0.1) }
            #expect(values == ["820", "985"])
        }
    }

    @Test func `leads on if the patient is not in the reader's care`() async throws {
        try await Scene.run { scene in
            let patient = try await scene.patient()
            try await scene.register("FU-KIT-2025110701-X", by: patient)
            let (_, juma) = try await scene.clinician("juma@example.org", caringFor: patient)
            try await scene.named(juma, "Dr. Juma", phone: "+254700000001")
            try await scene.raiseAlert()
            let id = try await scene.openAlert()
            var (browser, _) = try await scene.clinician()
            let list = try await browser.open("/alerts").text
            #expect(list.contains("Not in your care") && list.contains(">What you can do<"))
            #expect(!list.contains(">Acknowledge<"))
            let page = try await browser.open("/alerts/\(id)")
            #expect(page.text.contains("<li>Dr. Juma <a href=\"tel:+254700000001\">+254700000001</a></li>"))
            #expect(page.text.contains("action=\"/alerts/\(id)/emergency\""))
            #expect(page.text.contains("<details class=\"more\"><summary>You have the laboratory&#39;s report"))
            let token = try Browser.token(in: page)
            let empty = try await browser.send("/alerts/\(id)/emergency", ["token": token])
            #expect(empty.status == 422 && empty.text.contains("The record is not open"))
            #expect(!empty.text.contains("Otieno"))
            let reason = ["token": token, "reason": "No one in charge answers at night"]
            let opened = try await browser.send("/alerts/\(id)/emergency", reason)
            #expect(opened.status == 303)
            #expect(opened.headers[.location]?.hasPrefix("/alerts/\(id)?done=recordOpened") == true)
            let after = try await browser.open("/alerts/\(id)?done=recordOpened").text
            #expect(after.contains("Ada Otieno") && after.contains("The record is open for one hour."))
            #expect(after.contains("action=\"/alerts/\(id)/acknowledge\"") && !after.contains("Not in your care"))
        }
    }

    @Test func `keeps what is typed while its facts are read`() async throws {
        try await inCare { _, browser, id in
            let page = try await browser.open("/alerts/\(id)").text
            #expect(page.contains("Type the level and any two of these four facts"))
            let links = page.matches(of: #/<a href="\/(?:results|people)\/[^"]+"([^>]*)>/#).map { String($0.1) }
            #expect(links.count == 2 && links.allSatisfy { $0 == " target=\"_blank\" rel=\"noopener\"" }, "\(links)")
            #expect(page.contains("Read this result (in a new tab)"))
        }
    }

    @Test func `names the patient after it is acknowledged, and offers to resolve it`() async throws {
        try await inCare { _, browser, id in
            let token = try Browser.token(in: try await browser.open("/alerts/\(id)"))
            let done = try await browser.send(
                "/alerts/\(id)/acknowledge", Scene.readBack.merging(["token": token]) { $1 })
            let place = try #require(done.headers[.location])
            #expect(place == "/alerts?done=acknowledged&alert=\(id)")
            let list = try await browser.open(place).text
            #expect(list.contains("<h2>Ada Otieno, 820 mg/dL. The alert is acknowledged."))
            #expect(list.contains("<a class=\"button\" href=\"/alerts/\(id)\" data-confirm>Resolve the alert</a>"))
            let row = try await browser.open("/alerts?state=acknowledged").text
            #expect(row.contains("href=\"/alerts/\(id)\" data-confirm>Resolve the alert<"))
        }
    }

    @Test func `says what a third wrong read-back does, and keeps what was typed in the pause`() async throws {
        try await inCare { scene, browser, id in
            _ = try await scene.house.tenancy.escalation.fire()
            let token = try Browser.token(in: try await browser.open("/alerts/\(id)"))
            let fields = Scene.readBack.merging(["token": token, "value": "280", "note": "Ward 4"]) { $1 }
            let first = try await browser.send("/alerts/\(id)/acknowledge", fields)
            #expect(first.status == 422 && first.text.contains("1 read-back was wrong. After each third one"))
            for number in 2...3 {
                _ = try await browser.send(
                    "/alerts/\(id)/acknowledge", fields.merging(["note": "Ward \(number)"]) { $1 })
            }
            let pause = try await browser.send("/alerts/\(id)/acknowledge", fields.merging(["note": "Ward 9"]) { $1 })
            #expect(pause.status == 429 && pause.text.contains("Wait 10 seconds, then send it again"))
            #expect(pause.text.contains("value=\"280\"") && pause.text.contains(">Ward 9</textarea>"))
            scene.house.time.advance(by: .seconds(11))
            let right = Scene.readBack.merging(["token": token]) { $1 }
            #expect(try await browser.send("/alerts/\(id)/acknowledge", right).status == 303)
        }
    }

    @Test func `says that it is the second one of a corrected result`() async throws {
        try await inCare { scene, browser, _ in
            let list = try await scene.get("/api/v1/alerts", as: .clinician)
            let result = try #require(try list.json["items"]?.list?.first?["resultId"]?.text)
            let corrected = try await scene.post(
                "/api/v1/results/\(result)/corrections", as: .laboratory,
                json: #"{"reason": "Two samples were mixed up", "level": {"value": 985, "unit": "mg/dL"}}"#)
            #expect([200, 201].contains(corrected.status))
            let words = "Second alert of the same result: the laboratory corrected 820 mg/dL to 985 mg/dL."
            for page in ["/alerts", "/alerts/\(try await scene.openAlert())"] {
                #expect(try await browser.open(page).text.contains(words), "\(page)")
            }
            #expect(try await browser.open("/alerts?state=all").text.contains("so this alert no longer holds."))
        }
    }
}

@Suite struct `How far the messages to one receiver have come` {
    private static let start = Timestamp(milliseconds: 1_700_000_000_000)
    private static let receiver = Notice.Receiver.account(AccountID.new(at: start))

    private func notice(read: Bool = false, _ kind: NoticeKind = .alertStaff) -> Notice {
        Notice(
            id: .new(at: Self.start), to: Self.receiver, kind: kind, facts: NoticeFacts(), createdAt: Self.start,
            expiresAt: Self.start.advanced(by: .seconds(60)), readAt: read ? Self.start.advanced(by: .seconds(9)) : nil)
    }

    private func send(_ state: NoticeSend.State, of notice: Notice, after seconds: Int = 5) -> NoticeSend {
        NoticeSend(
            id: .new(at: Self.start), notice: notice.id, channel: .email, contact: nil, lane: .critical, state: state,
            dueAt: nil, expiresAt: notice.expiresAt,
            endedAt: state == .waiting ? nil : Self.start.advanced(by: .seconds(seconds)))
    }

    private func telling(_ states: [NoticeSend.State], read: Bool = false) -> Telling? {
        let notice = notice(read: read)
        return Telling.all([(notice, states.map { send($0, of: notice) })]).first
    }

    @Test(arguments: [
        ([NoticeSend.State.waiting], Telling.State.underWay), ([.waiting, .sent], .told),
        ([.failed, .waiting], .underWay),
        ([.failed, .failed], .failed), ([.failed, .delivered], .told), ([], .failed), ([.failed, .cancelled], .failed),
    ])
    func `is what the best of the messages says`(states: [NoticeSend.State], state: Telling.State) {
        #expect(telling(states)?.state == state)
    }

    @Test func `is told once the person has read it, and nothing if all were cancelled`() {
        #expect(telling([.failed], read: true)?.state == .told)
        #expect(telling([.cancelled]) == nil)
        let over = notice(.alertAcknowledgedStaff)
        #expect(Telling.all([(over, [send(.sent, of: over)])]).isEmpty)
    }

    @Test func `passes a step without a receiver over to the next one`() {
        func step(_ number: Int, _ seconds: Int, repeats: Duration? = nil) -> AlertStep {
            let due = Self.start.advanced(by: .seconds(seconds))
            return AlertStep(
                alert: .new(at: Self.start), number: number, targets: [.care], repeats: repeats, dueAt: due,
                plannedAt: due)
        }
        let coming = ComingStep.all([
            (step(1, 60), []), (step(2, 120), [Self.receiver]), (step(3, 180, repeats: .seconds(60)), []),
        ])
        #expect(coming.map(\.due) == [Self.start.advanced(by: .seconds(60)), Self.start.advanced(by: .seconds(180))])
    }
}
