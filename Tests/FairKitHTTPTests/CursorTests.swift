import FairKitCore
import FairKitFrame
import FairKitHTTP
import FairKitService
import FairKitStore
import FoundationEssentials
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Support
import Testing
import TextEncodings

@Suite struct `A pagination cursor` {
    /// A paginated list.
    private struct List: Sendable {
        /// `ID` is replaced by a person's id, `ALERT` by an alert's, `SHARE` by a link.
        var path: String
        let role: String
        /// A position in the list.
        var place = "01a1fc15-44c8-78f6-9d3f-ace9244b24ff"
        /// For a list that is requested with a body: the body before the cursor.
        var body: String?
    }

    private static let lists = [
        List(path: "/api/v1/accounts", role: "administrator"),
        List(path: "/api/v1/accounts/invitations", role: "administrator"),
        List(path: "/api/v1/profiles", role: "administrator"),
        List(path: "/api/v1/reference-ranges", role: "administrator", place: "7"),
        List(path: "/api/v1/laboratories", role: "clinician"),
        List(path: "/api/v1/news", role: "administrator"),
        List(path: "/api/v1/profiles/ID/accesses", role: "administrator", place: "7"),
        List(path: "/api/v1/profiles/ID/shares", role: "patient;ID"),
        List(path: "/api/v1/break-glass", role: "administrator"),
        List(path: "/api/v1/care-assignments", role: "administrator"),
        List(path: "/api/v1/audit", role: "administrator", place: "7"),
        List(path: "/api/v1/test-kits", role: "administrator"),
        List(path: "/api/v1/results", role: "clinician", place: "2026-11-20~01a1fc15-44c8-78f6-9d3f-ace9244b24ff"),
        List(path: "/api/v1/alerts", role: "clinician", place: "0~1764000000000~01a1fc15-44c8-78f6-9d3f-ace9244b24ff"),
        List(path: "/api/v1/alerts/ALERT/events", role: "administrator", place: "1"),
        List(path: "/api/v1/alerts/ALERT/notes", role: "clinician"),
        List(path: "/local/profiles/ID/notes", role: "administrator"),
        List(path: "/api/v1/profiles/ID/timeline", role: "clinician", place: "1764000000000~kit~"),
        List(path: "/api/v1/alert-groups/default/waiting", role: "consumer", place: "0~1764000000000~1"),
        List(path: "/api/v1/alert-groups/default/parked", role: "administrator", place: "1"),
        List(path: "/api/v1/alert-groups/default/delivery-attempts", role: "administrator", place: "1"),
        List(path: "/api/v1/delivery-attempts", role: "administrator", place: "1"),
        List(path: "/api/v1/keys", role: "administrator"),
        List(path: "/local/outbox", role: "administrator"),
        List(
            path: "/api/v1/alert-groups/default/replay", role: "administrator",
            body: #""since": "2026-01-01T00:00:00Z""#),
        List(
            path: "/api/v1/shared", role: "administrator",
            place: "2026-11-20~01a1fc15-44c8-78f6-9d3f-ace9244b24ff", body: #""link": "SHARE", "pin": "314159""#),
    ]

    /// Two tenants with a person, a critical result and three others each, behind one router.
    private struct Town: Sendable {
        struct Tenant: Sendable {
            let house: TestHouse
            let person: ProfileID
            let alert: String
            let share: String
        }
        let tenants: [TenantName: Tenant]
        let client: any TestClientProtocol

        func ask(_ name: TenantName, _ list: List, _ cursor: String?, limit: Int = 50) async throws -> Scene.Reply {
            let cursor = cursor.map { $0.percentEncoded }
            guard let body = list.body else {
                let query = "?limit=\(limit)" + (cursor.map { "&cursor=\($0)" } ?? "")
                return try await send(.get, list.path + query, as: list.role, in: name)
            }
            let json = "{\(body)" + (cursor.map { #", "cursor": "\#($0)"}"# } ?? "}")
            return try await send(.post, list.path, as: list.role, in: name, json)
        }

        func send(
            _ method: HTTPRequest.Method, _ path: String, as role: String, in name: TenantName, _ json: String? = nil
        ) async throws -> Scene.Reply {
            var headers: HTTPFields = json == nil ? [:] : [.contentType: "application/json"]
            for (field, text) in [("FairKit-Role", role), ("X-Tenant-ID", name.text)] {
                if let field = HTTPField.Name(field) { headers[field] = text }
            }
            return try await client.execute(
                uri: path, method: method, headers: headers, body: json.map { ByteBuffer(string: $0) }
            ) { Scene.Reply(status: $0.status.code, headers: $0.headers, text: String(buffer: $0.body)) }
        }

        /// A list with one tenant's values in place of the words.
        func list(_ list: List, of name: TenantName) throws -> List {
            let tenant = try #require(tenants[name])
            func fill(_ text: String) -> String {
                text.replacing("ID", with: "\(tenant.person)").replacing("ALERT", with: tenant.alert)
                    .replacing("SHARE", with: tenant.share)
            }
            return List(
                path: fill(list.path), role: fill(list.role), place: list.place, body: list.body.map(fill))
        }

        func seal(_ place: String, of path: String, in name: TenantName) throws -> String {
            try #require(tenants[name]).house.tenancy.cursors.seal(place, of: path)
        }
    }

    private static let (here, there) = (TenantName.standard, TenantName("kisumu") ?? .standard)

    private func withTown(_ body: @escaping @Sendable (Town) async throws -> Void) async throws {
        var tenants: [TenantName: Town.Tenant] = [:]
        for name in [Self.here, Self.there] { tenants[name] = try await tenant() }
        let handles = tenants.mapValues { tenant in
            TenantHandle(TestHouse.tenant, .standard, tenant.house.tenancy, keeper: tenant.house)
        }
        let shared = SharedServices(
            ready: { Readiness(isDiskFull: false) },
            enter: { name throws(TenantFailure) in
                guard let handle = handles[name] else { throw .unknown }
                return handle
            })
        try await Application(router: router(at: .machine, sharing: shared), logger: .quiet).test(.router) {
            [tenants] client in
            try await body(Town(tenants: tenants, client: client))
        }
    }

    private func tenant() async throws -> Town.Tenant {
        let house = try TestHouse()
        let person = try await house.person()
        let pin = try #require(SharePIN("314159"))
        let share = try await house.tenancy.shares.create(
            of: person, with: .link(pin), until: nil, by: house.caller(.patient(person)))
        let laboratory = try await house.laboratory()
        for number in 0..<4 {
            _ = try await house.tenancy.results.record(
                ResultReport(
                    reference: "N-\(number)",
                    kitCode: "\(try #require(KitCode(number: 2_025_110_701 + Int64(number))))",
                    status: .final,
                    findings: Findings(
                        testDate: house.time.now.date(),
                        level: Level(value: Thousandths(count: 820_000), unit: .milligramsPerDecilitre),
                        genotype: nil, method: nil, reportedRange: nil)), by: laboratory)
        }
        let alerts = try await house.tenancy.alerts.list(after: nil, limit: 1, by: house.caller(.consumer))
        return Town.Tenant(
            house: house, person: person, alert: "\(try #require(alerts.items.first).id)",
            share: try #require(share.secret).text)
    }

    @Test func `works only in the list and tenant that issued it`() async throws {
        try await withTown { town in
            for list in Self.lists {
                let own = try town.list(list, of: Self.here)
                let cursor = try town.seal(list.place, of: own.path, in: Self.here)
                #expect(try await town.ask(Self.here, own, cursor).status == 200, "\(own.path)")
                let elsewhere = try town.seal(list.place, of: own.path, in: Self.there)
                let otherList = try town.seal(list.place, of: own.path + "s", in: Self.here)
                for foreign in [elsewhere, otherList, list.place, ""] {
                    try refuses(try await town.ask(Self.here, own, foreign), own.path)
                }
                // The same path in the other tenant, requested by a caller there.
                var same = try town.list(list, of: Self.there)
                same.path = own.path
                try refuses(try await town.ask(Self.there, same, cursor), own.path)
            }
        }
    }

    @Test func `works only with the filters of its page, in any order`() async throws {
        try await withTown { town in
            func ask(_ query: String) async throws -> Scene.Reply {
                try await town.send(.get, "/api/v1/results?" + query, as: "clinician", in: Self.here)
            }
            let first = try await ask("limit=1&levelFrom=100&unit=mg/dL&total=true")
            let cursor = try #require(try first.json["nextCursor"]?.text).percentEncoded
            for query in ["unit=mg/dL&levelFrom=100&limit=2", "levelFrom=100&unit=mg/dL&fields=id"] {
                #expect(try await ask("\(query)&cursor=\(cursor)").status == 200)
            }
            let person = try #require(town.tenants[Self.here]).person
            for filters in ["limit=1", "levelFrom=101&unit=mg/dL", "levelFrom=100&unit=mg/dL&patientId=\(person)"] {
                try refuses(try await ask("\(filters)&cursor=\(cursor)"), filters)
            }
        }
    }

    @Test func `of one tenant shows nothing in another with rows of its own`() async throws {
        try await withTown { town in
            for list in Self.lists where ["/api/v1/results", "/api/v1/alerts", "/api/v1/audit"].contains(list.path) {
                var cursors: [TenantName: String] = [:]
                for name in [Self.here, Self.there] {
                    let first = try await town.ask(name, list, nil, limit: 1)
                    #expect(try first.json["items"]?.list?.count == 1)
                    cursors[name] = try #require(try first.json["nextCursor"]?.text)
                }
                let (own, foreign) = (try #require(cursors[Self.here]), try #require(cursors[Self.there]))
                let rest = try await town.ask(Self.here, list, own)
                #expect(try #require(try rest.json["items"]?.list).count >= 3)
                let refused = try await town.ask(Self.here, list, foreign)
                try refuses(refused)
                #expect(try refused.json["items"] == nil)
            }
        }
    }

    @Test func `is refused if a single bit changes`() async throws {
        try await withTown { town in
            let list = try #require(Self.lists.first { $0.path == "/api/v1/results" })
            let cursor = try #require(try await town.ask(Self.here, list, nil, limit: 2).json["nextCursor"]?.text)
            #expect(!cursor.contains("2026"), "it is nothing to look into")
            let sealed = try #require(bytes(base64URL: cursor))
            for index in sealed.indices {
                var other = sealed
                other[index] ^= 1 << UInt8(index % 8)
                try refuses(try await town.ask(Self.here, list, base64URL(other)))
            }
            try refuses(try await town.ask(Self.here, list, base64URL(Array(sealed.prefix(9)))))
        }
    }

    @Test func `exists for every list that is documented as paginated`() {
        let known = Set(
            Self.lists.map { list in
                list.path.replacing("ID", with: "{id}").replacing("ALERT", with: "{id}").replacing(
                    "/default/", with: "/{name}/")
            })
        #expect(Document.pagedLists.count > 10)
        // The caller's own notices need an account: test_notices.py follows their cursors. Notes of kits and results are
        // listed as those of alerts are, and the table of results has the cursor of their list. HoldPagesTests follows
        // those of holds and erasures.
        let others: Set = [
            "/api/v1/notices", "/api/v1/test-kits/{id}/notes", "/api/v1/results/{id}/notes", "/api/v1/results.csv",
            "/api/v1/holds", "/api/v1/erasures",
        ]
        #expect(Document.pagedLists.subtracting(known) == others, "not tried here")
    }

    /// Refused like an invented cursor.
    private func refuses(_ reply: Scene.Reply, _ path: String = "") throws {
        #expect(reply.status == 422, "\(path)")
        #expect(try reply.code == "invalid", "\(path)")
        #expect(try reply.json["errors"]?.list?.first?["pointer"]?.text == "/cursor", "\(path)")
    }
}
