import FairKitCore
import FairKitService
import HTTPSupport
import HTTPTypes
import Support
import Testing

extension Scene {
    /// A team of two clinicians who share the day by shifts of 12 hours, in Madrid.
    func team(of people: [Person], to end: String = "08:00") async throws {
        let teams = house.tenancy.teams
        let ids = try people.map { try #require(AccountID($0.accountID)) }
        _ = try await teams.create(
            "on-call", description: "Nights <all>", timeZone: "Europe/Madrid", by: house.caller(.administrator))
        for id in ids { _ = try await teams.add(.account(id), to: "on-call", by: .command) }
        let (day, night, morning) = try (
            #require(LocalTime("08:00")), #require(LocalTime("20:00")), #require(LocalTime(end))
        )
        let administrator = house.caller(.administrator)
        _ = try await teams.setShifts(of: "on-call", expectedVersions: nil, by: administrator) { today, _ in
            let all = Set(Weekday.allCases)
            return [
                Shift(of: ids[0], ShiftTimes(on: all, from: day, to: night, validFrom: today.adding(days: -1))),
                Shift(of: ids[1], ShiftTimes(on: all, from: night, to: morning, validFrom: today.adding(days: -1))),
            ]
        }
    }

    /// Ana, who has the days, Ben, who has the nights, and Cleo, who has no shift.
    fileprivate func nurses() async throws -> (ana: (Browser, Person), ben: (Browser, Person), cleo: (Browser, Person))
    {
        let ana = try await clinician("ana@example.org")
        let ben = try await clinician("ben@example.org")
        let cleo = try await clinician("cleo@example.org")
        try await team(of: [ana.1, ben.1])
        let id = try #require(AccountID(cleo.1.accountID))
        _ = try await house.tenancy.teams.add(.account(id), to: "on-call", by: .command)
        return (ana, ben, cleo)
    }

    fileprivate func administrator() async throws -> Browser {
        var browser = Browser(self)
        _ = try await browser.signIn(as: try await staff("administrator", "root@example.org"))
        return browser
    }
}

@Suite struct `Who is on call, for an administrator` {
    @Test func `is changed for a while, and back`() async throws {
        try await Scene.run { scene in
            let (ana, ben, _) = try await scene.nurses()
            var browser = try await scene.administrator()
            let path = "/on-call/on-call"
            #expect(try await browser.open("/on-call").text.contains("href=\"\(path)\""))
            let page = try await browser.open(path)
            #expect(page.status == 200 && page.text.contains("All times are those of Europe/Madrid."))
            let token = try Browser.token(in: page)
            let empty = try await browser.send(path, ["token": token, "note": "Swapped <b>"])
            #expect(empty.status == 422 && empty.text.contains("<title>Error: "))
            #expect(empty.text.contains("value=\"Swapped &lt;b&gt;\"") && empty.text.contains("href=\"#untilDay\""))
            let typed = [
                "token": token, "member": ben.1.accountID, "replaces": ana.1.accountID, "fromDay": "2026-11-23",
                "fromTime": "08:00", "untilDay": "2026-11-23", "untilTime": "20:00",
            ]
            let early = try await browser.send(path, typed.merging(["untilDay": "2026-11-22"]) { $1 })
            #expect(early.status == 422 && early.text.contains("The end must be later"))
            let same = try await browser.send(path, typed.merging(["replaces": ben.1.accountID]) { $1 })
            #expect(same.status == 422 && same.text.contains("or stands on both sides"))
            let added = try await browser.send(path, typed)
            #expect(added.headers[.location] == "\(path)?done=overrideAdded")
            let after = try await browser.open("\(path)?done=overrideAdded")
            #expect(after.text.contains("<p class=\"banner ok\" tabindex=\"-1\">The change is stored."))
            #expect(after.text.contains("instead of ana@example.org") || after.text.contains("instead of a"))
            #expect(after.text.contains("23 November 2026, 08:00 (Europe/Madrid)"))
            let id = try Browser.hidden("override", in: after)
            let removed = try await browser.send("\(path)/remove", ["token": token, "override": id])
            #expect(removed.headers[.location] == "\(path)?done=overrideRemoved")
            #expect(try await !browser.open(path).text.contains("instead of"))
            #expect(try await browser.send("\(path)/remove", ["token": token, "override": "x"]).status == 422)
            #expect(try await browser.open("/on-call/no-such-team").status == 404)
        }
    }

    /// The days after which a night with a change of the clocks begins, and that night as instants.
    private static let nights: [(days: Int64, date: String, ends: [String], half: [String])] = [
        (126, "2027-03-27", ["2027-03-27T19:00:00Z", "2027-03-28T06:00:00Z"], ["2027-03-28T01:30:00Z"]),
        (343, "2027-10-30", ["2027-10-30T18:00:00Z", "2027-10-31T07:00:00Z"], ["2027-10-31T00:30:00Z"]),
    ]

