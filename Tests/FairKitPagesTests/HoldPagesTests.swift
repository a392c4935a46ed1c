import FairKitCore
import FairKitService
import FairKitStore
import HTTPSupport
import HTTPTypes
import Support
import Testing

@Suite struct `Erasures and legal holds, for an administrator` {
    @Test func `are listed with when and by whom, stopped, held with a reason and lifted`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient("ada@example.org")
            try await scene.manager { browser, person in
                #expect(try await browser.open("/erasures").text.contains("No erasure was asked for"))
                let own = try await scene.send(.get, "/api/v1/auth/me", as: ada)
                let id = try #require(try own.json["profileId"]?.text)
                let path = "/people/\(id)/hold"
                scene.house.time.advance(by: .seconds(60))
                let asked = try await scene.send(
                    .post, "/api/v1/profiles/\(id)/erase", as: ada,
                    json: #"{"confirm": "\#(id)", "password": "\#(Scene.password)"}"#)
                #expect(asked.status == 202, "\(asked.text)")
                let list = try await browser.open("/erasures")
                #expect(list.text.contains("The patient") && list.text.contains("href=\"\(path)\""))
                let record = try await browser.open("/people/\(id)").text
                let name = try #require(record.firstMatch(of: #/<div class="person"><b>([^<]+)</#)?.1)
                #expect(list.text.contains("<b>\(name)</b><br>"))
                #expect(list.text.contains("Will be carried out") && !list.text.contains("Waits: a legal hold"))
                #expect(try await scene.get("/api/v1/erasures", as: .administrator).says("\"profileId\":\"\(id)\""))
                let empty = try await browser.fill(path, ["do": "hold", "reason": " "])
                #expect(empty.status == 422 && empty.text.contains("href=\"#reason\""))
                let held = try await browser.fill(path, ["do": "hold", "reason": "Case <17>"])
                #expect(held.headers[.location] == "\(path)?done=holdSet")
                let kept = try await browser.open("/erasures")
                #expect(kept.text.contains("Case &lt;17&gt;") && kept.text.contains("Waits: a legal hold"))
                #expect(try await scene.get("/api/v1/holds", as: .administrator).says("\"reason\":\"Case<17>\""))
                let early = try await browser.fill(path, ["do": "lift"])
                #expect(early.headers[.location]?.hasPrefix("/prove") == true, "it asks for a proof first")
                #expect(try await browser.open("\(path)?lift=yes").headers[.location]?.hasPrefix("/prove") == true)
                let api = "/api/v1/profiles/\(id)/hold"
                #expect(try await scene.send(.delete, api, as: .administrator, type: nil, body: nil).status == 403)
                #expect(try await browser.open("/erasures").text.contains("Case &lt;17&gt;"), "it is not lifted")
                try await browser.prove(person)
                #expect(!(try await browser.open(path).text.contains("value=\"lift\"")))
                #expect(try await browser.open("\(path)?lift=yes").text.contains("value=\"lift\""))
                let lifted = try await browser.fill(path, ["do": "lift"])
                #expect(lifted.headers[.location] == "\(path)?done=holdLifted")
                #expect(try await browser.fill(path, ["do": "lift"]).headers[.location] == path, "it is lifted already")
                #expect(
                    try await browser.fill(path, ["do": "stop"]).headers[.location] == "\(path)?done=erasureStopped")
                #expect(try await browser.open("/erasures").text.contains("No erasure was asked for"))
                #expect(!(try await browser.open(path).text.contains("value=\"stop\"")), "nothing is left to stop")
                let seen = try await scene.get("/api/v1/audit?patientId=\(id)", as: .administrator)
                #expect(seen.text.contains("profile.erasures-listed") && seen.text.contains("profile.holds-listed"))
            }
        }
    }

    @Test func `are listed in pages, however many there are`() async throws {
        try await Scene.run { scene in
            try await scene.manager { browser, _ in
                let now = scene.house.time.now
                var people: [ProfileID] = []
                for _ in 0..<51 { people.append(try await scene.house.person()) }
                let actor = scene.house.caller(.administrator).subject.id
                try await scene.house.store.write { [people] (tx) throws(DatabaseError) in
                    for (number, person) in people.enumerated() {
                        try tx.setLegalHold(LegalHold(reason: "Case \(number).", since: now), on: person)
                        // Two are due at one time.
                        let due = now.advanced(by: .seconds(number / 2 * 60))
                        try tx.insertRequestedErasure(
                            RequestedErasure(profile: person, actor: actor, requestedAt: now, dueAt: due))
                    }
                }
                for (list, rows) in [("holds", "<td>Case "), ("cursor", "Waits: a legal hold")] {
                    let first = try await browser.open("/erasures").text
                    let link = try #require(first.firstMatch(of: try Regex("/erasures\\?\(list)=[^\"]+")))
                    let second = try await browser.open(String(first[link.range])).text
                    #expect(first.split(separator: rows).count == 51 && second.split(separator: rows).count == 2)
                }
                for (path, limit) in [("/api/v1/holds", 50), ("/api/v1/erasures", 17)] {
                    var (seen, cursor): ([String], String?) = ([], "")
                    while let next = cursor {
                        let more = next.isEmpty ? "" : "&cursor=\(next)"
                        let page = try await scene.get("\(path)?limit=\(limit)\(more)", as: .administrator)
                        seen += try page.json["items"]?.list?.compactMap { $0["profileId"]?.text } ?? []
                        cursor = try page.json["nextCursor"]?.text
                    }
                    #expect(seen.count == 51 && Set(seen).count == 51, "\(path)")
                }
            }
        }
    }
}

