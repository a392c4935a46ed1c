import FairKitCore
import FairKitHTTP
import FairKitService
import FoundationEssentials
import HTTPTypes
import Support
import Testing

@Suite struct `The routes` {
    /// Who may call what. Everybody else gets 403; what a permitted call without a body gets is no matter here.
    private static let table: [(method: String, path: String, roles: Set<RoleName>)] = [
        ("POST", "/api/v1/profiles", [.administrator, .clinician]),
        ("GET", "/api/v1/profiles/01a1fc15-44c8-78f6-9d3f-ace9244b24ff", [.administrator, .clinician, .patient]),
        ("PATCH", "/api/v1/profiles/01a1fc15-44c8-78f6-9d3f-ace9244b24ff", [.administrator, .clinician, .patient]),
        ("GET", "/api/v1/test-kits", [.administrator, .clinician, .laboratory, .patient]),
        ("POST", "/api/v1/test-kits", [.administrator]),
        ("POST", "/api/v1/test-kits/search", [.administrator, .clinician, .laboratory, .patient]),
        (
            "GET", "/api/v1/test-kits/01a1fc15-44c8-78f6-9d3f-ace9244b24ff",
            [.administrator, .clinician, .laboratory, .patient]
        ),
        (
            "POST", "/api/v1/test-kits/01a1fc15-44c8-78f6-9d3f-ace9244b24ff/status",
            [.administrator, .clinician, .laboratory, .patient]
        ),
        ("GET", "/api/v1/test-kits/01a1fc15-44c8-78f6-9d3f-ace9244b24ff/photo", [.administrator, .laboratory]),
        ("POST", "/api/v1/test-kits/01a1fc15-44c8-78f6-9d3f-ace9244b24ff/review", [.administrator, .laboratory]),
        ("GET", "/api/v1/profiles/01a1fc15-44c8-78f6-9d3f-ace9244b24ff/accesses", [.administrator, .patient]),
        ("GET", "/api/v1/profiles/01a1fc15-44c8-78f6-9d3f-ace9244b24ff/export", [.patient]),
        ("POST", "/api/v1/profiles/01a1fc15-44c8-78f6-9d3f-ace9244b24ff/erase", [.administrator, .patient]),
        ("GET", "/api/v1/profiles/01a1fc15-44c8-78f6-9d3f-ace9244b24ff/hold", [.administrator]),
        ("PUT", "/api/v1/profiles/01a1fc15-44c8-78f6-9d3f-ace9244b24ff/hold", [.administrator]),
        ("DELETE", "/api/v1/profiles/01a1fc15-44c8-78f6-9d3f-ace9244b24ff/hold", [.administrator]),
        // Emergencies are for people who have signed in.
        ("POST", "/api/v1/profiles/01a1fc15-44c8-78f6-9d3f-ace9244b24ff/break-glass", []),
        ("DELETE", "/api/v1/profiles/01a1fc15-44c8-78f6-9d3f-ace9244b24ff/break-glass", []),
        ("GET", "/api/v1/break-glass", [.administrator]),
        ("POST", "/api/v1/break-glass/01a1fc15-44c8-78f6-9d3f-ace9244b24ff/review", [.administrator]),
        ("GET", "/api/v1/profiles/01a1fc15-44c8-78f6-9d3f-ace9244b24ff/shares", [.patient]),
        ("POST", "/api/v1/profiles/01a1fc15-44c8-78f6-9d3f-ace9244b24ff/shares", [.patient]),
        (
            "DELETE",
            "/api/v1/profiles/01a1fc15-44c8-78f6-9d3f-ace9244b24ff/shares/01a1fc15-44c8-78f6-9d3f-ace9244b24ff",
            [.patient]
        ),
        ("GET", "/api/v1/care-assignments", [.administrator]),
        ("POST", "/api/v1/care-assignments", [.administrator]),
        ("POST", "/api/v1/care-assignments/01a1fc15-44c8-78f6-9d3f-ace9244b24ff/end", [.administrator]),
        ("GET", "/api/v1/figures", [.administrator]),
        ("GET", "/api/v1/audit", [.administrator]),
        ("POST", "/api/v1/test-kits/register", [.administrator, .clinician, .patient]),
        ("POST", "/api/v1/test-kits/scan", Set(RoleName.ofKeys)),
        ("POST", "/api/v1/results", [.laboratory]),
        ("POST", "/api/v1/results/01a1fc15-44c8-78f6-9d3f-ace9244b24ff/corrections", [.laboratory]),
        ("GET", "/api/v1/results", [.clinician, .patient, .laboratory]),
        ("GET", "/api/v1/results/01a1fc15-44c8-78f6-9d3f-ace9244b24ff", [.clinician, .patient, .laboratory]),
        ("GET", "/api/v1/alerts", [.consumer, .clinician]),
        ("GET", "/api/v1/alerts/01a1fc15-44c8-78f6-9d3f-ace9244b24ff", [.consumer, .clinician]),
        ("GET", "/api/v1/alerts/events", [.consumer, .clinician, .administrator]),
        (
            "GET", "/api/v1/alerts/01a1fc15-44c8-78f6-9d3f-ace9244b24ff/events",
            [.consumer, .clinician, .administrator]
        ),
        ("GET", "/api/v1/alerts/stream?after=1000000", [.consumer, .clinician, .administrator]),
        ("GET", "/api/v1/ws", [.consumer, .clinician, .administrator]),
        ("GET", "/api/v1/alert-rules", [.consumer, .clinician, .administrator]),
        ("PATCH", "/api/v1/alert-rules/severe-low", [.administrator]),
        ("GET", "/api/v1/alert-groups", [.consumer, .clinician, .administrator]),
        ("POST", "/api/v1/alert-groups", [.administrator]),
        ("GET", "/api/v1/alert-groups/default", [.consumer, .clinician, .administrator]),
        ("PATCH", "/api/v1/alert-groups/default", [.administrator]),
        ("DELETE", "/api/v1/alert-groups/default", [.administrator]),
        ("GET", "/api/v1/alert-groups/default/waiting", [.consumer, .clinician]),
        ("POST", "/api/v1/alert-groups/default/claim", [.consumer, .clinician]),
        ("POST", "/api/v1/alert-groups/default/ack", [.consumer, .clinician]),
        ("POST", "/api/v1/alert-groups/default/extend", [.consumer, .clinician]),
        ("POST", "/api/v1/alert-groups/default/release", [.consumer, .clinician]),
        ("GET", "/api/v1/alert-groups/default/parked", [.administrator]),
        ("POST", "/api/v1/alert-groups/default/redrive", [.administrator]),
        ("POST", "/api/v1/alert-groups/default/replay", [.administrator]),
        ("GET", "/api/v1/alert-groups/default/webhook", [.administrator]),
        ("PUT", "/api/v1/alert-groups/default/webhook", [.administrator]),
        ("DELETE", "/api/v1/alert-groups/default/webhook", [.administrator]),
        ("GET", "/api/v1/alert-groups/default/delivery-attempts", [.administrator]),
        ("GET", "/api/v1/accounts", [.administrator]),
        ("GET", "/api/v1/accounts/invitations", [.administrator]),
        ("POST", "/api/v1/accounts/invitations", [.administrator]),
        ("DELETE", "/api/v1/accounts/invitations/01a1fc15-44c8-78f6-9d3f-ace9244b24ff", [.administrator]),
        ("GET", "/api/v1/accounts/01a1fc15-44c8-78f6-9d3f-ace9244b24ff", [.administrator]),
        ("DELETE", "/api/v1/accounts/01a1fc15-44c8-78f6-9d3f-ace9244b24ff", [.administrator]),
        ("POST", "/api/v1/accounts/01a1fc15-44c8-78f6-9d3f-ace9244b24ff/suspend", [.administrator]),
        ("POST", "/api/v1/accounts/01a1fc15-44c8-78f6-9d3f-ace9244b24ff/resume", [.administrator]),
        ("POST", "/api/v1/accounts/01a1fc15-44c8-78f6-9d3f-ace9244b24ff/sign-out", [.administrator]),
        ("DELETE", "/api/v1/accounts/01a1fc15-44c8-78f6-9d3f-ace9244b24ff/mfa", [.administrator]),
        ("GET", "/api/v1/settings", [.administrator]),
        ("PATCH", "/api/v1/settings", [.administrator]),
        ("GET", "/metrics", [.administrator]),
    ]