    @Test(arguments: nights)
    func `has no gap and no double hour in a night of the clock change, and names the zone`(
        night: (days: Int64, date: String, ends: [String], half: [String])
    ) async throws {
        try await Scene.run { scene in
            scene.house.time.advance(by: .seconds(night.days * 86_400))
            let (_, ben, cleo) = try await scene.nurses()
            var browser = try await scene.administrator()
            let path = "/on-call/on-call"
            let next = "\(try #require(CalendarDate(night.date)).adding(days: 1))"
            let typed = [
                "token": try Browser.token(in: try await browser.open(path)), "member": cleo.1.accountID,
                "replaces": ben.1.accountID, "fromDay": night.date, "fromTime": "20:00", "untilDay": next,
                "untilTime": "08:00",
            ]
            #expect(try await browser.send(path, typed).status == 303)
            // In spring 02:30 does not exist; in autumn it comes twice.
            let half = typed.merging(["fromDay": next, "fromTime": "02:30", "note": "half"]) { $1 }
            #expect(try await browser.send(path, half).status == 303)
            let changes = try await browser.open(path).text
            for time in night.ends + night.half {
                #expect(changes.contains("datetime=\"\(time.prefix(19))"), "\(time)")
            }
            let page = try await browser.open("/on-call").text
            let team = try #require(page.split(separator: "<h2>on-call</h2>").last)
            #expect(!team.contains("No one is on call") && !page.contains("at once"))
            let times = page.matches(of: #/<time datetime="([^"]+)">([^<]*)<\/time>/#)
            #expect(times.count > 4 && times.allSatisfy { $0.2.contains("(Europe/Madrid)") || $0.2.contains("(UTC)") })
            for time in night.ends {
                #expect(
                    times.filter { $0.1.hasPrefix(time.prefix(19)) }.count == 2,
                    "the end of one is the start of the next")
            }
        }
    }
}

@Suite struct `A shift of one's own` {
    private static let path = "/on-call/on-call"

    /// The value of a choice of the page, which begins on a day.
    private func shift(on day: String, in page: Scene.Reply) throws -> String {
        let rest = try #require(page.text.split(separator: "<option value=\"\(day)").dropFirst().first)
        return day + rest.prefix { $0 != "\"" }
    }

    @Test func `is handed to a colleague, and taken back`() async throws {
        try await Scene.run { scene in
            let (ana, ben, cleo) = try await scene.nurses()
            var browser = ana.0
            let page = try await browser.open(Self.path)
            #expect(page.status == 200 && page.text.contains("Hand over a shift"))
            #expect(page.text.contains("23 November 2026, 08:00 – 23 November 2026, 20:00"))
            #expect(!page.text.contains("name=\"replaces\""), "no form that would be refused")
            #expect(!page.text.contains("<option value=\"\(ana.1.accountID)\""))
            let token = try Browser.token(in: page)
            let empty = try await browser.send("\(Self.path)/hand-over", ["token": token, "reason": "Wedding <b>"])
            #expect(
                empty.status == 422 && empty.text.contains("href=\"#shift\"")
                    && empty.text.contains("href=\"#colleague\""))
            #expect(empty.text.contains("value=\"Wedding &lt;b&gt;\""))
            let typed = [
                "token": token, "shift": try shift(on: "2026-11-23T07:00:00", in: page), "colleague": cleo.1.accountID,
            ]
            let handed = try await browser.send("\(Self.path)/hand-over", typed)
            #expect(handed.headers[.location] == "\(Self.path)?done=handedOver")
            let after = try await browser.open("\(Self.path)?done=handedOver")
            #expect(after.text.contains("The shift is handed over.") && after.text.contains("/take-back\""))
            #expect(!after.text.contains("<option value=\"2026-11-23T07:00:00"), "it is no longer theirs")
            let audit = try await scene.get("/api/v1/audit", as: .administrator)
            #expect(audit.text.contains(ana.1.accountID), "the log says who did it")
            var (other, another) = (cleo.0, ben.0)
            #expect(try await other.open("/on-call").text.contains("23 November 2026, 08:00 (Europe/Madrid)"))
            #expect(try await !another.open(Self.path).text.contains("/take-back\""))
            let id = try Browser.hidden("override", in: after)
            let foreign = ["token": try Browser.token(in: try await another.open(Self.path)), "override": id]
            let others = try await another.send("\(Self.path)/take-back", foreign)
            #expect(others.status == 404, "\(others)")
            let back = try await browser.send("\(Self.path)/take-back", ["token": token, "override": id])
            #expect(back.headers[.location] == "\(Self.path)?done=takenBack")
            #expect(try await browser.open(Self.path).text.contains("<option value=\"2026-11-23T07:00:00"))
        }
    }

