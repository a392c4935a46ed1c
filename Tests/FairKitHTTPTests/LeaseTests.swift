import FairKitAPI
import FairKitCore
import FairKitFrame
import FoundationEssentials
import HTTPTypes
import Support
import Testing

@Suite struct `A lease over HTTP` {
    private static let group = "/api/v1/alert-groups/default"

    /// Runs a body with the token of a critical alert, leased for 8 s.
    private func withLease(_ body: @Sendable @escaping (Scene, String) async throws -> Void) async throws {
        try await Scene.run { scene in
            try await scene.raiseAlert()
            try await body(scene, try #require(try await claim(scene)?["token"]?.text))
        }
    }

    private func claim(_ scene: Scene) async throws -> JSONTree? {
        try await scene.post("\(Self.group)/claim", as: .consumer, json: #"{"limit": 1}"#).json["items"]?.list?.first
    }

    private func call(_ scene: Scene, _ verb: String, _ json: String) async throws -> Scene.Reply {
        try await scene.post("\(Self.group)/\(verb)", as: .consumer, json: json)
    }

    @Test func `can be extended from now until it expires`() async throws {
        try await withLease { scene, token in
            scene.house.time.advance(by: .seconds(7))
            let longer = try await call(scene, "extend", #"{"token": "\#(token)", "leaseSeconds": 60}"#)
            #expect(longer.status == 200)
            #expect(try longer.json["leaseExpiresAt"]?.text == "2026-11-21T12:01:07.000Z")
            scene.house.time.advance(by: .seconds(59))
            #expect(try await claim(scene) == nil)
            let usual = try await call(scene, "extend", #"{"token": "\#(token)"}"#)
            #expect(try usual.json["leaseExpiresAt"]?.text == "2026-11-21T12:01:36.000Z")
            scene.house.time.advance(by: .seconds(30))
            let late = try await call(scene, "extend", #"{"token": "\#(token)"}"#)
            #expect(late.status == 409)
            #expect(try late.json["state"]?.text == "pending")
        }
    }

    @Test func `is shortened only on request`() async throws {
        try await withLease { scene, token in
            let longest = try await call(scene, "extend", #"{"token": "\#(token)", "leaseSeconds": 60}"#)
            #expect(try longest.json["leaseExpiresAt"]?.text == "2026-11-21T12:01:00.000Z")
            let same = try await call(scene, "extend", #"{"token": "\#(token)"}"#)
            #expect(try same.json["leaseExpiresAt"]?.text == "2026-11-21T12:01:00.000Z")
            let shorter = try await call(scene, "extend", #"{"token": "\#(token)", "leaseSeconds": 5}"#)
            #expect(try shorter.json["leaseExpiresAt"]?.text == "2026-11-21T12:00:05.000Z")
        }
    }

    @Test func `is released, and the delivery is visible again at once`() async throws {
        try await withLease { scene, token in
            let released = try await call(scene, "release", #"{"token": "\#(token)", "reason": "gateway is down"}"#)
            #expect(try released.json["state"]?.text == "pending")
            let again = try #require(try await claim(scene))
            #expect(again["deliveryAttempts"] == .number(1))
            #expect(again["token"]?.text != token)
            for verb in ["release", "extend", "ack"] {
                let stale = try await call(scene, verb, #"{"token": "\#(token)"}"#)
                #expect(try stale.code == "stale-lease")
            }
        }
    }

    @Test func `is released with a delay`() async throws {
        try await withLease { scene, token in
            let released = try await call(scene, "release", #"{"token": "\#(token)", "delaySeconds": 60}"#)
            #expect(try released.json["dueAt"]?.text == "2026-11-21T12:01:00.000Z")
            scene.house.time.advance(by: .milliseconds(59_999))
            #expect(try await claim(scene) == nil)
            scene.house.time.advance(by: .milliseconds(1))
            #expect(try await claim(scene) != nil)
        }
    }

    @Test(arguments: [
        ("extend", #""leaseSeconds": 4"#), ("extend", #""leaseSeconds": 901"#), ("extend", #""leaseSeconds": "60""#),
        ("extend", #""leaseSeconds": 5.5"#), ("release", #""delaySeconds": -1"#), ("release", #""delaySeconds": 3601"#),
        ("release", #""reason": """#), ("release", #""reason": " ""#), ("release", #""reason": 7"#),
        ("release", #""reason": "\#(String(repeating: "x", count: 201))""#),
    ])
    func `has limits`(verb: String, member: String) async throws {
        try await withLease { scene, token in
            let reply = try await call(scene, verb, #"{"token": "\#(token)", \#(member)}"#)
            #expect(reply.status == 422)
            #expect(try await claim(scene) == nil, "the lease goes on")
        }
    }

    @Test func `takes the longest reason and delay`() async throws {
        try await withLease { scene, token in
            let reason = String(repeating: "\u{FC}", count: 200)
            let released = try await call(
                scene, "release", #"{"token": "\#(token)", "reason": "\#(reason)", "delaySeconds": 3600}"#)
            #expect(try released.json["dueAt"]?.text == "2026-11-21T13:00:00.000Z")
        }
    }

    @Test func `ends with its ack`() async throws {
        try await withLease { scene, token in
            #expect(try await call(scene, "ack", #"{"token": "\#(token)"}"#).status == 200)
            for verb in ["extend", "release"] {
                let stale = try await call(scene, verb, #"{"token": "\#(token)"}"#)
                #expect(stale.status == 409)
                #expect(try stale.json["state"]?.text == "acked")
            }
        }
    }
}