    @Test func `let in the roles they are for, and nobody without a key`() async throws {
        try await Scene.run { scene in
            for (method, path, roles) in `The routes`.table {
                for role in RoleName.ofKeys {
                    let reply = try await scene.send(
                        try #require(HTTPRequest.Method(method)), path, as: role, type: "application/json", body: nil)
                    #expect((reply.status == 403) == !roles.contains(role), "\(method) \(path) as \(role)")
                    #expect(reply.status != 401)
                    if reply.status == 403 { #expect(try reply.code == "forbidden") }
                }
                let reply = try await scene.send(
                    try #require(HTTPRequest.Method(method)), path, as: nil, type: "application/json", body: nil)
                #expect(reply.status == 401)
                #expect(try reply.code == "unauthenticated")
                #expect(reply.headers[.wwwAuthenticate] == "ApiKey, Bearer")
            }
        }
    }

    /// No key is a coordinator's, so one comes by the machine's own entrance.
    @Test func `tell a coordinator nothing but figures`() async throws {
        try await Scene.run(entrance: .machine) { scene in
            let coordinator = ["FairKit-Role": "coordinator"]
            for (method, path, _) in `The routes`.table {
                let reply = try await scene.send(
                    try #require(HTTPRequest.Method(method)), path, as: nil, type: "application/json", body: nil,
                    coordinator)
                #expect(reply.status == (path == "/api/v1/figures" ? 200 : 403), "\(method) \(path)")
            }
        }
    }

    @Test func `answer with problem details that have a code`() async throws {
        try await Scene.run { scene in
            let reply = try await scene.get("/api/v1/nothing", as: .clinician)
            #expect(reply.status == 404)
            #expect(reply.headers[.contentType] == "application/problem+json")
            let json = try reply.json
            #expect(json["type"] == .text("about:blank"))
            #expect(json["status"] == .number(404))
            #expect(json["code"] == .text("not-found"))
        }
    }

    @Test(arguments: [
        ("DELETE", "/api/v1/results", "GET, HEAD, POST"), ("PUT", "/api/v1/alert-groups/default/claim", "POST"),
        ("OPTIONS", "/api/v1/profiles/01a1fc15-44c8-78f6-9d3f-ace9244b24ff", "GET, HEAD, PATCH"),
        ("POST", "/health/live", "GET, HEAD"), ("HEAD", "/api/v1/test-kits/register", "POST"),
    ])
    func `name the methods they take`(method: String, path: String, allow: String) async throws {
        try await Scene.run { scene in
            let reply = try await scene.send(
                try #require(HTTPRequest.Method(method)), path, as: nil, type: nil, body: nil)
            #expect(reply.status == 405)
            #expect(reply.headers[.allow] == allow)
            if method != "HEAD" { #expect(try reply.code == "method-not-allowed") }
        }
    }

    @Test func `for health need no key`() async throws {
        try await Scene.run { scene in
            for path in ["/health/live", "/health/ready"] {
                let reply = try await scene.get(path, as: nil)
                #expect(reply.status == 200)
            }
        }
    }

    @Test(arguments: [
        ("{", 400, "malformed-json"), ("[]", 400, "malformed-json"), ("{}", 422, "invalid"),
        (#"{"name":{"given":"A","family":"B"},"birthDate":"1980-02-30"}"#, 422, "invalid"),
        (#"{"name":{"given":"A","family":"B"},"birthDate":"2980-02-01"}"#, 422, "invalid"),
        (#"{"name":{"given":"","family":"B"},"birthDate":"1980-02-01"}"#, 422, "invalid"),
        (#"{"name":{"given":"A","family":"B"},"birthDate":"1980-02-01","sex":"x"}"#, 422, "invalid"),
        (#"{"name":{"given":"A","family":"B"},"birthDate":"1980-02-01","contact":{"email":"x"}}"#, 422, "invalid"),
    ])
    func `tell what is wrong with a profile`(body: String, status: Int, code: String) async throws {
        try await Scene.run { scene in
            let reply = try await scene.post("/api/v1/profiles", as: .administrator, json: body)
            #expect(reply.status == status)
            #expect(try reply.code == code)
        }
    }

    @Test func `name each wrong field by a pointer`() async throws {
        try await Scene.run { scene in
            let reply = try await scene.post(
                "/api/v1/profiles", as: .administrator,
                json: #"{"name":{"given":"","family":""},"birthDate":"1980-02-01","contact":{"phone":"12"}}"#)
            let pointers = try reply.json["errors"]?.list?.compactMap { $0["pointer"]?.text }
            #expect(pointers == ["/name/given", "/name/family", "/contact/phone"])
        }
    }

    @Test func `refuse a misspelt filter, which would show more than was meant`() async throws {
        try await Scene.run { scene in
            let reply = try await scene.get("/api/v1/results?patientid=\(scene.person)", as: .clinician)
            #expect(reply.status == 422)
            #expect(try reply.json["errors"]?.list?.first?["pointer"]?.text == "/patientid")
            let alerts = try await scene.get("/api/v1/alerts?limit=5", as: .clinician)
            #expect(alerts.status == 200)
        }
    }

    @Test(arguments: [
        ("flag=HH&flag=LL", "/flag"), ("limit=5&cursor=x&limit=6", "/limit"), ("a/b~c=1", "/a~1b~0c"),
    ])
    func `refuse a filter sent twice, and name it by a pointer that is one`(query: String, pointer: String) async throws
    {
        try await Scene.run { scene in
            let reply = try await scene.get("/api/v1/results?\(query)", as: .clinician)
            #expect(reply.status == 422)
            #expect(try reply.json["errors"]?.list?.first?["pointer"]?.text == pointer)
        }
    }

    @Test func `take JSON as JSON only`() async throws {
        try await Scene.run { scene in
            let reply = try await scene.send(
                .post, "/api/v1/profiles", as: .administrator, type: "text/plain", body: [123, 125])
            #expect(reply.status == 415)
            #expect(try reply.code == "unsupported-media-type")
        }
    }

    @Test func `take no more than 64 KB of JSON`() async throws {
        try await Scene.run { scene in
            let reply = try await scene.post(
                "/api/v1/profiles", as: .administrator, json: String(repeating: " ", count: 65_537))
            #expect(reply.status == 413)
            #expect(try reply.code == "too-large")
        }
    }
}