    @Test func `is handed over while it runs, from now on`() async throws {
        try await Scene.run { scene in
            let (ana, _, cleo) = try await scene.nurses()
            var browser = ana.0
            let page = try await browser.open(Self.path)
            let now = scene.house.time.now
            let typed = [
                "token": try Browser.token(in: page), "shift": try shift(on: "1970-01-01T", in: page),
                "colleague": cleo.1.accountID,
            ]
            scene.house.time.advance(by: .seconds(60))
            #expect(try await browser.send("\(Self.path)/hand-over", typed).status == 303)
            let administrator = scene.house.caller(.administrator)
            func onCall(at time: Timestamp) async throws -> [AccountID] {
                try await scene.house.tenancy.teams.onCall(of: "on-call", at: time, until: nil, by: administrator)
                    .onCall
            }
            #expect(try await onCall(at: now).map(\.description) == [ana.1.accountID])
            #expect(try await onCall(at: now.advanced(by: .seconds(60))).map(\.description) == [cleo.1.accountID])
        }
    }

    @Test func `is handed over and taken back by the API, too`() async throws {
        try await Scene.run { scene in
            let (ana, ben, cleo) = try await scene.nurses()
            let path = "/api/v1/teams/on-call/hand-overs"
            func hand(to id: String, from: String = "2026-11-23T07:00:00Z", by person: Person) async throws
                -> Scene.Reply
            {
                let body = #"{"accountId": "\#(id)", "from": "\#(from)", "until": "2026-11-23T19:00:00Z"}"#
                return try await scene.send(.post, path, as: person, json: body)
            }
            let own = try await hand(to: cleo.1.accountID, by: ana.1)
            #expect(own.status == 201)
            let id = try #require(try own.json["id"]?.text)
            var browser = ana.0
            #expect(try await browser.open(Self.path).text.contains("/take-back"), "the page shows it")
            let others = try await hand(to: cleo.1.accountID, by: ben.1)
            #expect(others.status == 422 && others.text.contains("/from"))
            #expect(try await scene.send(.delete, "\(path)/\(id)", as: ben.1, json: "").status == 404)
            #expect(try await scene.send(.delete, "\(path)/\(id)", as: ana.1, json: "").status == 204)
            let nobody = try await hand(to: "x", by: ana.1)
            #expect(nobody.status == 422 && nobody.text.contains("/accountId"))
            let patient = try await scene.patient()
            #expect(try await hand(to: cleo.1.accountID, by: patient).status == 403)
        }
    }

    @Test func `is the only one that a clinician hands over, and never to someone who is there already`() async throws {
        try await Scene.run { scene in
            let (ana, ben, cleo) = try await scene.nurses()
            var (browser, other) = (ana.0, cleo.0)
            let page = try await browser.open(Self.path)
            let token = try Browser.token(in: page)
            let (first, last) = ("2026-11-23T07:00:00Z", "2026-11-23T19:00:00Z")
            func hand(_ shift: String, to person: Person) async throws -> Scene.Reply {
                try await browser.send(
                    "\(Self.path)/hand-over", ["token": token, "shift": shift, "colleague": person.accountID])
            }
            let night = try await hand("\(last) 2026-11-24T07:00:00Z", to: cleo.1)
            #expect(night.status == 422 && night.text.contains("This time is not your own shift"))
            let both = try await hand("\(first) 2026-11-24T07:00:00Z", to: cleo.1)
            #expect(both.status == 422, "a part of it is another person's")
            let (_, stranger) = try await scene.clinician("otto@example.org")
            let away = try await hand("\(first) \(last)", to: stranger)
            #expect(away.status == 422 && away.text.contains("This colleague can&#39;t be on call."))
            let id = try #require(AccountID(cleo.1.accountID))
            _ = try await scene.house.tenancy.teams.addOverride(
                to: "on-call", of: id, replacing: AccountID(ben.1.accountID),
                from: Timestamp("2026-11-23T18:00:00Z"), until: try #require(Timestamp("2026-11-24T07:00:00Z")),
                note: nil,
                by: scene.house.caller(.administrator))
            let twice = try await hand("\(first) \(last)", to: cleo.1)
            #expect(twice.status == 422 && twice.text.contains("is on call at that time already"))
            let own = ["token": try Browser.token(in: try await other.open("/home")), "colleague": ana.1.accountID]
            let taken = own.merging(["shift": "\(last) 2026-11-24T07:00:00Z"]) { $1 }
            let onwards = try await other.send("\(Self.path)/hand-over", taken)
            #expect(onwards.status == 422, "what a member took over is not theirs to hand on")
            #expect(try await other.open(Self.path).text.contains("None of your shifts can be handed over"))
            #expect(try await hand("\(first) \(last)", to: ben.1).status == 303, "the rule lets the others through")
            let fields = ["token": token, "member": ana.1.accountID, "untilDay": "2026-11-25", "untilTime": "08:00"]
            #expect(try await browser.send(Self.path, fields).status == 403, "the rota is an administrator's")
        }
    }
}
