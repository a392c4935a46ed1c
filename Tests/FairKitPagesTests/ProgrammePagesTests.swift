import FairKitCore
import FairKitFrame
import FairKitService
import HTTPSupport
import HTTPTypes
import Support
import Testing

extension Scene {
    fileprivate var programmes: Programmes { house.tenancy.programmes }
    fileprivate var administrator: Caller { house.caller(.administrator) }

    /// A programme of this quarter with costs, a target of twelve and a coordinator.
    fileprivate func programme(_ name: String = "Breathe", of coordinators: [Person]) async throws -> Programme {
        let today = house.time.now.date()
        let cost = try #require(Thousandths("500"))
        let made = try await programmes.create(
            ProgrammeDraft(
                name: name, partner: "Kenya <Lung> Fund", startsOn: today, endsOn: nil,
                economics: Programme.Economics(
                    currency: "KES", costPerQuarter: cost, costPerTest: try #require(Thousandths("12.5")),
                    savedPerTest: try #require(Thousandths("100")), source: "Budget of 2026")),
            found: Faults(), by: administrator)
        let accounts = try coordinators.map { try #require(AccountID($0.accountID)) }
        let named = try await programmes.setCoordinators(
            of: made.programme.id, to: accounts, expectedVersions: nil, by: administrator)
        return try await programmes.setTargets(
            of: named.programme.id, to: [CalendarQuarter(of: today): 12], expectedVersions: nil, found: Faults(),
            by: administrator
        ).programme
    }

    /// People join a programme, register a kit and get a result; then a day ends.
    fileprivate func complete(_ count: Int, of programme: Programme) async throws {
        for number in 1...count {
            let (person, code) = (try await house.person(), KitCode.numbered(number))
            _ = try await programmes.join(person, code: programme.joinCode, notice: nil, by: administrator)
            let kit = try await post(
                "/api/v1/test-kits/register", as: .administrator,
                json: #"{"barcode": "\#(code)", "profileId": "\#(person)"}"#)
            let result = try await post(
                "/api/v1/results", as: .laboratory,
                json: """
                    {"reference": "N-\(number)", "kitCode": "\(code)", "testDate": "\(house.time.now.date())",
                     "level": {"value": 150, "unit": "mg/dL"}}
                    """)
            #expect(kit.status == 201 && result.status == 201, "\(kit.text) \(result.text)")
        }
        house.time.advance(by: .seconds(86_400))
        _ = try await programmes.count()
    }

    fileprivate func coordinator(_ email: String = "partner@example.org") async throws -> Person {
        try await staff("coordinator", email)
    }
}

@Suite struct `The figures of a programme, for its coordinator` {
    @Test func `are the same on the page, as JSON, as a file and in print`() async throws {
        try await Scene.run { scene in
            let person = try await scene.coordinator()
            let programme = try await scene.programme(of: [person])
            try await scene.complete(14, of: programme)
            var browser = Browser(scene)
            _ = try await browser.signIn(as: person)
            let home = try await browser.open("/home")
            #expect(home.text.contains("Breathe") && home.text.contains("Got a result this quarter: 14. Target: 12"))
            let path = "/programmes/\(programme.id)"
            #expect(home.text.contains("href=\"\(path)\""))
            let page = try await browser.open(path)
            #expect(page.status == 200 && page.text.contains("Kenya &lt;Lung&gt; Fund"), "\(page.text)")
            #expect(page.text.contains("Target: 12 people. So far at least 14 got a result. The target is met."))
            // (14 × 100 − (500 + 14 × 12.5)) ÷ (500 + 14 × 12.5) = 725 ÷ 675
            #expect(page.text.contains("107.4 %") && page.text.contains("Budget of 2026"))
            #expect(page.text.contains("For each KES spent, 2.074 KES were saved."))
            let quarter = CalendarQuarter(of: scene.house.time.now.date())
            let tokens = try await scene.signedIn(person.email, scene.login(person.email))
            let json = try await scene.send(.get, "/api/v1\(path)/figures?period=\(quarter)", as: tokens)
            #expect(json.status == 200, "\(json.text)")
            let file = try await browser.open("\(path)/figures.csv?period=\(quarter)")
            #expect(file.status == 200 && file.headers[.contentType]?.hasPrefix("text/csv") == true)
            let figures = try await scene.programmes.figures(
                of: programme.id, in: .quarter(quarter), by: scene.administrator)
            let printed = FigureSheet(figures, in: .english).document(
                by: DisplayName(of: .standard), at: scene.house.time.now)
            let rows = printed.blocks.flatMap { block in
                if case .table(let table) = block { table.rows } else { [] as [[String]] }
            }
            for measure in FigureMeasure.allCases {
                let word = Language.english.figures.measures[measure]
                let shown = figures.people[measure]?.count.map { "\($0)" }
                let cell = "<th scope=\"row\">\(word)</th><td class=\"num\">\(shown ?? "fewer than ten")</td>"
                #expect(page.text.contains(cell), "\(cell)")
                let line = ",\(word),\(shown ?? "fewer than ten")\r\n"
                #expect(file.text.contains(line), "\(line)")
                #expect(rows.contains([word, shown ?? "fewer than ten"]))
                #expect(json.says("\"\(measure.rawValue)\":{\"people\":\(shown ?? "null"),"), "\(json.text)")
            }
            #expect(file.text.contains(",Return on investment,107.4 %"), "\(file.text)")
            let yesterday = scene.house.time.now.date().adding(days: -1)
            let counted = Language.english.text(of: yesterday)
            #expect(file.text.contains(",\(quarter.lastDay),\(yesterday),Got a result,14\r\n"), "\(file.text)")
            #expect(file.text.contains("to \(counted) (so far)") && page.text.contains("to \(counted) (so far)"))
            let name = "fairkit-figures-breathe-\(quarter)"
            #expect(file.headers[.contentDisposition] == "attachment; filename=\"\(name).csv\"")
            #expect(file.text.contains(",Where these numbers come from,Budget of 2026"), "\(file.text)")
            let pdf = try await browser.open("\(path)/figures.pdf?period=\(quarter)")
            #expect(pdf.status == 200 && pdf.headers[.contentType] == "application/pdf")
            #expect(pdf.headers[.contentDisposition] == "inline; filename=\"\(name).pdf\"")
        }
    }

    @Test func `say that there are fewer than ten, and never how many`() async throws {
        try await Scene.run { scene in
            let person = try await scene.coordinator()
            let programme = try await scene.programme(of: [person])
            try await scene.complete(9, of: programme)
            var browser = Browser(scene)
            _ = try await browser.signIn(as: person)
            #expect(
                try await browser.open("/home").text.contains("Got a result this quarter: fewer than ten. Target: 12"))
            for period in ["7d", "30d", "\(CalendarQuarter(of: scene.house.time.now.date()))"] {
                let page = try await browser.open("/programmes/\(programme.id)?period=\(period)")
                #expect(page.status == 200 && page.text.contains("fewer than ten"))
                #expect(
                    !page.text.contains("<td class=\"num\">9</td>") && !page.text.contains("<td class=\"num\">0</td>"))
            }
            let page = try await browser.open("/programmes/\(programme.id)")
            #expect(page.text.contains("Target: 12 people. So far fewer than ten got a result."))
            #expect(page.text.contains("can&#39;t be calculated: fewer than ten people"))
            // What the programme has set is shown without a return, too, and no bar stands for a number that is not.
            for shown in ["saved by each − costs) ÷ costs", "<dd>100 KES</dd>", "<dd>500 KES</dd>", "Budget of 2026"] {
                #expect(page.text.contains(shown), "\(shown)")
            }
            #expect(!page.text.contains("class=\"track\""))
            let file = try await browser.open("/programmes/\(programme.id)/figures.csv")
            #expect(file.text.contains(",Where these numbers come from,Budget of 2026"), "\(file.text)")
            let today = scene.house.time.now.date()
            let days = "from=\(today.adding(days: -9))&to=\(today.adding(days: -1))"
            let other = try await browser.open("/programmes/\(programme.id)?\(days)")
            #expect(other.text.contains("Targets are set by quarter."), "\(other.text)")
        }
    }

    @Test func `are those of their own programmes only, and offer nothing that would be refused`() async throws {
        try await Scene.run { scene in
            let person = try await scene.coordinator()
            let other = try await scene.programme("Elsewhere", of: [])
            var browser = Browser(scene)
            _ = try await browser.signIn(as: person)
            let home = try await browser.open("/home")
            #expect(home.text.contains("No programme yet") && !home.text.contains("Elsewhere"))
            #expect(try await browser.open("/programmes/\(other.id)").status == 404)
            let own = try await scene.programme(of: [person])
            let page = try await browser.open("/programmes/\(own.id)")
            #expect(page.status == 200 && !page.text.contains("Change the programme"))
            #expect(!page.text.contains(own.joinCode))
        }
    }

    @Test func `say so far, not met, and not begun`() async throws {
        try await Scene.run { scene in
            let person = try await scene.coordinator()
            let programme = try await scene.programme(of: [person])
            try await scene.complete(11, of: programme)
            let quarter = CalendarQuarter(of: scene.house.time.now.date())
            let path = "/programmes/\(programme.id)?period=\(quarter)"
            var browser = Browser(scene)
            _ = try await browser.signIn(as: person)
            let now = try await browser.open(path)
            let yesterday = scene.house.time.now.date().adding(days: -1)
            let day = Language.english.text(of: yesterday)
            #expect(now.text.contains("to \(day) (so far). People are counted through \(day)."), "\(now.text)")
            #expect(now.text.contains("type=\"date\" class=\"short\" value=\"\(yesterday)\" required"))
            #expect(!now.text.contains(Language.english.text(of: quarter.lastDay)), "one end, and not two")
            #expect(!now.text.contains("was not met"))
            let before = try await browser.open("/programmes/\(programme.id)?period=\(quarter.adding(-1))")
            #expect(before.text.contains("The programme begins on ") && !before.text.contains("fewer than ten"))
            let left = quarter.lastDay.daysSince1970 - scene.house.time.now.date().daysSince1970
            scene.house.time.advance(by: .seconds(86_400 * (left + 2)))
            _ = try await browser.signIn(as: person)
            let after = try await browser.open(path)
            #expect(after.text.contains("Target: 12 people. At least 11 got a result."), "\(after.text)")
            #expect(after.text.contains("The target was not met by those who are counted."), "\(after.text)")
            #expect(!after.text.contains("so far)") && !after.text.contains("So far"))
        }
    }

    @Test func `are not shown of days to come or without an end`() async throws {
        try await Scene.run { scene in
            let person = try await scene.coordinator()
            let programme = try await scene.programme(of: [person])
            var browser = Browser(scene)
            _ = try await browser.signIn(as: person)
            for (query, field, words) in [
                ("period=never", "from", "Choose days that have begun"),
                ("from=&to=2026-11-01", "from", "Give the day"),
                ("from=2026-11-20&to=2026-11-01", "to", "The last day is before the first day."),
                ("from=2026-11-20&to=x", "to", "Give the day"),
                ("from=2001-01-01&to=2026-11-01", "from", "Choose days that have begun"),
            ] {
                let page = try await browser.open("/programmes/\(programme.id)?\(query)")
                #expect(page.status == 422 && page.text.contains("<title>Error: "), "\(query)")
                #expect(page.text.contains("<a href=\"#\(field)\">\(words)"), "\(query)")
            }
            let today = scene.house.time.now.date()
            // Today is not over, and nothing is shown below the fault.
            let open = try await browser.open("/programmes/\(programme.id)?from=\(today.adding(days: -20))&to=\(today)")
            #expect(open.status == 422 && open.text.contains("<a href=\"#to\">The last day has to be over"))
            #expect(!open.text.contains("<table>"))
            #expect(!open.text.contains("figures.csv"))
            let days = "from=\(today.adding(days: -20))&to=\(today.adding(days: -1))"
            #expect(try await browser.open("/programmes/\(programme.id)?\(days)").status == 200)
        }
    }
}

@Suite struct `A programme, for an administrator` {
    private static let typed = [
        "name": "Breathe", "partner": "Fund", "startsOn": "2026-11-01", "currency": "KES", "costPerQuarter": "2000000",
        "costPerTest": "12,5", "savedPerTest": "100", "source": "Budget of 2026",
    ]

    @Test func `is made, changed, and given targets and coordinators`() async throws {
        try await Scene.run { scene in
            let coordinator = try await scene.coordinator()
            try await scene.manager { browser, _ in
                #expect(try await browser.open("/clinic").text.contains("href=\"/programmes\""))
                #expect(try await browser.open("/programmes").text.contains("No programme yet"))
                let half = try await browser.fill("/programmes/new", ["name": "Breathe", "currency": "KES"])
                #expect(half.status == 422 && half.text.contains("value=\"Breathe\""))
                for field in ["partner", "startsOn", "source", "costPerTest"] {
                    #expect(half.text.contains("href=\"#\(field)\""), "\(field)")
                }
                let word = try await browser.fill(
                    "/programmes/new", Self.typed.merging(["currency": "shillings"]) { $1 })
                #expect(word.status == 422 && word.text.contains("href=\"#currency\""), "\(word.text)")
                let made = try await browser.fill("/programmes/new", Self.typed)
                let path = String(try #require(made.headers[.location]?.prefix { $0 != "?" }))
                let page = try await browser.open("\(path)?done=programmeMade")
                #expect(page.text.contains("The programme is added.") && page.text.contains("Fund"))
                let old = try await browser.open("\(path)/change")
                #expect(old.text.contains("value=\"12.5\""), "\(old.text)")
                let changed = Self.typed.merging(["name": "Breathe again", "endsOn": "2026-12-31"]) { $1 }
                #expect(try await browser.fill("\(path)/change", changed).status == 303)
                let late = try await browser.send(
                    "\(path)/change",
                    changed.merging(["name": "Mine", "token": Browser.token(in: old), "version": "1"]) { $1 })
                #expect(
                    late.status == 409 && late.text.contains("value=\"Mine\"") && late.text.contains("Breathe again"))
                let quarter = CalendarQuarter(of: scene.house.time.now.date())
                let small = try await browser.fill("\(path)/targets", ["\(quarter)": "9"])
                #expect(small.status == 422 && small.text.contains("href=\"#\(quarter)\""))
                let target = try await browser.fill("\(path)/targets", ["\(quarter)": "60"])
                #expect(target.status == 303, "\(target.text)")
                #expect(try await browser.open(path).text.contains("Target: 60 people. So far fewer than ten"))
                let named = try await browser.fill(
                    "\(path)/coordinators", ["who-\(coordinator.accountID)": "yes"])
                #expect(named.status == 303, "\(named.text)")
                let boxes = try await browser.open("\(path)/coordinators")
                #expect(boxes.text.contains("value=\"yes\" checked"))
                let code = try await browser.open("\(path)/code")
                let found = try await scene.programmes.list(by: scene.administrator)[0].programme
                let end = try await browser.open("\(path)/end")
                #expect(end.text.contains("Today is its last day.") && end.text.contains("name=\"version\""))
                let ended = try await browser.fill("\(path)/end", [:])
                #expect(ended.headers[.location] == "\(path)?done=programmeEnded", "\(ended.text)")
                #expect(!(try await browser.open("\(path)?done=programmeEnded").text.contains("\(path)/end")))
                #expect(try await browser.open("\(path)/end").text.contains("its last day is set"))
                #expect(try await scene.programmes.list(by: scene.administrator)[0].programme.endsOn != found.endsOn)
                #expect(code.text.contains("\(found.joinCode.prefix(4)) \(found.joinCode.suffix(4))"))
                let replaced = try await browser.fill("\(path)/code", [:])
                #expect(replaced.headers[.location] == "\(path)/code?done=programmeCodeReplaced", "\(replaced.text)")
                let other = try await scene.programmes.list(by: scene.administrator)[0].programme.joinCode
                let printed = try await browser.open("\(path)/code?done=programmeCodeReplaced").text
                #expect(other != found.joinCode && printed.contains("\(other.prefix(4)) \(other.suffix(4))"))
                #expect(printed.contains("The old code lets no one join any more."))
                let second = try await browser.fill("\(path)/code", ["version": "1"])
                #expect(
                    second.status == 409 && second.text.contains("\(other.prefix(4)) \(other.suffix(4))"),
                    "\(second.text)")
            }
        }
    }
}

@Suite struct `A programme, for a patient` {
    @Test func `is joined in two steps, the second of which says what the partner sees`() async throws {
        try await Scene.run { scene in
            let programme = try await scene.programme(of: [])
            try await scene.signedIn { browser, _ in
                #expect(try await browser.open("/profile").text.contains("href=\"/profile/programme\""))
                let wrong = try await browser.open("/profile/programme?code=ABCD-2345")
                #expect(wrong.status == 422 && wrong.text.contains("No programme has this code."))
                #expect(wrong.text.contains("value=\"ABCD-2345\""), "what was typed is kept")
                let typed = programme.joinCode.lowercased()
                // The code as it is printed, and as a browser sends it.
                let offer = "/profile/programme?code=\(typed.prefix(4))+\(typed.suffix(4))"
                let shown = try await browser.open(offer)
                #expect(shown.status == 200 && shown.text.contains("What Kenya &lt;Lung&gt; Fund never sees"))
                #expect(shown.text.contains("Breathe"))
                let half = try await browser.fill(offer, ["code": programme.joinCode], to: "/profile/programme")
                #expect(half.status == 422 && half.text.contains("href=\"#agree\""))
                #expect(
                    try await browser.open("/profile/consents/partners").text.contains("value=\"yes\" checked") == false
                )
                let joined = try await browser.fill(
                    offer, ["code": programme.joinCode, "agree": "yes"], to: "/profile/programme")
                #expect(joined.headers[.location] == "/profile/programme?done=ownProgrammeJoined", "\(joined.text)")
                let own = try await browser.open("/profile/programme?done=ownProgrammeJoined")
                #expect(own.text.contains("You have joined the programme.") && own.text.contains("Breathe"))
                let consent = try await browser.open("/profile/consents/partners")
                #expect(consent.text.contains("value=\"yes\" checked"))
                #expect(consent.text.contains("You are in the programme “Breathe”."))
                let only = try await browser.open("/profile/programme")
                #expect(only.text.contains("leave this one first") && !only.text.contains("programme/leave\""))
                let ask = try await browser.open("/profile/programme?leave=yes")
                #expect(ask.text.contains("action=\"/profile/programme/leave\"") && ask.text.contains("not counted"))
                let left = try await browser.fill("/profile/programme?leave=yes", [:], to: "/profile/programme/leave")
                #expect(left.headers[.location] == "/profile/programme?done=ownProgrammeLeft")
                #expect(try await browser.open("/profile/programme").text.contains("Code of the programme"))
                let after = try await browser.open("/profile/consents/partners")
                #expect(after.text.contains("value=\"no\" checked") && !after.text.contains("You are in the programme"))
            }
        }
    }

    @Test func `is left by a no to being counted in figures`() async throws {
        try await Scene.run { scene in
            let programme = try await scene.programme(of: [])
            try await scene.signedIn { browser, _ in
                let offer = "/profile/programme?code=\(programme.joinCode)"
                _ = try await browser.fill(
                    offer, ["code": programme.joinCode, "agree": "yes"], to: "/profile/programme")
                #expect(try await browser.fill("/profile/consents/partners", ["agree": "no"]).status == 303)
                #expect(try await browser.open("/profile/programme").text.contains("Code of the programme"))
            }
        }
    }
}
