import FairKitCore
import FoundationEssentials
import HTTPSupport
import HTTPTypes
import KeyRing
import Support
import Testing

/// A browser with its cookies, at a server's pages.
struct Browser {
    let scene: Scene
    private(set) var cookies: [String: String] = [:]

    init(_ scene: Scene) { self.scene = scene }

    /// Opens an address.
    mutating func open(_ path: String, from site: String? = "same-origin", _ more: [String: String] = [:]) async throws
        -> Scene.Reply
    {
        try await ask(.get, path, nil, site, more)
    }

    /// Sends a form, as FairKit's own page does.
    mutating func send(
        _ path: String, _ fields: [String: String], from site: String? = "same-origin", _ more: [String: String] = [:]
    ) async throws -> Scene.Reply {
        let body = fields.map { "\($0.key.percentEncoded)=\($0.value.percentEncoded)" }.joined(separator: "&")
        return try await ask(.post, path, body, site, more)
    }

    /// Sends a form with a photo, as a browser does: an empty file if none was chosen.
    mutating func send(_ path: String, _ fields: [String: String], photo: [UInt8]) async throws -> Scene.Reply {
        var body: [UInt8] = []
        for (name, text) in fields {
            body += "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(text)\r\n".utf8
        }
        body += "--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"p.jpg\"\r\n\r\n".utf8
        body += photo + Array("\r\n--b--\r\n".utf8)
        return try await send(path, parts: body)
    }

    /// Sends the parts of a form with a file, as they are.
    mutating func send(_ path: String, parts body: [UInt8]) async throws -> Scene.Reply {
        try await ask(.post, path, body, "same-origin", [:], type: "multipart/form-data; boundary=b")
    }

    private mutating func ask(
        _ method: HTTPRequest.Method, _ path: String, _ body: String?, _ site: String?, _ more: [String: String]
    ) async throws -> Scene.Reply {
        try await ask(
            method, path, body.map { Array($0.utf8) }, site, more,
            type: body == nil ? nil : "application/x-www-form-urlencoded")
    }

    private mutating func ask(
        _ method: HTTPRequest.Method, _ path: String, _ body: [UInt8]?, _ site: String?, _ more: [String: String],
        type: String?
    ) async throws -> Scene.Reply {
        var headers = more
        headers["Accept"] = more["Accept"] ?? "text/html"
        if let site {
            (headers["Sec-Fetch-Site"], headers["Sec-Fetch-Mode"]) = (site, more["Sec-Fetch-Mode"] ?? "navigate")
        }
        if !cookies.isEmpty { headers["Cookie"] = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ") }
        let reply = try await scene.send(
            method, path, as: nil, type: type, body: body, headers)
        for cookie in reply.headers[values: .setCookie] { take(cookie) }
        return reply
    }

    private mutating func take(_ cookie: String) {
        let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        cookies[String(pair[0])] = cookie.contains("Max-Age=0") ? nil : String(pair[1])
    }

    mutating func keep(_ name: String, _ value: String?) { cookies[name] = value }

    /// Signs in with the password, and with a code if the account has a second factor.
    mutating func signIn(as person: Person, next: String = "") async throws -> Scene.Reply {
        let reply = try await send(
            "/sign-in", ["email": person.email, "password": person.password, "next": next])
        guard let mfa = person.mfa, reply.status == 303 else { return reply }
        scene.house.time.advance(by: .seconds(60))
        return try await send("/sign-in/code", ["code": try mfa.code(at: scene.house.time.now), "next": next])
    }

    /// Opens a page, and sends its form: to the page itself, or to another address.
    mutating func fill(_ path: String, _ fields: [String: String], to action: String? = nil) async throws
        -> Scene.Reply
    {
        var fields = fields
        let page = try await open(path)
        fields["token"] = try Browser.token(in: page)
        if fields["version"] == nil, let version = page.text.firstMatch(of: #/name="version" value="(\d+)"/#) {
            fields["version"] = String(version.1)
        }
        return try await send(action ?? path, fields)
    }

    /// The token of the forms of a page.
    static func token(in page: Scene.Reply) throws -> String { try hidden("token", in: page) }

    /// What the last form of a page sends besides what is typed.
    static func hidden(_ name: String, in page: Scene.Reply) throws -> String {
        let rest = try #require(page.text.split(separator: "name=\"\(name)\" value=\"").dropFirst().last)
        return String(rest.prefix { $0 != "\"" })
    }

    static let session = "__Host-fk-default"
}

extension Scene.Reply {
    /// Whether it shows a level with its unit. Its digits alone may stand in an id.
    func shows(_ level: String) -> Bool {
        text.contains("\(level) mg") || text.contains("\(level) <span")
    }
}

extension Scene {
    /// A patient who has signed in at the pages.
    func signedIn(_ body: (inout Browser, Person) async throws -> Void) async throws {
        let person = try await patient()
        var browser = Browser(self)
        _ = try await browser.signIn(as: person)
        try await body(&browser, person)
    }

    /// A kit is sent to a patient.
    func issue(_ code: String) async throws {
        let issued = try await post(
            "/api/v1/test-kits", as: .administrator, json: #"{"codes": ["\#(code)"], "status": "shipped"}"#)
        #expect(issued.status == 200)
    }

    /// A patient registers a kit that was sent to them.
    func register(_ code: String, by person: Person) async throws {
        try await issue(code)
        let kit = try await send(
            .post, "/api/v1/test-kits/register", as: person, json: #"{"barcode": "\#(code)"}"#)
        #expect(kit.status == 201)
    }
}