@Suite struct `What is kept about the clinic` {
    @Test func `names the last backup and drill, however many entries came after`() async throws {
        try await Scene.run { scene in
            try await scene.manager { browser, _ in
                let tenancy = scene.house.tenancy
                let backup = Caller.command.entry(.storeBackedUp, "/backups/1", about: nil, at: tenancy.now())
                try await scene.house.store.write { (tx) throws(DatabaseError) in try tx.record(backup) }
                #expect(!(try await browser.open("/clinic/health").text.contains("was not sound")))
                try await tenancy.operations.recordDrill(of: "/backups/1", isSound: false, by: .command)
                let page = try await browser.open("/clinic/health")
                #expect(page.text.contains("The backup was not sound.") && !page.text.contains("None is on record."))
            }
        }
    }

    @Test func `is searched in bounded steps, and each view is one entry`() async throws {
        try await Scene.run { scene in
            try await scene.manager { browser, person in
                _ = try await browser.open("/home")
                let store = scene.house.store
                let before = try await store.read { (tx) throws(DatabaseError) in try tx.lastAuditNumber() }
                #expect(try await browser.open("/audit").status == 200)
                let after = try await store.read { (tx) throws(DatabaseError) in try tx.lastAuditNumber() }
                #expect(after == before + 1, "a view is one entry")
                let found = try await store.read { (tx) throws(DatabaseError) in
                    var filter = AuditFilter()
                    filter.action = .tenantErased
                    return try tx.auditEntries(filter, before: nil, limit: 10, examining: 2)
                }
                #expect(found.items.isEmpty && found.next == AuditCursor(number: after - 1), "the search goes on there")
                let refused = try await browser.open("/audit?denied=yes&from=2026-01-01&to=2099-01-01")
                #expect(refused.status == 200)
            }
        }
    }

    @Test func `has a notice in each language, and the one that was shown is recorded`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient("ada@example.org")
            try await scene.manager { browser, person in
                try await browser.prove(person)
                let typed = [
                    "notice": "For all", "notice-es": "En español\r\ny más", "noticeURL-es": "https://example.org/es",
                ]
                let preview = try await browser.choose("/settings/notices", typed.merging(["do": "preview"]) { $1 })
                #expect(preview.status == 200 && preview.text.contains("<p>En español</p><p>y más</p>"))
                #expect(preview.text.matches(of: #/<p>For all</p>/#).count == 3, "English and Swahili have no own one")
                #expect(!(try await scene.get("/api/v1/settings", as: .administrator).says("consentNotices")))
                let wrong = try await browser.choose(
                    "/settings/notices", typed.merging(["noticeURL-es": "http://x"]) { $1 })
                #expect(wrong.status == 422 && wrong.text.contains("href=\"#noticeURL-es\""))
                #expect(try await browser.choose("/settings/notices", typed).status == 303)
                let settings = try await scene.get("/api/v1/settings", as: .administrator)
                let (all, spanish) = (
                    try settings.json["consentNotice"]?["id"]?.text,
                    try settings.json["consentNotices"]?["es"]?["id"]?.text
                )
                #expect(all != nil && spanish != nil && all != spanish)
                #expect(
                    try await browser.choose("/settings/notices", typed.merging(["notice": "Other"]) { $1 }).status
                        == 303)
                let later = try await scene.get("/api/v1/settings", as: .administrator)
                #expect(
                    try later.json["consentNotices"]?["es"]?["id"]?.text == spanish, "an unchanged text keeps its id")
                _ = try await scene.send(.patch, "/api/v1/auth/me", as: ada, json: #"{"language": "es"}"#)
                var reader = Browser(scene)
                _ = try await reader.signIn(as: ada)
                let consent = try await reader.open("/profile/consents/research")
                #expect(consent.text.contains("<p>En español</p>") && !consent.text.contains("Other"))
                let sent = try await reader.choose("/profile/consents/research", ["agree": "yes"])
                #expect(sent.status == 303)
                let id = try #require(try await scene.send(.get, "/api/v1/auth/me", as: ada).json["profileId"]?.text)
                let record = try await scene.send(.get, "/api/v1/profiles/\(id)", as: ada)
                #expect(try record.json["consentChanges"]?["research"]?["notice"]?.text == spanish)
                #expect(try await browser.open("/settings").text.contains("How long things are kept"))
            }
        }
    }
}
