import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import FoundationEssentials
import HTTPTypes
import Support
import Testing

@Suite struct `The routes` {
    @Test func `respond with problem details that have a code`() async throws {
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
    func `name their methods`(method: String, path: String, allow: String) async throws {
        try await Scene.run { scene in
            let reply = try await scene.send(
                try #require(HTTPRequest.Method(method)), path, as: nil, type: nil, body: nil)
            #expect(reply.status == 405)
            #expect(reply.headers[.allow] == allow)
            if method != "HEAD" { #expect(try reply.code == "method-not-allowed") }
        }
    }

    @Test func `of health checks need no key`() async throws {
        try await Scene.run { scene in
            for path in ["/health/live", "/health/ready"] {
                let reply = try await scene.get(path, as: nil)
                #expect(reply.status == 200)
            }
        }
    }

    @Test func `of readiness report a step of the clock`() async throws {
        try await Scene.run { scene in
            #expect(try await scene.get("/health/ready", as: nil).text == #"{"status":"ready"}"#)
            scene.house.tenancy.clockSteps.record(.milliseconds(-7_199_600))
            let ready = try await scene.get("/health/ready", as: nil)
            #expect(ready.status == 200)
            #expect(try ready.json["warnings"]?.list == [.text("clock-set")])
            #expect(try ready.json["clockSetBySeconds"] == .number(-7200))
        }
    }

    @Test(arguments: [
        ("{", 400, "malformed-json"), ("[]", 400, "malformed-json"), ("{}", 422, "invalid"),
        (#"{"name":{"given":"A","family":"B"},"birthDate":"1980-02-30"}"#, 422, "invalid"),
        (#"{"name":{"given":"A","family":"B"},"birthDate":"2980-02-01"}"#, 422, "invalid"),
        (#"{"name":{"given":"","family":""},"birthDate":"1980-02-01"}"#, 422, "invalid"),
        (#"{"name":{"given":"A","family":"B"},"birthDate":"1980-02-01","sex":"x"}"#, 422, "invalid"),
        (#"{"name":{"given":"A","family":"B"},"birthDate":"1980-02-01","contact":{"email":"x"}}"#, 422, "invalid"),
    ])
    func `report the faults of a profile`(body: String, status: Int, code: String) async throws {
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
            #expect(pointers == ["/name/family", "/contact/phone"])
        }
    }

    @Test func `refuse a misspelt filter, which would show more than intended`() async throws {
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
    func `refuse a filter sent twice, with a valid pointer`(query: String, pointer: String) async throws {
        try await Scene.run { scene in
            let reply = try await scene.get("/api/v1/results?\(query)", as: .clinician)
            #expect(reply.status == 422)
            #expect(try reply.json["errors"]?.list?.first?["pointer"]?.text == pointer)
        }
    }

    @Test func `accept JSON only with its media type`() async throws {
        try await Scene.run { scene in
            let reply = try await scene.send(
                .post, "/api/v1/profiles", as: .administrator, type: "text/plain", body: [123, 125])
            #expect(reply.status == 415)
            #expect(try reply.code == "unsupported-media-type")
        }
    }

    @Test func `accept at most 64 KB of JSON`() async throws {
        try await Scene.run { scene in
            let reply = try await scene.post(
                "/api/v1/profiles", as: .administrator, json: String(repeating: " ", count: 65_537))
            #expect(reply.status == 413)
            #expect(try reply.code == "too-large")
        }
    }
}
