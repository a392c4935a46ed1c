import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitHTTP
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Schemas
import Support
import Testing

/// The routes that clients reach over the network.
private let networkRoutes = Route.all.filter { $0.entrances.contains(.network) }

@Suite struct `The OpenAPI document` {
    @Test func `has all routes and no others`() throws {
        let served = networkRoutes.map { "\($0.method.rawValue) \($0.path)" }
        #expect(Set(served).subtracting(Document.routes).isEmpty, "not described")
        #expect(Document.routes.subtracting(served).isEmpty, "described, but not served")
    }

    @Test func `is made from the routes, with their roles and scopes, as they are`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let current = try Data(contentsOf: root.appending(path: "generated/routes.json"))
        #expect(RouteList.json() == current, "run scripts/routes with the built binary, then scripts/generate")
    }

    @Test func `lists all problem codes and no others`() throws {
        let answered = Set(ProblemCode.allCases.map(\.rawValue))
        #expect(answered.subtracting(Document.codes).isEmpty, "not listed")
        #expect(Document.codes.subtracting(answered).isEmpty, "listed, but never answered")
        #expect(Document.codesOfClients.isSubset(of: Document.codes))
    }

    @Test(arguments: [("/openapi.yaml", "application/yaml"), ("/docs", "text/html; charset=utf-8")])
    func `is public, and cached by its ETag`(path: String, type: String) async throws {
        try await Scene.run { scene in
            let first = try await scene.get(path, as: nil)
            #expect(first.status == 200)
            #expect(first.headers[.contentType] == type)
            #expect(first.headers[.vary] == "Accept-Encoding")
            #expect(first.text.utf8.count > 5_000)
            let tag = try #require(first.headers[.eTag])
            for known in [tag, "\"other\", W/\(tag)"] {
                let second = try await scene.send(.get, path, as: nil, type: nil, body: nil, ["If-None-Match": known])
                #expect(second.status == 304)
                #expect(second.headers[.eTag] == tag)
                #expect(second.headers[.vary] == "Accept-Encoding")
                #expect(second.text.isEmpty)
            }
            let other = try await scene.send(.get, path, as: nil, type: nil, body: nil, ["If-None-Match": "\"other\""])
            #expect(other.status == 200)
        }
    }

    @Test(arguments: [
        ("gzip", true), ("deflate, GZIP;q=0.5", true), ("*", true), ("gzip;q=0", false), ("gzip;q=0.0, *", false),
        ("identity", false), ("", false),
    ])
    func `is compressed for clients that accept gzip`(accepted: String, isCompressed: Bool) async throws {
        try await Scene.run { scene in
            let plain = try await scene.get("/docs", as: nil)
            let answer = try await scene.send(
                .get, "/docs", as: nil, type: nil, body: nil, ["Accept-Encoding": accepted])
            #expect(answer.headers[.contentEncoding] == (isCompressed ? "gzip" : nil))
            #expect((answer.headers[.eTag] == plain.headers[.eTag]) == !isCompressed)
        }
    }

    @Test func `consists of pages that load nothing from elsewhere`() async throws {
        try await Scene.run { scene in
            for page in Documents.pages where page.type.hasPrefix("text/html") {
                let answer = try await scene.get(page.path, as: nil)
                #expect(answer.status == 200, "\(page.path)")
                #expect(answer.text.utf8.elementsEqual(page.plain), "\(page.path)")
                #expect(answer.text.utf8.count < 150_000, "\(page.path)")
                let policy = try #require(answer.headers[.contentSecurityPolicy])
                #expect(policy.hasPrefix("default-src 'none'; style-src 'self'; script-src 'self'"))
                #expect(!policy.contains("unsafe"))
                #expect(!answer.text.contains("style=\""))
                #expect(answer.text.ranges(of: "<script").count == 1)
                #expect(!answer.text.contains("src=\"http"))
            }
        }
    }

    @Test(arguments: ["/docs/nowhere", "/docs/api/nowhere", "/docs/../openapi.yaml", "/docs/openapi.yaml"])
    func `has no page that is not in its list`(path: String) async throws {
        try await Scene.run { scene in
            let answer = try await scene.get(path, as: nil)
            #expect(answer.status == 404)
        }
    }
}

/// The parts of openapi.yaml that the tests need, read by indentation: the project has no YAML parser.
enum Document {
    static let lines = String(
        decoding: Documents.pages.first { $0.path == "/openapi.yaml" }!.plain, as: UTF8.self
    ).split(separator: "\n")

    /// `GET /api/v1/results/{id}`
    static let routes: Set<String> = {
        var routes: Set<String> = []
        var path: Substring = ""
        for line in section("paths:") {
            let name = line.drop { $0 == " " }.dropLast()
            switch line.count - name.count - 1 {
            case 2: path = name
            case 4 where ["get", "post", "patch", "put", "delete"].contains(name):
                routes.insert("\(name.uppercased()) \(path)")
            default: break
            }
        }
        return routes
    }()

    /// The paths of paginated lists.
    static let pagedLists: Set<String> = {
        var paths: Set<String> = []
        var path: Substring = ""
        for line in section("paths:") {
            let name = line.drop { $0 == " " }
            if line.count - name.count == 2 { path = name.dropLast() }
            if name == "- $ref: '#/components/parameters/Cursor'" { paths.insert(String(path)) }
        }
        return paths
    }()

    /// All codes in the tables of problems, including those of the control socket.
    static let codes: Set<String> = Set(
        (section("x-errors:") + section("x-local-errors:")).filter { $0.contains(": {status: ") }.map { line in
            String(line.drop { $0 == " " }.prefix { $0 != ":" })
        })

    /// The values of ProblemCode.
    static let codesOfClients = Set(
        section("components:").drop { $0 != "    ProblemCode:" }.drop { $0 != "      enum:" }.dropFirst()
            .prefix { $0.hasPrefix("        - ") }.map { String($0.dropFirst(10)) })

    private static func section(_ title: String) -> ArraySlice<Substring> {
        lines.drop { $0 != title }.dropFirst().prefix { $0.hasPrefix(" ") }
    }
}
