import FairKitCore
import FairKitService
import FairKitStore
import HTTPSupport
import HTTPTypes
import Support
import Testing

@Suite struct `The audit log, for an administrator` {
    @Test func `says who saw a person in one step, and narrows by area and by person`() async throws {
        try await Scene.run { scene in
            let town = try await Town(scene)
            var (doctor, root) = (
                try await town.browser(of: .clinician), try await town.browser(of: .administrator)
            )
            let ada = try #require(town.records["profile"])
            #expect(try await doctor.open("/people/\(ada)").status == 200)
            #expect(try await root.open("/people/\(ada)").text.contains("href=\"/audit?person=\(ada)\""))
            let seen = try await root.open("/audit?person=\(ada)")
            #expect(seen.text.contains("<h1>Who saw this person: given of the town family of the town</h1>"))
            #expect(seen.text.contains("name of clinician of the town") && seen.text.contains("profile.read"))
            #expect(!seen.text.contains(town.records["other profile"] ?? "-"), "others are left out")
            let clinician = try #require(town.people[.clinician]).accountID
            let done = try await root.open("/audit?actor=\(clinician)&area=alerts")
            #expect(done.text.contains("alert.acknowledged") && !done.text.contains("profile.read"))
            let later = try await root.open("/audit?from=2099-01-01")
            #expect(later.text.contains("No entry fits.") && later.text.contains("Remove filters"))
        }
    }

    @Test func `leaves out of a person's entries what the server did by itself, until its reader asks`() async throws {
        try await Scene.run { scene in
            var (root, _) = try await scene.atWork()
            let (now, person) = (scene.house.time.now, scene.person)
            try await scene.house.store.write { (tx) throws(DatabaseError) in
                try tx.record(
                    AuditEntry(
                        at: now, actor: .server, action: .resultReleased, object: nil, profileID: person, requestID: "1"
                    ))
            }
            let page = try await root.open("/audit?person=\(person)").text
            #expect(!page.contains("result.released"))
            let link = try #require(page.firstMatch(of: #/href="([^"]+)">Also show what the server did by itself/#)?.1)
            let all = try await root.open(String(link).replacing("&amp;", with: "&")).text
            #expect(all.contains("result.released") && all.contains("Leave out what the server did by itself"))
            #expect(all.contains("number \("\(person)".suffix(6).uppercased())<br>"))
            #expect(all.firstMatch(of: #/<th scope="row"><time[^>]*>[^<]+,<br>\d\d:\d\d:\d\d<br>/#) != nil)
            #expect(all.firstMatch(of: #/<th scope="col">[^<]+<\/th><th scope="col">What</#) != nil, "seen on a phone")
        }
    }

    @Test func `says when its chain was checked last, and what was found`() async throws {
        try await Scene.run { scene in
            var (root, _) = try await scene.atWork()
            #expect(try await root.open("/audit").text.contains("was never checked for tampering"))
            _ = try await scene.house.tenancy.audit.verify(against: nil, by: .command)
            let page = try await root.open("/audit")
            #expect(page.text.contains("The log is complete and unchanged.") && page.text.contains("Checked on"))
        }
    }

    @Test func `is a file in which no name is a formula`() async throws {
        try await Scene.run { scene in
            var (root, person) = try await scene.atWork()
            let renamed = try await scene.send(
                .patch, "/api/v1/auth/me", as: person, json: #"{"name": "=HYPERLINK(\"http://evil\")"}"#)
            #expect(renamed.status == 200)
            _ = try await root.open("/accounts")
            let file = try await root.open("/audit/entries.csv?area=accounts")
            #expect(file.headers[.contentType]?.hasPrefix("text/csv") == true)
            #expect(file.headers[.cacheControl] == "no-store")
            #expect(file.text.contains("account.listed") && file.text.contains("\"'=HYPERLINK(\"\"http://evil\"\")\""))
            #expect(!file.text.contains(",=") && !file.text.contains(",\"="))
        }
    }

    @Test func `has the emergencies to review, with their reasons, each reviewed once`() async throws {
        try await Scene.run { scene in
            let town = try await Town(scene)
            var root = try await town.browser(of: .administrator)
            let home = try await root.open("/home").text
            #expect(home.contains("href=\"/emergencies\""))
            #expect(home.contains("2 records opened in emergencies to review"))
            let list = try await root.open("/emergencies")
            #expect(list.text.contains("emergency of the town") && list.text.contains("name of clinician of the town"))
            let form = String(try #require(list.text.firstMatch(of: #/action="(\/emergencies\/[^"]+)"/#)).1)
            let count = list.text.matches(of: #/action="\/emergencies\/[^"]+"/#).count
            let long = String(repeating: "x", count: 501)
            let tooLong = try await root.fill("/emergencies", ["note": long], to: form)
            #expect(tooLong.status == 422 && tooLong.text.contains(long) && tooLong.text.contains("href=\"#note-"))
            let note = ["note": "Asked <the ward>.\r\nAll is clear."]
            #expect(try await root.fill("/emergencies", note, to: form).status == 303)
            let after = try await root.open("/emergencies")
            #expect(after.text.matches(of: #/action="\/emergencies\/[^"]+"/#).count == count - 1)
            let all = try await root.open("/emergencies?all=yes")
            #expect(all.text.contains("Reviewed by name of administrator of the town"))
            #expect(all.text.contains("Asked &lt;the ward&gt;."))
            // Sent again after a lost answer it is done; another note is not taken for stored.
            let token = try Browser.token(in: list)
            let again = try await root.send(form, note.merging(["token": token]) { $1 })
            #expect(again.status == 303)
            let late = try await root.send(form, ["token": token, "note": "Ask <them> again"])
            #expect(late.status == 409 && late.text.contains("Your note was not stored: Ask &lt;them&gt; again"))
            #expect(try await root.open("/emergencies?all=yes").text.contains("Asked &lt;the ward&gt;."))
        }
    }
}
