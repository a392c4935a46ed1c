import FairKitCore
import FairKitService
import FairKitStore
import FoundationEssentials
import HTTPTypes
import Support
import Testing

@Suite struct `A hidden record` {
    private static let code = "FU-KIT-2025110701-X"

    /// Another person with a kit and a result, unrelated to the scene's patient.
    private func stranger(_ scene: Scene) async throws -> (profile: String, kit: String, result: String) {
        let person = try await scene.house.person()
        let kit = try await scene.post(
            "/api/v1/test-kits/register", as: .clinician,
            json: #"{"barcode": "\#(Self.code)", "profileId": "\#(person)"}"#)
        try await scene.raiseAlert()
        let results = try await scene.get("/api/v1/results", as: .laboratory)
        let result = try #require(try results.json["items"]?.list?.first?["id"]?.text)
        return ("\(person)", try #require(try kit.json["id"]?.text), result)
    }

    /// The denials in the audit log, oldest first: role, route and patient.
    private func denied(_ scene: Scene) async throws -> [String] {
        let reply = try await scene.get("/api/v1/audit?outcome=denied", as: .administrator)
        return try #require(try reply.json["items"]?.list).reversed().map {
            "\($0["role"]?.text ?? "nobody") \($0["object"]?.text ?? "") \($0["patientId"]?.text ?? "nobody's")"
        }
    }

    private func wait(_ scene: Scene) async throws {
        scene.house.time.advance(by: .seconds(60))
        try await scene.house.tenancy.denials.writeCounted()
    }

    @Test func `causes an audit entry about its patient, and a response that reveals nothing`() async throws {
        try await Scene.run { scene in
            let other = try await stranger(scene)
            let nothing = try await scene.get(
                "/api/v1/profiles/\(ProfileID.new(at: scene.house.time.now))", as: .patient)
            #expect(try await denied(scene) == ["patient /api/v1/profiles/{id} nobody's"])
            try await wait(scene)
            for (route, path) in [
                ("/api/v1/profiles/{id}", "/api/v1/profiles/\(other.profile)"),
                ("/api/v1/profiles/{id}/accesses", "/api/v1/profiles/\(other.profile)/accesses"),
                ("/api/v1/profiles/{id}/export", "/api/v1/profiles/\(other.profile)/export"),
                ("/api/v1/profiles/{id}/shares", "/api/v1/profiles/\(other.profile)/shares"),
                ("/api/v1/results/{id}", "/api/v1/results/\(other.result)"),
                ("/api/v1/test-kits/{id}", "/api/v1/test-kits/\(other.kit)"),
            ] {
                let before = try await denied(scene)
                let reply = try await scene.get(path, as: .patient)
                #expect(
                    reply.status == 404 && reply.said == nothing.said && reply.headers == nothing.headers, "\(path)")
                #expect(try await denied(scene) == before + ["patient \(route) \(other.profile)"])
                try await wait(scene)
            }
            let found = try await scene.post(
                "/api/v1/test-kits/search", as: .patient, json: #"{"kitCode": "\#(Self.code)"}"#)
            #expect(found.status == 404 && found.said == nothing.said)
            #expect(try await denied(scene).last == "patient /api/v1/test-kits/search \(other.profile)")
        }
    }

    @Test func `belongs to another laboratory, or to a person outside a clinician's care`() async throws {
        try await Scene.run { scene in
            let other = try await stranger(scene)
            let laboratory = try await scene.house.tenancy.keys.create(
                name: "o", for: .laboratory("Mombasa"), by: .command
            )
            .secret.text
            let reply = try await scene.send(
                .get, "/api/v1/results/\(other.result)", as: nil, key: laboratory, type: nil, body: nil)
            #expect(reply.status == 404)
            #expect(try await denied(scene) == ["laboratory /api/v1/results/{id} \(other.profile)"])
            let clinician = try await scene.staff("clinician", "doctor@example.org")
            for (method, path, json) in [
                (HTTPRequest.Method.patch, "profiles/\(other.profile)", #"{"language": "sw"}"#),
                (.post, "test-kits/\(other.kit)/status", #"{"status": "mailed"}"#),
                (.post, "test-kits/register", #"{"barcode": "FU-KIT-2025110702-V", "profileId": "\#(other.profile)"}"#),
            ] {
                let type = method == .patch ? "application/merge-patch+json" : "application/json"
                let reply = try await scene.send(
                    method, "/api/v1/\(path)", as: nil, type: type, body: Array(json.utf8),
                    clinician.bearer.merging(["If-Match": "\"1\""]) { first, _ in first })
                #expect(reply.status == 404, "\(path) \(reply.text)")
                try await wait(scene)
            }
            #expect(
                try await denied(scene).dropFirst() == [
                    "clinician /api/v1/profiles/{id} \(other.profile)",
                    "clinician /api/v1/test-kits/{id}/status \(other.profile)",
                    "clinician /api/v1/test-kits/register \(other.profile)",
                ])
        }
    }

    @Test func `is reported to its patient, with the caller's role`() async throws {
        try await Scene.run { scene in
            let other = try await scene.patient("other@example.org")
            for _ in 0..<3 {
                let path = "/api/v1/profiles/\(scene.person)"
                #expect(try await scene.send(.get, path, as: other).status == 404)
            }
            try await wait(scene)
            let reply = try await scene.get("/api/v1/profiles/\(scene.person)/accesses", as: .patient)
            let items = try #require(try reply.json["items"]?.list)
            #expect(items.prefix(2).map { $0["action"]?.text } == ["request.denied", "request.denied"])
            #expect(items.prefix(2).map { $0["outcome"]?.text } == ["denied", "denied"])
            #expect(items.prefix(2).map { $0["role"]?.text } == ["patient", "patient"])
            #expect(items.prefix(2).map { $0["accountId"]?.text } == [other.accountID, other.accountID])
        }
    }

    @Test func `is different from a missing part of a visible record`() async throws {
        try await Scene.run { scene in
            let registered = try await scene.post(
                "/api/v1/test-kits/register", as: .patient, photo: nil, barcode: Self.code)
            let kit = try #require(try registered.json["id"]?.text)
            let share = ProfileID.new(at: scene.house.time.now)
            #expect(try await scene.get("/api/v1/test-kits/\(kit)/photo", as: .laboratory).status == 404)
            let shares = "/api/v1/profiles/\(scene.person)/shares/\(share)"
            #expect(try await scene.send(.delete, shares, as: .patient, type: nil, body: nil).status == 404)
            #expect(try await scene.get("/api/v1/profiles/\(share)", as: .administrator).status == 404)
            #expect(try await scene.get("/api/v1/alerts/\(share)", as: .consumer).status == 404)
            #expect(try await scene.get("/api/v1/profiles/x", as: .patient).status == 404)
            #expect(try await denied(scene) == [])
        }
    }
}
