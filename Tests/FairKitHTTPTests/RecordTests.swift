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

    /// A person's password and code lift a hold, or the operator does; a key can't.
    private func lift(_ scene: Scene) async throws -> Scene.Reply {
        try await scene.onMachine { machine in
            try await machine.send(.delete, path(scene, "hold"), as: nil, type: nil, body: nil)
        }
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

    @Test func `is refused as too large rather than truncated`() async throws {
        try await Scene.run { scene in
            let person = scene.person
            _ = try await scene.house.store.write { (tx) throws(DatabaseError) in
                try tx.run(
                    """
                    INSERT INTO audit (number, at, action, profile_id, request_id, mac)
                    WITH RECURSIVE line (number) AS
                        (SELECT 1000 UNION ALL SELECT number + 1 FROM line
                            WHERE number < \(1000 + PersonRecord.maxRows))
                    SELECT number, 1, 'kit.read', \(person), 'r', \([UInt8](repeating: 7, count: 32)) FROM line
                    """)
                try tx.run(
                    """
                    INSERT INTO audit_block (block, marks)
                    SELECT DISTINCT number / 32, substr(profile_id, 15) FROM audit WHERE number >= 1000
                    """)
            }
            let reply = try await scene.get(path(scene, "export"), as: .patient)
            #expect(reply.status == 409)
            #expect(try reply.code == "record-too-large")
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

    @Test func `is kept under a legal hold, which only administrators see`() async throws {
        try await Scene.run { scene in
            for reply in [try await hold(scene, .get), try await lift(scene)] {
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
            #expect(try await hold(scene, .delete).status == 403)
            #expect(try await lift(scene).status == 204)
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
}
