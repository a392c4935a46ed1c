import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import FairKitStore
import FoundationEssentials
import HTTPTypes
import Relational
import Support
import Testing

@Suite struct `A person's record` {
    private static let code = "FU-KIT-2025110701-X"

    private func path(_ scene: Scene, _ rest: String) -> String { "/api/v1/profiles/\(scene.person)/\(rest)" }

    private func erase(_ scene: Scene, confirm: String? = nil) async throws -> Scene.Reply {
        try await scene.onMachine { machine in
            try await machine.post(
                "/local/profiles/\(scene.person)/erase", as: nil,
                json: #"{"confirm": "\#(confirm ?? "\(scene.person)")"}"#)
        }
    }

    private func hold(_ scene: Scene, _ method: HTTPRequest.Method, _ body: String? = nil) async throws -> Scene.Reply {
        try await scene.send(
            method, path(scene, "hold"), as: .administrator, type: "application/json", body: body.map { Array($0.utf8) }
        )
    }

    /// The patient registers a kit, and a laboratory reports a level for it.
    private func live(_ scene: Scene, level: Int = 150) async throws {
        let registered = try await scene.post(
            "/api/v1/test-kits/register", as: .patient, photo: nil, barcode: Self.code)
        #expect(registered.status == 201)
        let result = try await post(level, as: "N-1", in: scene)
        #expect(result.status == 201)
    }

    private func post(_ level: Int, as reference: String, in scene: Scene) async throws -> Scene.Reply {
        try await scene.post(
            "/api/v1/results", as: .laboratory,
            json: """
                {"reference": "\(reference)", "kitCode": "\(Self.code)", "testDate": "2026-11-20",
                 "level": {"value": \(level), "unit": "mg/dL"}}
                """)
    }

    private func actions(_ scene: Scene) async throws -> [String] {
        let person = scene.person
        return try await scene.house.store.read { (tx) throws(DatabaseError) in
            try tx.auditEntries(about: person).map(\.action.rawValue)
        }
    }

    @Test func `is exported by its patient as a zip, and that is recorded`() async throws {
        try await Scene.run { scene in
            try await live(scene)
            let reply = try await scene.get(path(scene, "export"), as: .patient)
            #expect(reply.status == 200)
            #expect(reply.headers[.contentType] == "application/zip")
            #expect(reply.headers[.contentDisposition] == "attachment; filename=\"fairkit-\(scene.person).zip\"")
            #expect(reply.text.hasPrefix("PK\u{3}\u{4}"))
            for name in [
                "manifest.json", "profile.json", "kits.json", "results.json", "alerts.json", "accesses.json",
                "shares.json", "care.json", "emergencies.json", "contacts.json",
            ] {
                #expect(reply.text.contains(name))
            }
            #expect(try await actions(scene).last == "profile.exported")
        }
    }

    @Test func `is exported by no other caller`() async throws {
        try await Scene.run { scene in
            let other = try await scene.house.person()
            #expect(try await scene.get("/api/v1/profiles/\(other)/export", as: .patient).status == 404)
            for role in RoleName.ofKeys where role != .patient {
                #expect(try await scene.get(path(scene, "export"), as: role).status == 403)
            }
            #expect(try await !actions(scene).contains("profile.exported"))
        }
    }

    @Test func `is exported on the server in the patient's role, and the record says so`() async throws {
        try await Scene.run(entrance: .machine) { scene in
            let role = ["FairKit-Role": "patient;\(scene.person)"]
            let reply = try await scene.send(.get, path(scene, "export"), as: nil, type: nil, body: nil, role)
            #expect(reply.status == 200)
            let plain = try await scene.send(.get, path(scene, "export"), as: nil, type: nil, body: nil)
            #expect(plain.status == 403, "an administrator sees no results")
            let person = scene.person
            let entries = try await scene.house.store.read { (tx) throws(DatabaseError) in
                try tx.auditEntries(about: person)
            }
            let entry = try #require(entries.first { $0.action == .profileExported })
            #expect(entry.actor == AuditActor(key: .machine, role: .patient))
        }
    }

    @Test func `is refused as too large rather than truncated`() async throws {
        try await Scene.run { scene in
            let person = scene.person
            _ = try await scene.house.store.write { (tx) throws(DatabaseError) in
                try tx.run(
                    """
                    INSERT INTO audit_patient (block, entry, profile_id)
                    WITH RECURSIVE line (number) AS
                        (SELECT 1000 UNION ALL SELECT number + 1 FROM line
                            WHERE number + 1 < \(1000 + PersonRecord.maxRows))
                    SELECT number / 32, number, \(person) FROM line
                    """)
            }
            let reply = try await scene.get(path(scene, "export"), as: .patient)
            #expect(reply.status == 409)
            #expect(try reply.code == "record-too-large")
        }
    }

    @Test func `is erased by the operator, and then seems never to have existed`() async throws {
        try await Scene.run { scene in
            try await live(scene)
            let kits = try await scene.get("/api/v1/test-kits", as: .patient).json["items"]?.list
            let kit = try #require(kits?.first?["id"]?.text)
            let results = try await scene.get("/api/v1/results", as: .clinician).json["items"]?.list
            let result = try #require(results?.first?["id"]?.text)
            let reply = try await erase(scene)
            #expect(reply.status == 200)
            // The log of a database is its operators'.
            #expect(try reply.json["logEmptied"] == (TestEngine.current == .files ? .bool(true) : nil))
            #expect(try reply.json["rows"]?["results"] == .number(1))
            #expect(try reply.json["rows"]?["keys"] == .number(1))
            #expect(try await scene.get("/api/v1/results", as: .patient).status == 401, "the key is gone")
            let paths = [path(scene, "accesses"), path(scene, "hold"), "/api/v1/profiles/\(scene.person)"]
            for path in paths { #expect(try await scene.get(path, as: .administrator).status == 404, "\(path)") }
            #expect(try await scene.get("/api/v1/results/\(result)", as: .clinician).status == 404)
            #expect(try await scene.get("/api/v1/results", as: .clinician).json["items"]?.list == [])
            let shown = try await scene.get("/api/v1/test-kits/\(kit)", as: .administrator)
            #expect(try shown.json["status"] == .text("resulted"))
            #expect(try shown.json["profileId"] == nil)
            #expect(try await erase(scene).status == 404)
            #expect(try await hold(scene, .put, #"{"reason": "case 7"}"#).status == 404)
            let person = scene.person
            let entries = try await scene.house.store.read { (tx) throws(DatabaseError) in
                try tx.auditEntries(about: person)
            }
            let entry = try #require(entries.last)
            #expect(entry.action == .profileErased)
            #expect(entry.object?.hasPrefix("kits 1, photos 0, results 1, versions 1, alerts 0") == true)
        }
    }

    @Test func `is erased only if its id is repeated`() async throws {
        try await Scene.run { scene in
            for wrong in ["", "x", "\(ProfileID.new(at: scene.house.time.now))"] {
                let reply = try await erase(scene, confirm: wrong)
                #expect(reply.status == 422)
                #expect(try reply.json["errors"]?.list?.first?["pointer"]?.text == "/confirm")
            }
            #expect(try await erase(scene, confirm: "\(scene.person)".uppercased()).status == 200)
        }
    }

    @Test(arguments: [RoleName.patient, .administrator])
    func `is not erased with an API key alone`(role: RoleName) async throws {
        try await Scene.run { scene in
            let reply = try await scene.post(
                path(scene, "erase"), as: role, json: #"{"confirm": "\#(scene.person)", "password": "x"}"#)
            #expect(reply.status == 403)
            #expect(try reply.code == "no-account")
            #expect(try await scene.get(path(scene, "erase"), as: role).status == 404)
        }
    }

    @Test func `is kept under a legal hold, which only administrators see`() async throws {
        try await Scene.run { scene in
            for method in [HTTPRequest.Method.get, .delete] {
                let reply = try await hold(scene, method)
                #expect(reply.status == 404)
                #expect(try reply.code == "not-held")
            }
            let set = try await hold(scene, .put, #"{"reason": "case 7"}"#)
            #expect(set.status == 200)
            #expect(try set.json["reason"] == .text("case 7"))
            let kept = try await erase(scene)
            #expect(kept.status == 409)
            #expect(try kept.code == "legal-hold")
            #expect(!kept.text.contains("case 7"))
            let again = try await hold(scene, .put, #"{"reason": "case 8"}"#)
            #expect(try again.json["since"] == set.json["since"], "it goes on since when it was set")
            #expect(try await hold(scene, .get).json["reason"] == .text("case 8"))
            let export = try await scene.get(path(scene, "export"), as: .patient)
            #expect(export.status == 200 && !export.text.contains("case 8"))
            #expect(try await hold(scene, .delete).status == 204)
            #expect(try await erase(scene).status == 200)
            let told = try await actions(scene).filter { $0.hasPrefix("profile.") }.suffix(7)
            #expect(
                told == [
                    "profile.hold-read", "profile.held", "profile.held", "profile.hold-read", "profile.exported",
                    "profile.released", "profile.erased",
                ])
        }
    }

    @Test(arguments: ["{}", #"{"reason": ""}"#, #"{"reason": "a\u0007b"}"#, #"{"reason": 7}"#])
    func `is put under a hold only with a reason`(body: String) async throws {
        try await Scene.run { scene in
            let reply = try await hold(scene, .put, body)
            #expect(reply.status == 422)
            #expect(try reply.json["errors"]?.list?.first?["pointer"]?.text == "/reason")
            let long = try await hold(scene, .put, #"{"reason": "\#(String(repeating: "x", count: 201))"}"#)
            #expect(long.status == 422)
        }
    }

    @Test func `is kept while a critical alert about it is undelivered`() async throws {
        try await Scene.run { scene in
            try await live(scene, level: 820)
            let reply = try await erase(scene)
            #expect(reply.status == 409)
            #expect(try reply.code == "open-critical-alert")
            let claim = try await scene.post(
                "/api/v1/alert-groups/default/claim", as: .consumer, json: #"{"limit": 1}"#)
            let token = try #require(try claim.json["items"]?.list?.first?["token"]?.text)
            #expect(try await erase(scene).status == 409)
            let ack = try await scene.post(
                "/api/v1/alert-groups/default/ack", as: .consumer, json: #"{"token": "\#(token)"}"#)
            #expect(ack.status == 200)
            #expect(try await erase(scene).status == 200)
            #expect(try await scene.get("/api/v1/alerts", as: .consumer).json["items"]?.list == [])
            #expect(try await scene.get("/api/v1/alerts/events", as: .consumer).json["items"]?.list == [])
            let late = try await scene.post(
                "/api/v1/alert-groups/default/extend", as: .consumer, json: #"{"token": "\#(token)", "seconds": 60}"#)
            #expect([404, 422].contains(late.status))
        }
    }

    @Test func `once erased, keeps later results for its kit without a patient, and the person may register again`()
        async throws
    {
        try await Scene.run { scene in
            try await live(scene)
            #expect(try await erase(scene).status == 200)
            let late = try await post(160, as: "N-2", in: scene)
            #expect(late.status == 202)
            #expect(try late.json["matched"] == .bool(false))
            let again = try await scene.house.person()
            let registered = try await scene.post(
                "/api/v1/test-kits/register", as: .administrator,
                json: #"{"barcode": "\#(Self.code)", "profileId": "\#(again)"}"#)
            #expect(registered.status == 409)
            #expect(try registered.code == "kit-closed")
            #expect(try await scene.get("/api/v1/profiles/\(again)", as: .administrator).status == 200)
            let found = try await scene.post(
                "/api/v1/test-kits/search", as: .laboratory, json: #"{"kitCode": "\#(Self.code)"}"#)
            #expect(found.status == 200)
        }
    }

    @Test func `leaves its id to the operator`() async throws {
        try await Scene.run(entrance: .machine) { scene in
            #expect(try await erase(scene).status == 200)
            let listed = try await scene.get("/local/erased-profiles", as: nil)
            #expect(try listed.json["items"]?.list?.map { $0["id"]?.text } == ["\(scene.person)"])
        }
    }
}
