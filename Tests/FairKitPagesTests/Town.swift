import FairKitCore
import FairKitFrame
import FairKitPages
import FairKitService
import FoundationEssentials
import HTTPSupport
import HTTPTypes
import KeyRing
import Support
import Testing

/// A clinic with a person of each role and a record of each kind. Each free text in it is what a test gives it.
struct Town {
    let scene: Scene
    private(set) var people: [RoleName: Person] = [:]
    /// Records of Ada, who is in the clinician's care and in the hands of one laboratory, by their names. Those of Ben, who has
    /// to do with neither, begin with `other `.
    private(set) var records: [String: String] = [
        "consent": "research", "team": "on-call", "other team": "on-call", "group": "default", "other group": "default",
    ]
    private let text: @Sendable (_ field: String, _ longest: Int) -> String
    private let laboratory: String
    private var kits = 0

    init(
        _ scene: Scene, _ text: @escaping @Sendable (String, Int) -> String = { field, _ in "\(field) of the town" }
    ) async throws {
        (self.scene, self.text) = (scene, text)
        laboratory = text("laboratory", 100)
        records["other consent"] = "research"
        for (name, value) in ["band": "0", "rule": "severe-low", "range": "1", "settings": "clinic"] {
            (records[name], records["other \(name)"]) = (value, value)
        }
        let tenancy = scene.house.tenancy
        _ = try await tenancy.accounts.changeSettings(["display-name": text("tenant", 60)], by: .command)
        let key = try await tenancy.keys.create(
            name: text("key", 100), for: .laboratory(laboratory), by: .command)
        let otherKey = try await tenancy.keys.create(name: "m", for: .laboratory("Mombasa"), by: .command)
        let keys = [key.secret.text, otherKey.secret.text]
        (records["key"], records["other key"]) = ("\(key.key.id)", "\(otherKey.key.id)")
        for (whose, name) in [("", text("invited", 100)), ("other ", "m")] {
            let invited = try await tenancy.accounts.invite(
                email: "\(whose == "" ? "one" : "two")@example.org", name: name, for: .laboratory(laboratory),
                by: .command)
            records["\(whose)invitation"] = "\(invited.id)"
        }
        let staff: [(RoleName, String)] = [
            (.clinician, ""), (.laboratory, ", \"laboratory\": \(quoted(laboratory))"), (.coordinator, ""),
            (.administrator, ""),
        ]
        for (role, more) in staff {
            let person = try await scene.staff(role.rawValue, "\(role.rawValue)@example.org", more: more)
            let name = quoted(text("name of \(role.rawValue)", 100))
            try await ask(.patch, "/api/v1/auth/me", as: person, "{\"name\": \(name)}")
            people[role] = person
        }
        (records["account"], records["other account"]) = (
            people[.clinician]?.accountID, people[.laboratory]?.accountID
        )
        let ada = try await scene.patient("patient@example.org")
        people[.patient] = ada
        records["profile"] = try await admit(ada, "")
        try await fill(with: ada, keys[0])
        let ben = try await scene.stranger("other@example.org")
        records["other profile"] = try await admit(ben, " of another")
        let other = try await result(of: ben, "820", keys[1], "another")
        (records["other kit"], records["other result"]) = (other.kit, other.id)
        records["other alert"] = other.alert
        records["other contact"] = try await contact(of: ben)
        records["other share"] = try await share(of: ben, "\"link\": true, \"pin\": \"246810\"")
        try await work()
    }

