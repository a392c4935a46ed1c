import FairKitHTTP
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Schemas
import Support
import Testing

/// The routes of the server, and of each tenant.
private func allRoutes() throws -> [(method: HTTPRequest.Method, path: String)] {
    let house = try TestHouse()
    return [house.routes(), house.tenantRouter()].flatMap { router in
        router.routes.map { ($0.method, "\($0.path)") }
    }
}

@Suite struct `The document of the API` {
    @Test func `has every route, and no other`() throws {
        let routes = try allRoutes()
        let served = routes.filter { $0.method != .head }.map { "\($0.method.rawValue) \($0.path)" }
        #expect(Set(served).subtracting(Document.routes).isEmpty, "not described")
        #expect(Document.routes.subtracting(served).isEmpty, "described, but not served")
    }

    @Test func `lists every code that the sources answer, and no other`() throws {
        let answered = try codesInSources()
        #expect(answered.count > 20)
        #expect(answered.subtracting(Document.codes).isEmpty, "not listed")
        #expect(Document.codes.subtracting(answered).isEmpty, "listed, but never answered")
        #expect(Document.codesOfClients.isSubset(of: Document.codes))
    }

    @Test(arguments: [("/openapi.yaml", "application/yaml"), ("/docs", "text/html; charset=utf-8")])
    func `is served to everybody, and only once to who has it`(path: String, type: String) async throws {
        try await Scene.run { scene in
            let first = try await scene.get(path, as: nil)
            #expect(first.status == 200)
            #expect(first.headers[.contentType] == type)
            #expect(first.text.utf8.count > 50_000)
            let tag = try #require(first.headers[.eTag])
            for known in [tag, "\"other\", W/\(tag)"] {
                let second = try await scene.send(.get, path, as: nil, type: nil, body: nil, ["If-None-Match": known])
                #expect(second.status == 304)
                #expect(second.headers[.eTag] == tag)
                #expect(second.text.isEmpty)
            }
            let other = try await scene.send(.get, path, as: nil, type: nil, body: nil, ["If-None-Match": "\"other\""])
            #expect(other.status == 200)
        }
    }

    @Test func `is a page that may do nothing but show itself`() async throws {
        try await Scene.run { scene in
            let page = try await scene.get("/docs", as: nil)
            let policy = try #require(page.headers[.contentSecurityPolicy])
            #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-"))
            #expect(!policy.contains("unsafe"))
            #expect(!page.text.contains("<script"))
            #expect(!page.text.contains("style=\""))
            #expect(!page.text.contains("src="))
        }
    }
}

/// What stands in openapi.yaml, read by its indentation: the project has no YAML parser, and needs no more than this.
enum Document {
    static let lines = String(decoding: Documents.openAPI, as: UTF8.self).split(separator: "\n")

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

    /// The paths of lists that are asked for page by page.
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

    /// Every code that has a line and a status in a table; those of the unix socket, too.
    static let codes: Set<String> = Set(
        lines.compactMap { line in
            let cells = line.split(separator: "|").map { $0.filter { $0 != " " && $0 != "`" } }
            return cells.count == 4 && line.hasPrefix("    | `") && Int(cells[2]) != nil ? cells[1] : nil
        })

    /// The values of ProblemCode.
    static let codesOfClients = Set(
        section("components:").drop { $0 != "    ProblemCode:" }.drop { $0 != "      enum:" }.dropFirst()
            .prefix { $0.hasPrefix("        - ") }.map { String($0.dropFirst(10)) })

    private static func section(_ title: String) -> ArraySlice<Substring> {
        lines.drop { $0 != title }.dropFirst().prefix { $0.hasPrefix(" ") }
    }
}

/// The code in each call of `Problem(status, code, detail)`: its first text of its own.
private func codesInSources() throws -> Set<String> {
    let folder = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/Sources/FairKitHTTP"
    var codes: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(atPath: folder) where file.hasSuffix(".swift") {
        let source = String(decoding: try Data(contentsOf: URL(filePath: "\(folder)/\(file)")), as: UTF8.self)
        for call in source.split(separator: "Problem(", omittingEmptySubsequences: false).dropFirst() {
            if let code = firstText(of: call) { codes.insert(code) }
        }
    }
    return codes
}

/// - Parameter call: what follows the opening parenthesis.
private func firstText(of call: Substring) -> String? {
    var depth = 1
    var parts = call.split(separator: "\"", omittingEmptySubsequences: false)[...]
    while depth > 0, let code = parts.popFirst(), let text = parts.popFirst() {
        for character in code where depth > 0 { depth += character == "(" ? 1 : character == ")" ? -1 : 0 }
        if depth == 1 { return String(text) }
    }
    return nil
}
