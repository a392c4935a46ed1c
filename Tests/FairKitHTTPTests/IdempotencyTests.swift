import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import FairKitStore
import FoundationEssentials
import HTTPTypes
import Support
import Testing

@Suite struct `A request with an Idempotency-Key` {
    private static let code = "FU-KIT-2025110701-X"
    private static let person = #"{"name": {"given": "Ada", "family": "Otieno"}, "birthDate": "1980-02-29"}"#
    private static let replayed = HTTPField.Name("Idempotency-Replayed")

    private static func result(_ reference: String = "N-1") -> String {
        """
        {"reference": "\(reference)", "kitCode": "\(code)", "testDate": "2026-11-20", "level": {"value": 820, "unit": "mg/dL"}}
        """
    }

    private func twice(_ scene: Scene, _ path: String, as role: RoleName, json: String) async throws -> [Scene.Reply] {
        let headers = ["Idempotency-Key": "k-1"]
        let first = try await scene.post(path, as: role, json: json, headers)
        return [first, try await scene.post(path, as: role, json: json, headers)]
    }

    @Test(arguments: [
        ("/api/v1/profiles", RoleName.administrator, person, 201),
        ("/api/v1/test-kits", .administrator, #"{"count": 3}"#, 200),
        ("/api/v1/test-kits/register", .patient, #"{"barcode": "\#(code)"}"#, 201),
        ("/api/v1/results", .laboratory, result(), 202),
    ])
    func `creates one object, and gets the same response again`(
        path: String, role: RoleName, json: String, status: Int
    ) async throws {
        try await Scene.run { scene in
            let replies = try await twice(scene, path, as: role, json: json)
            #expect(replies.map(\.status) == [status, status])
            #expect(try replies[0].json["id"] == replies[1].json["id"])
            let codes = try replies.map { try $0.json["items"]?.list?.map { $0["kitCode"] } }
            #expect(codes[0] == codes[1])
            let name = try #require(Self.replayed)
            #expect(replies.map { $0.headers[name] } == [nil, "true"])
        }
    }

    @Test func `assigns care once, and shows that it has ended since`() async throws {
        try await Scene.run { scene in
            let account = try #require(try await scene.house.somebody(.clinician).subject.account)
            let (path, end) = ("/api/v1/care-assignments", scene.house.time.now.advanced(by: .seconds(60)))
            let json = #"{"accountId": "\#(account)", "profileId": "\#(scene.person)", "to": "\#(end)"}"#
            let replies = try await twice(scene, path, as: .administrator, json: json)
            #expect(replies.map(\.status) == [201, 201])
            #expect(replies[0].text == replies[1].text)
            let name = try #require(Self.replayed)
            #expect(replies.map { $0.headers[name] } == [nil, "true"])
            let listed = try await scene.get("\(path)?accountId=\(account)", as: .administrator)
            #expect(try listed.json["items"]?.list?.count == 1)
            let id = try #require(try replies[0].json["id"]?.text)
            #expect(try await scene.post("\(path)/\(id)/end", as: .administrator, json: "{}").status == 200)
            scene.house.time.advance(by: .seconds(61))
            let later = try await scene.post(path, as: .administrator, json: json, ["Idempotency-Key": "k-1"])
            #expect(later.status == 201)
            #expect(try later.json["id"]?.text == id)
            #expect(try later.json["active"] == .bool(false))
            #expect(try later.json["endedAt"] != nil)
            let other = try await scene.post(
                path, as: .administrator, json: #"{"accountId": "\#(account)", "profileId": "\#(scene.person)"}"#,
                ["Idempotency-Key": "k-1"])
            #expect(try other.code == "idempotency-key-reused")
        }
    }

    @Test func `may come again with its members in another order, and numbers written otherwise`() async throws {
        try await Scene.run { scene in
            let other = """
                { "level": {"unit": "mg/dL", "value": 820.0}, "testDate": "2026-11-20",
                  "kitCode": "\(Self.code)", "reference": "N-1" }
                """
            let headers = ["Idempotency-Key": "k-1"]
            let first = try await scene.post("/api/v1/results", as: .laboratory, json: Self.result(), headers)
            let again = try await scene.post("/api/v1/results", as: .laboratory, json: other, headers)
            #expect(again.status == first.status)
            #expect(try again.json == first.json)
        }
    }

    @Test func `is forgotten after a day, except for results`() async throws {
        try await Scene.run { scene in
            let headers = ["Idempotency-Key": "k-1"]
            let first = try await scene.post("/api/v1/profiles", as: .administrator, json: Self.person, headers)
            let result = try await scene.post("/api/v1/results", as: .laboratory, json: Self.result(), headers)
            scene.house.time.advance(by: .seconds(86_400))
            let now = scene.house.time.now
            let forgotten = try await scene.house.store.write { (tx) throws(DatabaseError) in
                try tx.deleteExpired(.idempotencyKeys, at: now)
            }
            #expect(forgotten == 1)
            let next = try await scene.post("/api/v1/profiles", as: .administrator, json: Self.person, headers)
            #expect(try first.json["id"] != next.json["id"])
            let same = try await scene.post("/api/v1/results", as: .laboratory, json: Self.result(), headers)
            #expect(try result.json["id"] == same.json["id"])
        }
    }

    @Test(arguments: ["", "a b", "é", String(repeating: "x", count: 256)])
    func `needs a valid key`(key: String) async throws {
        try await Scene.run { scene in
            let reply = try await scene.post(
                "/api/v1/profiles", as: .administrator, json: Self.person, ["Idempotency-Key": key])
            #expect(reply.status == 400)
            #expect(try reply.code == "malformed-idempotency-key")
        }
    }
}
