import FairKitAPI
import FairKitCore
import FairKitFrame
import FoundationEssentials
import HTTPTypes
import Support
import Testing

/// Signed-in people. `Tests/Acceptance/who_may.py` has what each of them sees, for every route.
@Suite struct `People over HTTP` {
    /// A patient with a kit and a result.
    private struct Patient {
        let profile: String
        let result: String
        let account: Person
    }

    private func patient(_ name: String, kit digits: Int64, in scene: Scene) async throws -> Patient {
        let account = try await scene.patient("\(name)@example.org")
        let me = try await scene.send(.get, "/api/v1/auth/me", as: account)
        let profile = try #require(try me.json["profileId"]?.text)
        let code = try #require(KitCode(number: digits))
        _ = try await scene.post("/api/v1/test-kits", as: .administrator, json: #"{"codes": ["\#(code)"]}"#)
        let registered = try await scene.send(
            .post, "/api/v1/test-kits/register", as: account, json: #"{"barcode": "\#(code)"}"#)
        #expect(registered.status == 201)
        let posted = try await scene.post(
            "/api/v1/results", as: .laboratory,
            json: """
                {"reference": "\(name)", "kitCode": "\(code)", "testDate": "2026-11-20",
                 "level": {"value": 120, "unit": "mg/dL"}}
                """)
        return Patient(profile: profile, result: try #require(try posted.json["id"]?.text), account: account)
    }

    @Test func `open a record in an emergency, which is marked and ends`() async throws {
        try await Scene.run { scene in
            let ada = try await patient("ada", kit: 7_000_000_001, in: scene)
            var clinician = try await scene.staff("clinician", "wanjiru@example.org")
            let path = "/api/v1/profiles/\(ada.profile)"
            #expect(try await scene.send(.get, path, as: clinician).status == 404)
            let opened = try await scene.send(
                .post, "\(path)/break-glass", as: clinician, json: #"{"reason": "Unconscious in casualty"}"#)
            #expect(opened.status == 201)
            #expect(try await scene.send(.get, path, as: clinician).status == 200)
            #expect(try await scene.send(.get, "/api/v1/results/\(ada.result)", as: clinician).status == 200)
            let accesses = try await scene.send(.get, "\(path)/accesses", as: ada.account)
            let marked = try accesses.json["items"]?.list?.filter { $0["breakGlass"] == .bool(true) }
            #expect(marked?.count == 3)
            #expect(marked?.allSatisfy { $0["accountId"]?.text == clinician.accountID } == true)
            scene.house.time.advance(by: .seconds(3600))
            clinician = try await scene.refreshed(clinician)
            #expect(try await scene.send(.get, path, as: clinician).status == 404)
        }
    }

    @Test func `have no rights in another tenant`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            var headers = ada.bearer
            headers["X-Tenant-ID"] = "kisumu"
            let reply = try await scene.send(.get, "/api/v1/auth/me", as: nil, type: nil, body: nil, headers)
            #expect(reply.status == 401)
            // With two names a proxy may have checked the other one.
            headers["X-Tenant-ID"] = "default, kisumu"
            let smuggled = try await scene.send(.get, "/api/v1/auth/me", as: nil, type: nil, body: nil, headers)
            #expect(smuggled.status == 401)
        }
    }
}

extension Scene {
    /// The same person with new tokens.
    func refreshed(_ person: Person) async throws -> Person {
        try await signedIn(
            person.email,
            try await post("/api/v1/auth/refresh", #"{"refreshToken": "\#(person.refreshToken)"}"#), person.mfa)
    }
}
