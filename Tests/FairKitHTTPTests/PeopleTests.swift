import FairKitCore
import FairKitHTTP
import FoundationEssentials
import HTTPTypes
import Support
import Testing

/// People who have signed in, as the server itself answers them: their own record, that of somebody in their care, and others'.
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

    /// `P` is a profile's id, `R` a result's. The columns are patient: own, other; clinician: in care, other; laboratory; coordinator;
    /// administrator.
    private static let table: [(HTTPRequest.Method, String, [Int])] = [
        (.get, "/profiles/P", [200, 404, 200, 404, 403, 403, 200]),
        (.get, "/profiles/P/accesses", [200, 404, 403, 403, 403, 403, 200]),
        (.get, "/profiles/P/export", [200, 404, 403, 403, 403, 403, 403]),
        (.get, "/profiles/P/shares", [200, 404, 403, 403, 403, 403, 403]),
        (.get, "/profiles/P/hold", [403, 403, 403, 403, 403, 403, 404]),
        (.get, "/results/R", [200, 404, 200, 404, 200, 403, 403]),
        (.post, "/results/R/corrections", [403, 403, 403, 403, 415, 403, 403]),
        (.get, "/results", [200, 200, 200, 200, 200, 403, 403]),
        (.get, "/alerts", [403, 403, 200, 200, 403, 403, 403]),
        (.get, "/alert-groups/default/waiting", [403, 403, 200, 200, 403, 403, 403]),
        (.post, "/alert-groups/default/claim", [403, 403, 403, 403, 403, 403, 403]),
        (.get, "/audit", [403, 403, 403, 403, 403, 403, 200]),
        (.get, "/accounts", [403, 403, 403, 403, 403, 403, 200]),
        (.get, "/care-assignments", [403, 403, 403, 403, 403, 403, 200]),
        (.get, "/break-glass", [403, 403, 403, 403, 403, 403, 200]),
        (.get, "/settings", [403, 403, 403, 403, 403, 403, 200]),
        (.get, "/figures?from=2026-01&to=2026-02", [403, 403, 403, 403, 403, 200, 200]),
        (.get, "/auth/me", [200, 200, 200, 200, 200, 200, 200]),
    ]

    @Test func `see what their role and their relations let them see`() async throws {
        try await Scene.run { scene in
            let ada = try await patient("ada", kit: 7_000_000_001, in: scene)
            let ben = try await patient("ben", kit: 7_000_000_002, in: scene)
            let clinician = try await scene.staff("clinician", "wanjiru@example.org")
            let assigned = try await scene.post(
                "/api/v1/care-assignments", as: .administrator,
                json: #"{"accountId": "\#(clinician.accountID)", "profileId": "\#(ada.profile)"}"#)
            #expect(assigned.status == 201)
            let laboratory = try await scene.staff(
                "laboratory", "lab@example.org", more: #", "laboratory": "Nairobi""#)
            let coordinator = try await scene.coordinator("partner@example.org")
            let administrator = try await scene.staff("administrator", "grace@example.org")
            let askers: [(who: String, person: Person, of: Patient)] = [
                ("patient, own", ada.account, ada), ("patient, other", ada.account, ben),
                ("clinician, in care", clinician, ada), ("clinician, other", clinician, ben),
                ("laboratory", laboratory, ada), ("coordinator", coordinator, ada),
                ("administrator", administrator, ada),
            ]
            for (method, pattern, statuses) in Self.table {
                for (asker, status) in zip(askers, statuses) {
                    let path = pattern.split(separator: "/").map {
                        $0 == "P" ? asker.of.profile : $0 == "R" ? asker.of.result : String($0)
                    }.joined(separator: "/")
                    let reply = try await scene.send(method, "/api/v1/\(path)", as: asker.person)
                    #expect(reply.status == status, "\(method) \(pattern) as \(asker.who): \(reply.text.prefix(200))")
                    guard status >= 400 else { continue }
                    #expect(!reply.text.contains("Otieno") && !reply.text.contains(asker.of.profile))
                }
            }
            let seen = try await scene.send(.get, "/api/v1/results", as: clinician)
            #expect(try seen.json["items"]?.list?.compactMap { $0["id"]?.text } == [ada.result])
            let own = try await scene.send(.get, "/api/v1/results", as: ben.account)
            #expect(try own.json["items"]?.list?.compactMap { $0["id"]?.text } == [ben.result])
        }
    }

    @Test func `open a record in an emergency, which is marked, and ends`() async throws {
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

    @Test func `take nothing of theirs into another tenant`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            var headers = ada.bearer
            headers["X-Tenant-ID"] = "kisumu"
            let reply = try await scene.send(.get, "/api/v1/auth/me", as: nil, type: nil, body: nil, headers)
            #expect(reply.status == 401)
            // Two names would leave it to chance which of them a proxy has looked at.
            headers["X-Tenant-ID"] = "default, kisumu"
            let smuggled = try await scene.send(.get, "/api/v1/auth/me", as: nil, type: nil, body: nil, headers)
            #expect(smuggled.status == 401)
        }
    }
}

extension Scene {
    /// Somebody at a partner, who needs no second factor.
    func coordinator(_ email: String) async throws -> Person {
        let invited = try await post(
            "/api/v1/accounts/invitations", as: .administrator,
            json: #"{"email": "\#(email)", "role": "coordinator"}"#)
        #expect(invited.status == 201)
        let secret = try await mailedSecret(to: email)
        let confirmed = try await post(
            "/api/v1/auth/confirm", #"{"token": "\#(secret)", "password": "\#(Scene.password)"}"#)
        #expect(confirmed.status == 201)
        return try await signedIn(email, try await login(email))
    }

    /// The same with new tokens.
    func refreshed(_ person: Person) async throws -> Person {
        try await signedIn(
            person.email,
            try await post("/api/v1/auth/refresh", #"{"refreshToken": "\#(person.refreshToken)"}"#), person.mfa)
    }
}
