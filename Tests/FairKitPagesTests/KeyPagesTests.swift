import FairKitCore
import FairKitService
import FoundationEssentials
import HTTPSupport
import HTTPTypes
import Support
import Testing

@Suite struct `A key, for administrators` {
    private let wanted = ["name": "Reader <One>", "role": "laboratory", "laboratory": "One", "life": "365"]

    @Test func `is shown once, approved by a second one, replaced and revoked`() async throws {
        try await Scene.run { scene in
            var (root, person) = try await scene.atWork()
            var (second, other) = try await scene.atWork("second@example.org")
            let unproved = try await root.fill("/keys/new", wanted)
            #expect(unproved.status == 422 && unproved.text.contains("href=\"#password\""))
            let wrong = try await root.fill("/keys/new", wanted.merging(["password": "x", "code": "123456"]) { $1 })
            #expect(wrong.status == 422 && wrong.text.contains("value=\"Reader &lt;One&gt;\""))
            try await root.prove(person)
            let empty = try await root.fill("/keys/new", ["name": "Reader <One>"])
            #expect(empty.status == 422 && empty.text.contains("value=\"Reader &lt;One&gt;\""))
            let made = try await root.fill("/keys/new", wanted)
            let page = try #require(made.headers[.location])
            let key = page.replacing("/secret", with: "")
            #expect(!page.contains("fk_") && made.headers[.cacheControl] == "no-store")
            let shown = try await root.open(page)
            let secret = String(try #require(shown.text.firstMatch(of: #/id="secret">([^<]+)</#)).1)
            #expect(shown.headers[.cacheControl] == "no-store" && shown.text.contains("I have copied it"))
            // Neither a reload nor Back shows it again, and no other page does.
            let again = try await root.open(page)
            #expect(!again.text.contains(secret) && again.text.contains("is not shown again"))
            let list = try await root.open("/keys")
            #expect(list.text.contains("Reader &lt;One&gt;") && list.text.contains("Waits for approval"))
            #expect(list.text.contains("Never used") && !list.text.contains(secret))
            #expect(try await second.open("/home").text.contains("1 key waits for approval"))
            // It is not valid yet, and its maker does not approve it.
            #expect(try await scene.results(by: secret) == 401)
            #expect(try await root.open("\(key)/approve").headers[.location] == key)
            #expect(try await root.fill(key, [:], to: "\(key)/approve").status == 422)
            try await second.prove(other)
            #expect(try await second.fill("\(key)/approve", [:]).headers[.location] == "/keys?done=apiKeyApproved")
            #expect(try await scene.results(by: secret) == 200)
            try await root.prove(person)
            #expect(try await root.fill("\(key)/rotate", [:]).status == 422)
            let rotated = try await root.fill("\(key)/rotate", ["overlap": "86400"])
            #expect(rotated.headers[.location]?.hasSuffix("/secret") == true)
            // A leaked key: revoking takes one administrator, and counts at once.
            #expect(try await root.open("\(key)/revoke").text.contains("It stops working at once"))
            #expect(try await root.fill("\(key)/revoke", [:]).headers[.location] == "/keys?done=apiKeyRevoked")
            #expect(try await scene.results(by: secret) == 401)
            #expect(try await root.open("\(key)/revoke").headers[.location] == key, "it has ended")
            #expect(try await root.open("/keys?all=yes").text.contains("Ended"))
        }
    }

    @Test func `is narrowed to single rights, and to none that its role has not`() async throws {
        try await Scene.run { scene in
            var (root, person) = try await scene.atWork()
            try await root.prove(person)
            let none = try await root.fill("/keys/new", wanted.merging(["rights": "chosen"]) { $1 })
            #expect(none.status == 422 && none.text.contains("href=\"#rights\""))
            let foreign = wanted.merging(["rights": "chosen", "scope-accounts:manage": "yes"]) { $1 }
            let refused = try await root.fill("/keys/new", foreign)
            #expect(refused.status == 422 && refused.text.contains("href=\"#rights\""))
            #expect(
                refused.text.contains("name=\"scope-accounts:manage\" value=\"yes\" checked"), "what was ticked stays")
            let one = wanted.merging(["rights": "chosen", "scope-results:write": "yes"]) { $1 }
            let made = try #require(try await root.fill("/keys/new", one).headers[.location])
            let key = try await root.open(made.replacing("/secret", with: ""))
            #expect(key.text.contains("results:write") && !key.text.contains("results:read"))
        }
    }

    @Test func `is made once by two presses, and its secret is no one else's`() async throws {
        try await Scene.run { scene in
            var (root, person) = try await scene.atWork()
            try await root.prove(person)
            let page = try await root.open("/keys/new")
            var fields = wanted
            fields["token"] = try Browser.token(in: page)
            fields["key"] = try Browser.hidden("key", in: page)
            let first = try await root.send("/keys/new", fields)
            let kept = root.cookies
            let repeated = try await root.send("/keys/new", fields)
            #expect(first.headers[.location] == repeated.headers[.location] && repeated.headers[.setCookie] == nil)
            let list = try await root.open("/keys")
            #expect(list.text.matches(of: #/Reader &lt;One&gt;<\/a>/#).count == 1)
            let cookie = try #require(kept.first { $0.key.hasPrefix("__Host-fk.once-") })
            #expect(!cookie.value.contains("fk_"))
            var (other, _) = try await scene.atWork("second@example.org")
            other.keep(cookie.key, cookie.value)
            let stolen = try await other.open(try #require(first.headers[.location]))
            #expect(stolen.text.contains("is not shown again"))
        }
    }
}

extension Scene {
    /// The status of a request with a key.
    fileprivate func results(by key: String) async throws -> Int {
        try await send(.get, "/api/v1/results", as: nil, key: key, type: nil, body: nil).status
    }
}
