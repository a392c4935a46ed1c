import FairKitCore
import FairKitHTTP
import FairKitService
import FairKitStore
import FoundationEssentials
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Support
import Testing

@Suite struct `The routes for all tenants` {
    /// The machine's entrance to an installation.
    private func withClient(_ body: @escaping @Sendable (TenantHouse, Asking) async throws -> Void) async throws {
        let house = try await TenantHouse()
        let tenants = house.tenants()
        let router = routes(
            entrance: .machine, adding: { addTenants(tenants, to: $0) },
            ready: { CheckReadiness.Readiness(isDiskFull: false) },
            enter: { name in
                let use = try await tenants.use(name)
                let tenant = tenantRoutes(use.furniture, uploads: UploadGate(), entrance: .machine)
                return TenantVisit(tenant.buildResponder(), keeper: use)
            })
        try await Application(router: router, logger: .quiet).test(.router) { client in
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

    @Test func `make a tenant that answers by its name, and list it`() async throws {
        try await withClient { _, ask in
            let made = try await ask(.post, "/local/tenants", #"{"name": "kisumu"}"#)
            #expect(made.status == 201)
            #expect(made.headers[.location] == "/local/tenants/kisumu")
            let keys = try await ask(.get, "/local/keys", nil, ["X-Tenant-ID": "kisumu"])
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
    func `refuse what can't be done`(path: String, body: String, status: Int, code: String) async throws {
        try await withClient { _, ask in
            let reply = try await ask(.post, path, body)
            #expect(reply.status == status)
            #expect(try reply.code == code)
        }
    }

    @Test func `erase only who is named twice`() async throws {
        try await withClient { _, ask in
            _ = try await ask(.post, "/local/tenants", #"{"name": "kisumu"}"#)
            #expect(try await ask(.post, "/local/tenants/kisumu/erase", #"{"name": "siaya"}"#).status == 422)
            let erased = try await ask(.post, "/local/tenants/kisumu/erase", #"{"name": "kisumu"}"#)
            #expect(erased.status == 200)
            #expect(try erased.json["keysTried"] == .number(2))
        }
    }

    @Test func `are for no other role than the administrator's`() async throws {
        try await withClient { _, ask in
            for role in ["clinician", "consumer", "laboratory;X", "patient;Y", ""] {
                let reply = try await ask(.get, "/local/tenants", nil, ["FairKit-Role": role])
                #expect(reply.status == 403)
            }
        }
    }

    @Test func `name a tenant that is not there to whoever works on the machine`() async throws {
        try await withClient { _, ask in
            let reply = try await ask(.get, "/local/keys", nil, ["X-Tenant-ID": "siaya"])
            #expect(reply.status == 404)
            #expect(try reply.code == "tenant-unknown")
        }
    }

    @Test func `back all tenants up, once to a place, and record it with each`() async throws {
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
