import FairKitCore
import FairKitService
import HTTPSupport
import HTTPTypes
import Support
import Testing

/// A laboratory of Nairobi at its browser, and two patients.
private struct Bench {
    let scene: Scene
    let person: Person
    var browser: Browser

    static let code = "FU-KIT-2025110701-X"
    static let near = "FU-KIT-2025110702-V"

    static func run(_ body: @Sendable @escaping (inout Bench) async throws -> Void) async throws {
        try await Scene.run { scene in
            let more = ", \"laboratory\": \"Nairobi\""
            let person = try await scene.staff("laboratory", "lab@example.org", more: more)
            var browser = Browser(scene)
            _ = try await browser.signIn(as: person)
            var bench = Bench(scene: scene, person: person, browser: browser)
            try await body(&bench)
        }
    }

    /// Posts as this laboratory, or by a key of another one.
    func post(_ path: String, _ json: String, key: String? = nil) async throws -> Scene.Reply {
        try await scene.send(
            .post, path, as: nil, key: key, type: "application/json", body: Array(json.utf8),
            key == nil ? person.bearer : [:])
    }

    @discardableResult
    func result(_ code: String = code, _ value: Int = 90, number: String = "N-1") async throws -> String {
        let reply = try await post(
            "/api/v1/results",
            """
            {"reference": "\(number)", "kitCode": "\(code)", "testDate": "2026-11-20", "status": "final",
             "level": {"value": \(value), "unit": "mg/dL"}}
            """)
        #expect((200..<300).contains(reply.status), "\(reply.text)")
        return try #require(try reply.json["id"]?.text)
    }

    func arrive(_ code: String, key: String? = nil) async throws {
        let reply = try await post(
            "/api/v1/test-kits/arrivals", #"{"kitCode": "\#(code)", "status": "received"}"#, key: key)
        #expect(reply.status == 200, "\(reply.text)")
    }

    func key(of laboratory: String) async throws -> String {
        try await scene.house.tenancy.keys.create(name: "m", for: .laboratory(laboratory), by: .command).secret.text
    }
}

@Suite struct `Kits to which an unmatched result may belong` {
    @Test func `stand beside it, and its code is corrected by one press, and back again`() async throws {
        try await Bench.run { bench in
            let patient = try await bench.scene.patient()
            try await bench.scene.register(Bench.near, by: patient)
            try await bench.arrive(Bench.near)
            let id = try await bench.result()
            let list = try await bench.browser.open("/results/unmatched")
            #expect(list.text.contains(Bench.near), "\(list.text)")
            let link = try #require(list.text.firstMatch(of: #/href="(\/results\/[^"]+\/code\?kit=[^"]+)"/#))
            #expect(try await bench.browser.open(String(link.1)).status == 303, "it asks for a proof first")
            try await bench.browser.prove(bench.person)
            let form = try await bench.browser.open(String(link.1))
            #expect(form.text.contains("value=\"\(Bench.near)\"") && form.text.contains("value=\"N-1-2\""))
            var fields = ["kitCode": Bench.near, "reference": "N-1-2", "reason": "Read from the other tube"]
            for (name, text) in [("kitCode", ""), ("kitCode", Bench.code), ("reference", ""), ("reason", "")] {
                let page = try await bench.browser.fill(
                    String(link.1), fields.merging([name: text]) { $1 }, to: "/results/\(id)/code")
                #expect(page.status == 422 && page.text.contains("href=\"#\(name)\""), "\(name)")
            }
            let check = try await bench.browser.fill(String(link.1), fields, to: "/results/\(id)/code")
            #expect(check.status == 200 && check.text.contains("Nothing is stored yet"), "\(check.text)")
            #expect(try await bench.browser.open("/results/unmatched").text.contains("N-1"), "nothing is stored yet")
            fields["do"] = "store"
            let stored = try await bench.browser.fill(String(link.1), fields, to: "/results/\(id)/code")
            let place = try #require(stored.headers[.location])
            #expect(stored.status == 303 && place.hasSuffix("?done=codeDone"))
            // The answer was lost, and the form is sent again.
            let token = try Browser.token(in: check)
            let repeated = try await bench.browser.send(
                "/results/\(id)/code", fields.merging(["token": token, "version": "1"]) { $1 })
            #expect(repeated.headers[.location] == place, "it answers as before")
            fields["reference"] = "N-1-9"
            let other = try await bench.browser.send(
                "/results/\(id)/code", fields.merging(["token": token, "version": "1"]) { $1 })
            #expect(other.status == 404, "a result that was withdrawn is not stored once more")
            let right = try await bench.browser.open(place)
            #expect(right.text.contains(Bench.near) && right.shows("90"))
            let wrong = try await bench.browser.open("/results/\(id)")
            #expect(wrong.text.contains("Read from the other tube"), "with the reason")
            #expect(!(try await bench.browser.open("/results/unmatched").text.contains("N-1")))
            let own = try await bench.scene.send(.get, "/api/v1/results", as: patient)
            #expect(own.text.contains(Bench.near), "the person of the right kit reads it")
            // It was right before.
            let back = String(place.prefix { $0 != "?" })
            let again = ["kitCode": Bench.code, "reference": "N-1-3", "reason": "It was right", "do": "store"]
            #expect(try await bench.browser.fill("\(back)/code", again).status == 303)
            let after = try await bench.scene.send(.get, "/api/v1/results", as: patient)
            #expect(after.text.contains("entered-in-error"), "\(after.text)")
            #expect(try await bench.browser.open("/results/unmatched").text.contains("N-1-3"))
            let log = try await bench.scene.get("/api/v1/audit?limit=100", as: .administrator).text
            #expect(log.matches(of: #/result\.corrected/#).count == 2 && log.contains("result.recorded"))
        }
    }

