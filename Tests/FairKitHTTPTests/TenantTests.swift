import CoreMetrics
import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitHTTP
import FairKitRuntime
import FairKitService
import FairKitStore
import FairKitVault
import FoundationEssentials
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Support
import Testing

@Suite struct `The routes for all tenants` {
    /// The control socket of an installation.
    private func withClient(_ body: @escaping @Sendable (TenantHouse, Asking) async throws -> Void) async throws {
        let house = try await TenantHouse()
        let tenants = house.tenants()
        let shared = SharedServices(
            operation: SharedServices.Operation(tenants, rotating: house.rotation()),
            ready: { Readiness(isDiskFull: false) }, enter: tenants.enter)
        try await Application(router: router(at: .machine, sharing: shared), logger: .quiet).test(.router) { client in
            try await body(house, Asking(client: client))
        }
    }

    private struct Asking: Sendable {
        let client: any TestClientProtocol

        func callAsFunction(
            _ method: HTTPRequest.Method, _ path: String, _ json: String? = nil, _ more: [String: String] = [:]
        ) async throws -> Scene.Reply {
            var headers: HTTPFields = json == nil ? [:] : [.contentType: "application/json"]
            for (name, text) in more { if let name = HTTPField.Name(name) { headers[name] = text } }
            let body = json.map { ByteBuffer(string: $0) }
            return try await client.execute(uri: path, method: method, headers: headers, body: body) {
                Scene.Reply(status: $0.status.code, headers: $0.headers, text: String(buffer: $0.body))
            }
        }
    }