    func quoted(_ text: String) -> String {
        (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private func field(_ name: String, _ longest: Int = 100) -> String { quoted(text(name, longest)) }

    @discardableResult
    private func ask(
        _ method: HTTPRequest.Method, _ path: String, as person: Person? = nil, key: String? = nil, _ json: String,
        of version: String? = nil
    ) async throws -> Scene.Reply {
        var headers = person?.bearer ?? [:]
        headers["If-Match"] = version
        let reply = try await scene.send(
            method, path, as: nil, key: key ?? (person == nil ? scene.keys[.administrator] : nil),
            type: "application/json", body: Array(json.utf8), headers)
        #expect((200..<300).contains(reply.status), "\(method) \(path): \(reply.text)")
        return reply
    }

    /// Gives a patient's record all texts that it can have.
    private func admit(_ person: Person, _ whose: String) async throws -> String {
        let own = try await scene.send(.get, "/api/v1/auth/me", as: person)
        let id = try #require(try own.json["profileId"]?.text)
        let shown = try await scene.get("/api/v1/profiles/\(id)", as: .administrator)
        try await ask(
            .patch, "/api/v1/profiles/\(id)",
            """
            {"name": {"given": \(field("given\(whose)")), "family": \(field("family\(whose)"))},
             "consents": {"clinicians": true, "partners": true},
             "identifiers": [{"system": \(field("system\(whose)")), "value": \(field("identifier\(whose)"))}]}
            """, of: shown.headers[.eTag])
        return id
    }

    private func contact(of person: Person) async throws -> String {
        let made = try await ask(
            .post, "/api/v1/auth/me/contacts", as: person,
            #"{"kind": "email", "address": "o'neil&co@work.example"}"#)
        return try #require(try made.json["id"]?.text)
    }

    private func share(of person: Person, _ how: String) async throws -> String {
        let own = try await scene.send(.get, "/api/v1/auth/me", as: person)
        let profile = try #require(try own.json["profileId"]?.text)
        let made = try await ask(.post, "/api/v1/profiles/\(profile)/shares", as: person, "{\(how)}")
        return try #require(try made.json["id"]?.text)
    }

    /// A result of a new kit of a person.
    private mutating func result(of person: Person, _ value: String, _ key: String, _ name: String) async throws
        -> (id: String, kit: String, code: String, alert: String?)
    {
        // Of one day, the later ones have later ids.
        scene.house.time.advance(by: .seconds(1))
        kits += 1
        let code = KitCode.numbered(kits)
        try await scene.register(code, by: person)
        let made = try await ask(
            .post, "/api/v1/results", key: key,
            """
            {"reference": \(field("reference \(name)")), "kitCode": "\(code)", "testDate": "2026-11-20",
             "level": {"value": \(value), "unit": "mg/dL"}, "interpretation": \(field("interpretation \(name)", 500)),
             "method": \(field("method \(name)")), "sample": {"specimenId": \(field("specimen \(name)")),
             "performer": \(field("performer \(name)")), "device": \(field("device \(name)")),
             "comment": \(field("comment \(name)", 500)), "orderNumber": \(field("order \(name)"))}}
            """)
        let id = try #require(try made.json["id"]?.text)
        let found = try await scene.send(
            .get, "/api/v1/results/\(id)", as: nil, key: key, type: nil, body: nil)
        let kit = try #require(try found.json["kitId"]?.text, "\(found.text)")
        return (id, kit, code, try made.json["alertId"]?.text)
    }

    /// Ada's results in each state, and what she has set up.
    private mutating func fill(with ada: Person, _ key: String) async throws {
        let normal = try await result(of: ada, "142", key, "normal")
        (records["result"], records["kit"]) = (normal.id, normal.kit)
        let corrected = try await result(of: ada, "95", key, "corrected")
        records["corrected"] = corrected.id
        let correction = "{\"reason\": \(field("correction", 500)), \"level\": {\"value\": 75, \"unit\": \"mg/dL\"}}"
        try await ask(.post, "/api/v1/results/\(corrected.id)/corrections", key: key, correction)
        let withdrawn = try await result(of: ada, "120", key, "withdrawn")
        records["withdrawn"] = withdrawn.id
        try await ask(
            .post, "/api/v1/results/\(withdrawn.id)/corrections", key: key,
            "{\"reason\": \(field("withdrawal", 500)), \"status\": \"entered-in-error\"}")
        let verified = try await result(of: ada, "1.3", key, "verified")
        records["verified"] = verified.id
        try await ask(
            .post, "/api/v1/results/\(verified.id)/release", key: key,
            "{\"reason\": \(field("verification", 500)), \"value\": 1.3, \"unit\": \"mg/dL\"}")
        records["held"] = try await result(of: ada, "1.5", key, "held").id
        let critical = try await result(of: ada, "820", key, "critical")
        (records["critical"], records["alert"]) = (critical.id, critical.alert)
        let late = try await result(of: ada, "830", key, "acknowledged")
        (records["late"], records["acknowledged"]) = (late.code, late.alert)
        kits += 1
        try await scene.register(KitCode.numbered(kits), by: ada)
        let rejected = "\"kitCode\": \"\(KitCode.numbered(kits))\", \"status\": \"rejected\""
        try await ask(
            .post, "/api/v1/test-kits/arrivals", key: key, "{\(rejected), \"reason\": \(field("rejection", 500))}")
        records["contact"] = try await contact(of: ada)
        records["share"] = try await share(of: ada, #""with": {"email": "o'neil&co@example.org"}"#)
        try await ask(
            .post, "/api/v1/mobile/devices", as: ada,
            """
            {"deviceToken": "fcm:abcdef", "platform": "android", "label": \(field("device label", 50)),
             "osVersion": \(field("system version", 50)), "appVersion": \(field("app version", 50))}
            """)
        _ = try await scene.post(
            "/api/v1/auth/login", as: nil, json: #"{"email": "\#(ada.email)", "password": "\#(ada.password)"}"#,
            ["User-Agent": text("client", 0)])
    }

    /// What staff does about Ada, and in an emergency about a third patient.
    private mutating func work() async throws {
        let clinician = try #require(people[.clinician])
        let ada = try #require(records["profile"])
        try await ask(
            .post, "/api/v1/care-assignments",
            #"{"accountId": "\#(clinician.accountID)", "profileId": "\#(ada)"}"#)
        let alert = try #require(records["acknowledged"])
        let identifiers = #""kitCode": "\#(records["late"] ?? "")", "birthDate": "1980-02-29""#
        try await ask(
            .post, "/api/v1/alerts/\(alert)/acknowledge", as: clinician,
            """
            {"value": 830, "unit": "mg/dL", "identifiers": {\(identifiers)}, "reached": "no-other-person",
             "note": \(field("acknowledgement", 500))}
            """)
        try await ask(
            .post, "/api/v1/alerts/\(alert)/resolve", as: clinician,
            "{\"outcome\": \"patient-treated\", \"note\": \(field("resolution", 500))}")
        for (path, name) in [
            ("results/\(records["result"] ?? "")", "result"), ("alerts/\(records["alert"] ?? "")", "alert"),
            ("test-kits/\(records["kit"] ?? "")", "kit"),
        ] {
            try await ask(.post, "/api/v1/\(path)/notes", as: clinician, "{\"text\": \(field("note of \(name)", 500))}")
        }
        let third = try await scene.patient("third@example.org")
        let emergency = try await admit(third, " in an emergency")
        records["emergency"] = emergency
        for (profile, whose) in [(emergency, ""), (ada, "other ")] {
            let opened = try await ask(
                .post, "/api/v1/profiles/\(profile)/break-glass", as: clinician,
                "{\"reason\": \(field("emergency", 500))}")
            records["\(whose)glass"] = try #require(try opened.json["id"]?.text)
        }
        try await programmes()
        let (teams, account) = (scene.house.tenancy.teams, try #require(AccountID(clinician.accountID)))
        let administrator = scene.house.caller(.administrator)
        _ = try await teams.create(
            "on-call", description: text("team", 200), timeZone: "Africa/Nairobi", by: administrator)
        _ = try await teams.add(.account(account), to: "on-call", by: .command)
        _ = try await teams.addOverride(
            to: "on-call", of: account, replacing: nil, from: nil,
            until: scene.house.time.now.advanced(by: .seconds(7200)), note: text("override", 200), by: administrator)
    }

    /// A programme of Ada and the coordinator, and another one.
    private mutating func programmes() async throws {
        let (programmes, administrator) = (scene.house.tenancy.programmes, scene.house.caller(.administrator))
        for (whose, name) in [("", ""), ("other ", " of another")] {
            let cost = try #require(Thousandths("12.5"))
            let draft = ProgrammeDraft(
                name: text("programme\(name)", 100), partner: text("partner\(name)", 100),
                startsOn: scene.house.time.now.date(), endsOn: nil,
                economics: Programme.Economics(
                    currency: "KES", costPerQuarter: cost, costPerTest: cost, savedPerTest: cost,
                    source: text("source\(name)", 300)))
            let made = try await programmes.create(draft, found: Faults(), by: administrator).programme
            records["\(whose)programme"] = "\(made.id)"
            guard whose.isEmpty else { continue }
            let reader = try #require(AccountID(people[.coordinator]?.accountID ?? ""))
            _ = try await programmes.setCoordinators(
                of: made.id, to: [reader], expectedVersions: nil, by: administrator)
            let ada = try #require(ProfileID(records["profile"] ?? ""))
            _ = try await programmes.join(ada, code: made.joinCode, notice: nil, by: administrator)
        }
    }

    /// A browser in which the person of a role has signed in.
    func browser(of role: RoleName) async throws -> Browser {
        var browser = Browser(scene)
        #expect(try await browser.signIn(as: try #require(people[role])).status == 303)
        return browser
    }

    /// Changes the language of the person of a role.
    func speak(_ language: Language, as role: RoleName) async throws {
        try await ask(
            .patch, "/api/v1/auth/me", as: people[role], "{\"language\": \"\(language.rawValue)\"}")
    }
}

extension Route {
    /// What a part of its path in braces names.
    private var named: String? {
        let kinds = [
            ("/kits/", "kit"), ("/results/shares/", "share"), ("/results/", "result"), ("/alerts/", "alert"),
            ("/accounts/invitations/", "invitation"), ("/accounts/", "account"), ("/keys/", "key"),
            ("/groups/", "group"), ("/emergencies/", "glass"), ("/people/", "profile"),
            ("/profile/contacts/", "contact"), ("/profile/consents/", "consent"), ("/on-call/", "team"),
            ("/teams/", "team"), ("/escalation/", "band"), ("/rules/", "rule"), ("/ranges/", "range"),
            ("/settings/", "settings"), ("/programmes/", "programme"),
        ]
        return path.contains("{") ? kinds.first { path.hasPrefix($0.0) }?.1 : nil
    }

    /// Its path with records of a person; nil: it names none.
    ///
    /// - Parameter whose: what the names of the records begin with.
    func path(of whose: String, in records: [String: String]) -> String? {
        guard let named else { return nil }
        return path.replacing(#/\{\w+\}/#, with: records[whose + named] ?? "")
    }
}
