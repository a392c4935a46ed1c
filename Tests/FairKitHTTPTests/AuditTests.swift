import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import FairKitStore
import FoundationEssentials
import Support
import Testing

@Suite struct `The audit log over HTTP` {
    /// The actions of each role on one person, including refused ones.
    private func live(_ scene: Scene) async throws {
        _ = try await scene.post("/api/v1/test-kits/register", as: .patient, photo: nil, barcode: "FU-KIT-2025110701-X")
        try await scene.raiseAlert()
        #expect(try await scene.get("/api/v1/results", as: .patient).status == 200)
        #expect(try await scene.get("/api/v1/test-kits", as: .clinician).status == 200)
        #expect(try await scene.get("/api/v1/profiles/\(scene.person)", as: .clinician).status == 200)
        #expect(try await scene.get("/api/v1/profiles/\(scene.person)", as: .laboratory).status == 403)
        #expect(try await scene.get("/api/v1/results", as: .administrator).status == 403)
        #expect(try await scene.get("/api/v1/results", as: nil).status == 401)
    }

    private func entries(_ scene: Scene, _ query: String = "") async throws -> [JSONTree] {
        let reply = try await scene.get("/api/v1/audit\(query)", as: .administrator)
        #expect(reply.status == 200, "\(reply.text)")
        return try #require(try reply.json["items"]?.list)
    }

    @Test func `shows administrators who did what, newest first`() async throws {
        try await Scene.run { scene in
            try await live(scene)
            let all = try await entries(scene)
            let numbers = all.compactMap { $0["number"]?.number }
            #expect(numbers == numbers.sorted(by: >))
            let actions = Set(all.compactMap { $0["action"]?.text })
            #expect(
                actions.isSuperset(of: [
                    "profile.created", "key.created", "kit.registered", "result.recorded", "result.listed",
                    "kit.listed", "profile.read", "request.denied",
                ]))
            let read = try #require(all.first { $0["action"]?.text == "profile.read" })
            #expect(read["patientId"]?.text == "\(scene.person)")
            #expect(read["role"]?.text == "clinician")
            #expect(read["outcome"]?.text == "success")
            #expect(try await entries(scene).first?["action"]?.text == "audit.read")
        }
    }

    @Test func `has filters and pagination`() async throws {
        try await Scene.run { scene in
            try await live(scene)
            let denied = try await entries(scene, "?outcome=denied")
            #expect(
                denied.compactMap { $0["object"]?.text } == [
                    "/api/v1/results", "/api/v1/results", "/api/v1/profiles/{id}",
                ])
            let listed = try await entries(scene, "?action=result.listed")
            #expect(listed.count == 1)
            let key = try #require(listed.first?["keyId"]?.text)
            #expect(try await entries(scene, "?actor=\(key)").allSatisfy { $0["keyId"]?.text == key })
            let about = try await entries(scene, "?patientId=\(scene.person)")
            #expect(about.contains { $0["patientIds"]?.list == [.text("\(scene.person)")] })
            #expect(about.allSatisfy { $0["patientId"] != nil || $0["patientIds"] != nil })
            #expect(try await entries(scene, "?from=2100-01-01T00:00:00Z") == [])
            #expect(try await entries(scene, "?to=2000-01-01T00:00:00Z") == [])
            var (numbers, cursor): ([Decimal], String?) = ([], "")
            let last = try #require(try await entries(scene, "?limit=1").first?["number"]?.number)
            while let place = cursor {
                let reply = try await scene.get("/api/v1/audit?limit=3\(place)", as: .administrator)
                numbers += try #require(try reply.json["items"]?.list).compactMap { $0["number"]?.number }
                cursor = try reply.json["nextCursor"]?.text.map { "&cursor=\($0)" }
            }
            #expect(numbers == numbers.sorted(by: >))
            #expect(numbers.last == 1)
            #expect(Decimal(numbers.count) == last + 1, "no page has an entry of another")
            for wrong in [
                "?action=nothing", "?outcome=maybe", "?from=yesterday", "?actor=x", "?cursor=-1", "?patient=x",
            ] {
                #expect(try await scene.get("/api/v1/audit\(wrong)", as: .administrator).status == 422, "\(wrong)")
            }
        }
    }

    @Test func `shows patients the accesses to their own record only`() async throws {
        try await Scene.run { scene in
            try await live(scene)
            let other = try await scene.house.person()
            let path = "/api/v1/profiles/\(scene.person)/accesses"
            let reply = try await scene.get(path, as: .patient)
            #expect(reply.status == 200)
            let items = try #require(try reply.json["items"]?.list)
            let told = items.map {
                "\($0["action"]?.text ?? "") \($0["outcome"]?.text ?? "") \($0["role"]?.text ?? "")"
            }
            #expect(
                told == [
                    "request.denied denied laboratory", "profile.read success clinician",
                    "kit.listed success clinician",
                    "result.listed success patient", "result.recorded success laboratory",
                    "kit.registered success patient", "key.created success administrator",
                    "profile.created success administrator",
                ])
            #expect(items.allSatisfy { $0["breakGlass"] == .bool(false) && $0["at"] != nil && $0["object"] == nil })
            #expect(!reply.text.contains("\(other)") && !reply.text.contains("192."))
            let again = try await scene.get(path, as: .administrator)
            #expect(try again.json["items"]?.list?.first?["action"]?.text == "accesses.read")
            for (path, status) in [
                ("/api/v1/profiles/\(other)/accesses", 404),
                ("/api/v1/profiles/\(ProfileID.new(at: scene.house.time.now))/accesses", 404),
            ] {
                #expect(try await scene.get(path, as: .patient).status == status)
            }
        }
    }

    @Test func `records a page of many patients as one entry`() async throws {
        try await Scene.run { scene in
            for number in 1...5 {
                let person = try await scene.house.person()
                let code = try #require(KitCode(number: Int64(number)))
                let reply = try await scene.post(
                    "/api/v1/test-kits/register", as: .clinician,
                    json: #"{"barcode": "\#(code)", "profileId": "\#(person)"}"#)
                #expect(reply.status == 201)
            }
            let before = try await entries(scene, "?limit=1").first?["number"]?.number ?? 0
            #expect(try await scene.get("/api/v1/test-kits", as: .clinician).status == 200)
            let listed = try await entries(scene, "?limit=1")
            #expect(
                listed.first?["number"]?.number == before + 2, "one for the list of the audit, one for that of kits")
            #expect(listed.first?["patientIds"]?.list?.count == 5)
        }
    }

    @Test func `never holds a name, a value, a code or a key`() async throws {
        try await Scene.run { scene in
            try await live(scene)
            let rows = try await scene.house.store.read { (tx) throws(DatabaseError) in
                try tx.auditEntries(AuditFilter(), before: nil, limit: 1000).items
            }
            #expect(rows.count > 10)
            let text = rows.map { "\($0.entry)" }.joined(separator: "\n")
            for secret in ["Ada", "Otieno", "2025110701", "Nairobi", "mg/dL"] + scene.keys.values {
                #expect(!text.contains(secret), "\(secret.prefix(4))")
            }
            // The level as a number: its digits may occur in any id.
            #expect(!text.words.contains("820"))
        }
    }
}