    @Test func `create a tenant that responds by its name, and list it`() async throws {
        try await withClient { _, ask in
            let made = try await ask(.post, "/local/tenants", #"{"name": "kisumu"}"#)
            #expect(made.status == 201)
            #expect(made.headers[.location] == "/local/tenants/kisumu")
            let keys = try await ask(.get, "/api/v1/keys", nil, ["X-Tenant-ID": "kisumu"])
            #expect(keys.status == 200)
            let list = try await ask(.get, "/local/tenants").json["items"]?.list
            #expect(list?.compactMap { $0["name"]?.text } == ["default", "kisumu"])
        }
    }

    @Test(
        arguments: [
            ("/local/tenants", #"{"name": "Kisumu"}"#, 422, "invalid"),
            ("/local/tenants", #"{"name": "default"}"#, 409, "name-taken"),
            ("/local/tenants/siaya/suspend", "{}", 404, "not-found"),
            ("/local/tenants/default/rename", #"{"name": "other"}"#, 409, "first-tenant"),
            ("/local/tenants/default/erase", #"{"name": "default"}"#, 409, "first-tenant"),
            ("/local/tenants/default/resume", "{}", 409, "state-unchanged"),
            ("/local/backup", #"{"path": "here"}"#, 422, "invalid"),
        ])
    func `refuse impossible changes`(path: String, body: String, status: Int, code: String) async throws {
        try await withClient { _, ask in
            let reply = try await ask(.post, path, body)
            #expect(reply.status == status)
            #expect(try reply.code == code)
        }
    }

    @Test func `erase a tenant only if its name is repeated`() async throws {
        try await withClient { _, ask in
            _ = try await ask(.post, "/local/tenants", #"{"name": "kisumu"}"#)
            #expect(try await ask(.post, "/local/tenants/kisumu/erase", #"{"name": "siaya"}"#).status == 422)
            let erased = try await ask(.post, "/local/tenants/kisumu/erase", #"{"name": "kisumu"}"#)
            #expect(erased.status == 200)
            // Those of the first tenant and of the list of tenants.
            #expect(try erased.json["keysTried"] == .number(2))
        }
    }

    @Test func `are for administrators only`() async throws {
        try await withClient { _, ask in
            for role in ["clinician", "consumer", "laboratory;X", "patient;Y", ""] {
                let reply = try await ask(.get, "/local/tenants", nil, ["FairKit-Role": role])
                #expect(reply.status == 403)
                let rotation = try await ask(.post, "/local/signing-keys/rotate", "{}", ["FairKit-Role": role])
                #expect(rotation.status == 403)
                #expect(try await ask(.post, "/local/clock/confirm", "{}", ["FairKit-Role": role]).status == 403)
            }
            #expect(try await ask(.post, "/local/clock/confirm", "{}").json["aheadSeconds"] == .number(0))
        }
    }

    @Test func `tell a command that a tenant does not exist`() async throws {
        try await withClient { _, ask in
            let reply = try await ask(.get, "/api/v1/keys", nil, ["X-Tenant-ID": "siaya"])
            #expect(reply.status == 404)
            #expect(try reply.code == "tenant-unknown")
        }
    }

    @Test func `tell a command that a tenant is suspended`() async throws {
        try await withClient { _, ask in
            _ = try await ask(.post, "/local/tenants", #"{"name": "kisumu"}"#)
            _ = try await ask(.post, "/local/tenants/kisumu/suspend", "{}")
            let reply = try await ask(.get, "/api/v1/keys", nil, ["X-Tenant-ID": "kisumu"])
            #expect(reply.status == 403)
            #expect(try reply.code == "tenant-suspended")
        }
    }

    @Test(.onFiles) func `fail with the tenants that a backup lacks`() async throws {
        try await withClient { house, ask in
            let made = try await ask(.post, "/local/tenants", #"{"name": "kisumu"}"#)
            let id = try #require(made.json["id"]?.text)
            let file = URL(filePath: "\(house.directory.path)/tenants/\(id)/health.db")
            try Data(repeating: 7, count: 8192).write(to: file)
            let path = house.directory.path + "-backup"
            let backup = try await ask(.post, "/local/backup", #"{"path": "\#(path)"}"#)
            #expect(backup.status == 500)
            #expect(try backup.code == "backup-incomplete")
            #expect(backup.text.contains("kisumu: "))
        }
    }

    @Test(.onFiles) func `back up all tenants, once per path, and record it in each`() async throws {
        try await withClient { house, ask in
            _ = try await ask(.post, "/local/tenants", #"{"name": "kisumu"}"#)
            let path = house.directory.path + "-backup"
            let made = try await ask(.post, "/local/backup", #"{"path": "\#(path)"}"#)
            #expect(made.status == 200)
            let folders = try FileManager.default.contentsOfDirectory(atPath: "\(path)/tenants")
            #expect(folders.count == 2)
            let again = try await ask(.post, "/local/backup", #"{"path": "\#(path)"}"#)
            #expect(again.status == 409)
            #expect(try again.code == "backup-exists")
        }
    }
}

@Suite struct `A suspended tenant` {
    /// The responses to unauthenticated clients, one after the other.
    private func replies(_ requests: [(name: String, path: String)]) async throws -> [Scene.Reply] {
        let house = try await TenantHouse()
        let tenants = house.tenants()
        for name in ["kisumu", "siaya"].compactMap({ TenantName($0) }) {
            _ = try await tenants.create(name, by: .command)
            _ = try await tenants.set(name, suspended: true, by: .command)
        }
        let limiter = RateLimiter(
            .standard, now: { 0 }, metrics: NOOPMetricsHandler.instance, logger: .quiet)
        let shared = SharedServices(
            limiter: limiter, ready: { Readiness(isDiskFull: false) }, enter: tenants.enter)
        let header = try #require(HTTPField.Name("X-Tenant-ID"))
        return try await Application(router: router(at: .network, sharing: shared), logger: .quiet).test(.router) {
            client in
            var replies: [Scene.Reply] = []
            for request in requests {
                let reply = try await client.execute(uri: request.path, method: .get, headers: [header: request.name]) {
                    Scene.Reply(status: $0.status.code, headers: $0.headers, text: String(buffer: $0.body))
                }
                replies.append(reply)
            }
            return replies
        }
    }

    @Test(arguments: ["/api/v1/results", "/metrics", "/api/v1/auth/me"])
    func `looks to clients like an unknown one, and is counted like it`(path: String) async throws {
        let replies = try await replies([("kisumu", path), ("nobody", path), ("siaya", path)])
        #expect(replies.map(\.status) == [401, 401, 401])
        #expect(Set(replies.map(\.said)).count == 1)
        let fields = replies.map { Set($0.headers.map(\.name.canonicalName)).subtracting(["date"]) }
        #expect(fields[0] == fields[1] && fields[1] == fields[2] && fields[0].contains("ratelimit"))
        let rate = try #require(HTTPField.Name("RateLimit"))
        #expect(Set(replies.compactMap { $0.headers[rate] }).count == 3, "each is counted")
    }
}