    @Test func `are none that the laboratory does not know, and never have a name`() async throws {
        try await Bench.run { bench in
            let patient = try await bench.scene.patient()
            // Registered, but neither arrived here nor assigned.
            try await bench.scene.register(Bench.near, by: patient)
            let id = try await bench.result()
            #expect(!(try await bench.browser.open("/results/unmatched").text.contains(Bench.near)))
            let mombasa = try await bench.key(of: "Mombasa")
            try await bench.arrive(Bench.near, key: mombasa)
            #expect(!(try await bench.browser.open("/results/unmatched").text.contains(Bench.near)))
            let path = "/api/v1/results/\(id)/candidates"
            let none = try await bench.scene.send(.get, path, as: bench.person)
            #expect(try none.status == 200 && none.json["items"]?.list?.isEmpty == true, "\(none.text)")
            let other = try await bench.scene.send(.get, path, as: nil, key: mombasa, type: nil, body: nil)
            #expect(other.status == 404)
            let kit = try await bench.scene.post(
                "/api/v1/test-kits/search", as: .administrator, json: #"{"kitCode": "\#(Bench.near)"}"#)
            let kitID = try #require(try kit.json["id"]?.text)
            let assigned = try await bench.scene.send(
                .put, "/api/v1/test-kits/\(kitID)/laboratory", as: .administrator, type: "application/json",
                body: Array(#"{"laboratory": "Nairobi"}"#.utf8))
            #expect(assigned.status == 200)
            let found = try await bench.scene.send(.get, path, as: bench.person)
            #expect(found.text.contains(Bench.near))
            #expect(!found.text.contains("profileId") && !found.text.contains("patientName"))
        }
    }

    @Test(arguments: [("FU-KIT-2025110701-X", 8), ("FU-KIT-0000000000-9", 0)])
    func `differ in one digit, or in the order of two`(text: String, swaps: Int) throws {
        let number = text.filter(\.isNumber).prefix(10)
        let code = try #require(Int64(number).flatMap { KitCode(number: $0) })
        for near in code.lookalikes {
            let (one, other) = (Array("\(code)".dropLast(2)), Array("\(near)".dropLast(2)))
            let places = one.indices.filter { one[$0] != other[$0] }
            #expect(places.count == 1 || places.count == 2 && places[1] == places[0] + 1)
            #expect(one.sorted() == other.sorted() || places.count == 1)
        }
        #expect(code.lookalikes.count == 90 + swaps && !code.lookalikes.contains(code))
    }

    @Test func `name the review that the result's own kit waits for`() async throws {
        try await Bench.run { bench in
            try await bench.result()
            try await bench.scene.register(Bench.code, by: try await bench.scene.patient())
            let list = try await bench.browser.open("/results/unmatched")
            #expect(list.text.contains("A person registered this kit after the result came."), "\(list.text)")
        }
    }
}

@Suite struct `What a laboratory reads of its own` {
    @Test func `are the ranges for its results, and it changes none`() async throws {
        try await Bench.run { bench in
            _ = try await bench.key(of: "Mombasa")
            for (laboratory, low) in [("Nairobi", "93"), ("Mombasa", "97")] {
                let number = try await bench.scene.house.tenancy.ranges.add(
                    ReferenceRange(
                        unit: .milligramsPerDecilitre, low: try #require(Thousandths(low)),
                        high: try #require(Thousandths("201")), criticalMultiple: ReferenceRange.standardMultiple,
                        laboratoryID: nil, method: nil, fromAge: nil, toAge: nil, sex: nil, severeLimit: nil,
                        validFrom: try #require(CalendarDate("2026-11-01"))),
                    laboratory: laboratory, by: .command
                ).range.number
                let one = try await bench.scene.send(.get, "/api/v1/reference-ranges/\(number)", as: bench.person)
                #expect(one.status == (laboratory == "Nairobi" ? 200 : 404))
            }
            let page = try await bench.browser.open("/ranges")
            #expect(page.status == 200 && page.text.contains("93–201") && page.text.contains("100–200"), "\(page.text)")
            #expect(!page.text.contains("97–201") && !page.text.contains("Mombasa"))
            #expect(!page.text.contains("/ranges/new") && !page.text.contains("/end\""))
            #expect(try await bench.browser.open("/ranges/new").status == 403)
            #expect(try await bench.browser.open("/home").text.contains("href=\"/ranges\""))
        }
    }

    @Test func `are its own notes, which clinicians read, too`() async throws {
        try await Bench.run { bench in
            let patient = try await bench.scene.patient()
            try await bench.scene.register(Bench.code, by: patient)
            let id = try await bench.result()
            let profile = try await bench.scene.send(.get, "/api/v1/auth/me", as: patient).json["profileId"]?.text
            let doctor = try await bench.scene.staff("clinician", "cleo@example.org")
            #expect(
                try await bench.scene.post(
                    "/api/v1/care-assignments", as: .administrator,
                    json: #"{"accountId": "\#(doctor.accountID)", "profileId": "\#(profile ?? "")"}"#
                ).status == 201)
            let consent = try await bench.scene.get("/api/v1/profiles/\(profile ?? "")", as: .administrator)
            _ = try await bench.scene.send(
                .patch, "/api/v1/profiles/\(profile ?? "")", as: .administrator, type: "application/json",
                body: Array(#"{"consents": {"clinicians": true}}"#.utf8),
                ["If-Match": consent.headers[.eTag] ?? ""])
            let path = "/api/v1/results/\(id)/notes"
            let told = try await bench.scene.send(
                .post, path, as: nil, type: "application/json", body: Array(#"{"text": "Ada is worried"}"#.utf8),
                doctor.bearer)
            #expect(told.status == 201, "\(told.text)")
            let empty = try await bench.browser.open("/results/\(id)").text
            #expect(empty.contains("Your laboratory has written no note"), "it does not say that no one has")
            let saved = try await bench.browser.fill(
                "/results/\(id)", ["note": "Measured twice"], to: "/results/\(id)/notes")
            #expect(saved.status == 303)
            let page = try await bench.browser.open("/results/\(id)")
            #expect(page.text.contains("Measured twice") && !page.text.contains("Ada is worried"), "\(page.text)")
            let own = try await bench.scene.send(.get, path, as: bench.person).text
            #expect(own.contains("Measured twice") && !own.contains("worried"))
            let all = try await bench.scene.send(.get, path, as: doctor).text
            #expect(all.contains("Measured twice") && all.contains("worried"))
            let mombasa = try await bench.key(of: "Mombasa")
            let other = try await bench.scene.send(.get, path, as: nil, key: mombasa, type: nil, body: nil)
            #expect(other.status == 404)
            #expect(try await bench.scene.send(.get, path, as: patient).status == 403)
        }
    }

    @Test func `is how long its samples take, and which have waited longest`() async throws {
        try await Bench.run { bench in
            let patient = try await bench.scene.patient()
            for number in 1...4 {
                try await bench.scene.register(KitCode.numbered(number), by: patient)
                try await bench.arrive(KitCode.numbered(number))
                bench.scene.house.time.advance(by: .seconds(60))
            }
            bench.scene.house.time.advance(by: .seconds(5 * 3600))
            let more = ", \"laboratory\": \"Nairobi\""
            let late = try await bench.scene.staff("laboratory", "late@example.org", more: more)
            var later = Bench(scene: bench.scene, person: late, browser: Browser(bench.scene))
            _ = try await later.browser.signIn(as: late)
            try await later.result(KitCode.numbered(3))
            try await later.result(KitCode.numbered(2), number: "N-2")
            for place in ["/home", "/kits?stage=arrived"] {
                let page = try await later.browser.open(place)
                #expect(page.text.contains("half came within 5 hours of the arrival of the sample."), "\(page.text)")
                let card = try #require(page.text.split(separator: "From arrival to result").dropFirst().first)
                let codes = card.matches(of: #/<b class="code">([^<]+)<\/b>/#).prefix(2).map { String($0.1) }
                #expect(codes == [1, 4].map { KitCode.numbered($0) }, "the oldest first")
            }
            // A held result is one: its sample waits no more.
            try await later.result(KitCode.numbered(1), 1, number: "N-3")
            let held = try await later.browser.open("/kits?stage=arrived").text
            #expect(held.contains("Of your last 3 results"), "\(held)")
            let card = try #require(held.split(separator: "They have no result yet.").dropFirst().first)
            let codes = card.matches(of: #/<b class="code">([^<]+)<\/b>/#)
            #expect(codes.map { String($0.1) } == [KitCode.numbered(4)])
            let board = try await later.scene.send(.get, "/api/v1/dashboard", as: late)
            #expect(board.text.contains("\"medianSeconds\"") && board.text.contains("\"arrivedAt\""))
            #expect(!(try await later.scene.get("/api/v1/dashboard", as: .administrator).text.contains("turnaround")))
        }
    }
}

@Suite struct `Long lists of a laboratory` {
    @Test func `say how much of them is shown, and lead to the whole`() async throws {
        try await Bench.run { bench in
            for number in 1...51 { try await bench.result(KitCode.numbered(number), number: "N-\(number)") }
            let home = try await bench.browser.open("/home").text
            #expect(home.contains("This page shows 5 of 51."), "\(home)")
            #expect(home.contains("<a href=\"/results/unmatched\">Open the whole list</a>"))
            #expect(try await bench.browser.open("/results").text.contains("<caption>The newest 50 results</caption>"))
        }
    }
}

@Suite struct `A scan whose answer was lost` {
    private func scan(_ bench: inout Bench, _ code: String = Bench.code) async throws -> Scene.Reply {
        let page = try await bench.browser.open("/kits/arrivals")
        let reply = try await bench.browser.send(
            "/kits/arrivals", ["token": try Browser.token(in: page), "code": code, "list": ""])
        return try await bench.browser.open(try #require(reply.headers[.location]))
    }

    @Test func `has no undo when the kit is scanned again, and its page takes the arrival back`() async throws {
        try await Bench.run { bench in
            let patient = try await bench.scene.patient()
            try await bench.scene.register(Bench.code, by: patient)
            _ = try await scan(&bench)
            let second = try await scan(&bench)
            #expect(second.text.contains("Already arrived at") && !second.text.contains("Undo this scan"))
            #expect(second.text.contains("0 samples arrived"), "it is not counted twice")
            let fields = [
                "token": try Browser.token(in: second), "list": try Browser.hidden("list", in: second),
            ]
            let undone = try await bench.browser.send("/kits/arrivals/undo", fields)
            #expect(undone.status == 422 && undone.text.contains("There is no scan to undo."))
            func kit() async throws -> Scene.Reply {
                try await bench.scene.post(
                    "/api/v1/test-kits/search", as: .administrator, json: #"{"kitCode": "\#(Bench.code)"}"#)
            }
            let arrived = try await kit()
            #expect(try arrived.json["status"]?.text == "received", "a scan that changed nothing takes nothing back")
            let id = try #require(try arrived.json["id"]?.text)
            let back = try await bench.browser.fill("/kits/\(id)", ["do": "received"], to: "/kits/\(id)/take-back")
            #expect(back.headers[.location] == "/kits/\(id)?done=kitTakenBack")
            #expect(try await kit().json["status"]?.text == "registered")
            let told = try await bench.scene.send(.get, "/api/v1/notices", as: patient).text
            #expect(told.contains("kit-arrived") && told.contains("kit-not-arrived"))
        }
    }

    @Test func `of another person has no undo`() async throws {
        try await Bench.run { bench in
            _ = try await scan(&bench)
            let more = ", \"laboratory\": \"Nairobi\""
            let other = try await bench.scene.staff("laboratory", "two@example.org", more: more)
            var second = Bench(scene: bench.scene, person: other, browser: Browser(bench.scene))
            _ = try await second.browser.signIn(as: other)
            let page = try await scan(&second)
            #expect(page.text.contains("Already arrived at") && !page.text.contains("Undo this scan"))
        }
    }

    @Test(arguments: [false, true])
    func `takes the laboratory back that it assigned, and no other`(isIssued: Bool) async throws {
        try await Bench.run { bench in
            // The laboratory has kits of its own.
            for code in isIssued ? [Bench.near, Bench.code] : [Bench.near] {
                let issued = try await bench.scene.post(
                    "/api/v1/test-kits", as: .administrator,
                    json: #"{"codes": ["\#(code)"], "status": "shipped", "laboratory": "Nairobi"}"#)
                #expect(issued.status == 200)
            }
            let scanned = try await scan(&bench)
            let search = #"{"kitCode": "\#(Bench.code)"}"#
            func laboratory() async throws -> String? {
                let kit = try await bench.scene.post("/api/v1/test-kits/search", as: .administrator, json: search)
                return try kit.json["laboratory"]?.text
            }
            #expect(try await laboratory() == "Nairobi")
            let fields = [
                "token": try Browser.token(in: scanned), "list": try Browser.hidden("list", in: scanned),
            ]
            #expect(try await bench.browser.send("/kits/arrivals/undo", fields).status == 303)
            #expect(try await laboratory() == (isIssued ? "Nairobi" : nil))
        }
    }
}
