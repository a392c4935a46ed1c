import FairKitCore
import FairKitFrame
import FairKitHTTP
import FairKitService
import FairKitStore
import HTTPTypes
import Relational
import Support
import Testing

@Suite struct `A key with scopes` {
    /// Every API route for which a key needs a scope. `openapi.yaml` lists the scopes, too, and DocumentTests compares.
    private static let routes: [(method: HTTPRequest.Method, path: String, scope: Scope)] = Route.all.compactMap {
        route in
        guard route.entrances.contains(.network), route.path.hasPrefix("/api/"),
            case .authenticated(let action?, _) = route.audience, let scope = action.scope
        else { return nil }
        let path = route.path.replacing("{name}", with: "default").replacing("{rule}", with: "severe-low")
            .replacing(/\{[a-z]+\}/, with: "01a1fc15-44c8-78f6-9d3f-ace9244b24ff")
        // A stream would not end, so this one is refused: no event has the number.
        return (route.method, path.hasSuffix("/stream") ? "\(path)?after=1000000" : path, scope)
    }

    @Test func `learns from every route which scope it lacks`() async throws {
        try await Scene.run { scene in
            #expect(Self.routes.count > 60)
            for (method, path, scope) in Self.routes {
                for role in [RoleName.administrator, .clinician, .laboratory] {
                    let (with, without) = try await scene.house.keys(of: role, with: scope)
                    // A role without the right is refused as such, whatever the key's scopes.
                    guard let with else { continue }
                    // A key that may change settings may read the ranges, too.
                    if method == .get, scope == .readKits, path.hasPrefix("/api/v1/reference-ranges") { continue }
                    let refused = try await scene.send(
                        method, path, as: nil, key: without, type: nil, body: nil)
                    let allowed = try await scene.send(
                        method, path, as: nil, key: with, type: nil, body: nil)
                    if allowed.status == 403 {
                        let code = try allowed.code
                        #expect(code == "forbidden" || code == "no-account", "\(method) \(path)")
                        guard code == "no-account" else { continue }
                    }
                    #expect(refused.status == 403, "\(method) \(path) \(role)")
                    #expect(try refused.code == "scope-missing")
                    #expect(try refused.json["scope"]?.text == scope.rawValue)
                    #expect(try refused.json["detail"]?.text?.contains(scope.rawValue) == true)
                }
            }
        }
    }

    @Test func `for alerts claims and acks deliveries, and does nothing else`() async throws {
        try await Scene.run { scene in
            try await scene.raiseAlert()
            let key = try await scene.house.tenancy.keys.create(
                name: "pager", for: .consumer, scopes: [.consumeAlerts], by: .command
            )
            .secret.text
            func ask(_ method: HTTPRequest.Method, _ path: String, _ body: String? = nil) async throws -> Scene.Reply {
                try await scene.send(
                    method, "/api/v1\(path)", as: nil, key: key, type: "application/json",
                    body: body.map { Array($0.utf8) })
            }
            let claimed = try await ask(.post, "/alert-groups/default/claim", "{}")
            let token = try #require(try claimed.json["items"]?.list?.first?["token"]?.text)
            #expect(try await ask(.post, "/alert-groups/default/ack", #"{"token": "\#(token)"}"#).status == 200)
            for path in ["/alerts", "/alert-groups", "/alerts/events"] {
                #expect(try await ask(.get, path).code == "scope-missing", "\(path)")
            }
            let beyond = try await ask(.get, "/results")
            #expect(try beyond.code == "forbidden", "no scope would help")
        }
    }

    @Test func `for metrics reads them, and its denials are in the audit log`() async throws {
        try await Scene.run { scene in
            let key = try await scene.house.tenancy.keys.create(
                name: "p", for: .administrator, scopes: [.readMetrics], by: .command
            )
            .secret.text
            let page = try await scene.send(.get, "/metrics", as: nil, key: key, type: nil, body: nil)
            #expect(page.status == 200)
            let before = try await scene.house.entries()
            let audit = try await scene.send(.get, "/api/v1/audit", as: nil, key: key, type: nil, body: nil)
            #expect(try audit.code == "scope-missing")
            #expect(try await scene.house.entries() == before + 1)
        }
    }
}

extension TestHouse {
    /// The number of entries in the audit log.
    func entries() async throws -> Int {
        try await store.read { (tx) throws(DatabaseError) in
            try tx.auditEntries(AuditFilter(), before: nil, limit: 10_000).items.count
        }
    }

    /// A key with only this scope, if the role can have it, and one with all others.
    fileprivate func keys(of role: RoleName, with scope: Scope) async throws -> (with: String?, without: String) {
        let (purpose, all): (KeyPurpose, Set<Scope>) =
            switch role {
            case .administrator: (.administrator, Role.administrator.scopes)
            case .laboratory: (.laboratory("Nairobi"), Role.laboratory(.new(at: time.now)).scopes)
            default: (.clinician, Role.clinician.scopes)
            }
        let without = try await tenancy.keys.create(
            name: "x", for: purpose, scopes: all.subtracting([scope]), by: .command
        ).secret.text
        guard all.contains(scope) else { return (nil, without) }
        return (
            try await tenancy.keys.create(name: "x", for: purpose, scopes: [scope], by: .command).secret.text, without
        )
    }
}
