import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitStore
import FoundationEssentials
import Relational
import Support
import Testing

@Suite struct `Parked deliveries over HTTP` {
    private static let group = "/api/v1/alert-groups/default"

    /// Runs a body with a non-critical delivery that was released nineteen times and is leased once more.
    private func withLastLease(_ body: @Sendable @escaping (Scene, JSONTree) async throws -> Void) async throws {
        try await Scene.run { scene in
            try await scene.raiseAlert()
            // No rule raises non-critical alerts by default.
            try await scene.house.store.write { (tx) throws(DatabaseError) in
                try tx.run("UPDATE alert SET band = 2")
                try tx.run("UPDATE delivery SET lane = 1, attempts = 19")
            }
            let claimed = try await scene.post("\(Self.group)/claim", as: .consumer, json: #"{"limit": 1}"#)
            try await body(scene, try #require(try claimed.json["items"]?.list?.first))
        }
    }

    @Test func `are reported on release, listed with reasons, and redriven`() async throws {
        try await withLastLease { scene, delivery in
            let token = try #require(delivery["token"]?.text)
            let released = try await scene.post(
                "\(Self.group)/release", as: .consumer,
                json: #"{"token": "\#(token)", "reason": "gateway is down", "delaySeconds": 60}"#)
            #expect(try released.json["state"]?.text == "parked")
            #expect(try released.json["dueAt"] == nil)
            let stale = try await scene.post("\(Self.group)/ack", as: .consumer, json: #"{"token": "\#(token)"}"#)
            #expect(try stale.code == "stale-lease")
            #expect(try stale.json["state"]?.text == "parked")

            let listed = try await scene.get("\(Self.group)/parked", as: .administrator)
            let parked = try #require(try listed.json["items"]?.list?.first)
            #expect(parked["deliveryId"] == delivery["deliveryId"])
            #expect(parked["alertId"] == delivery["alertId"])
            #expect(parked["deliveryAttempts"] == .number(20))
            #expect(parked["failures"]?.list?.first?["reason"]?.text == "gateway is down")
            #expect(!listed.text.words.contains("820"))

            let id = try #require(delivery["deliveryId"]?.text)
            let redriven = try await scene.post(
                "\(Self.group)/redrive", as: .administrator, json: #"{"deliveryIds": ["\#(id)", "4711"]}"#)
            #expect(try redriven.json["deliveryIds"]?.list?.compactMap(\.text) == [id])
            let again = try await scene.post("\(Self.group)/claim", as: .consumer, json: #"{"limit": 1}"#)
            #expect(try again.json["items"]?.list?.first?["deliveryAttempts"] == .number(0))
            let none = try await scene.post("\(Self.group)/redrive", as: .administrator, json: #"{"all": true}"#)
            #expect(try none.json["deliveryIds"]?.list?.isEmpty == true)
        }
    }

    @Test(arguments: [
        "{}", #"{"all": false}"#, #"{"deliveryIds": []}"#, #"{"deliveryIds": ["x"]}"#, #"{"deliveryIds": ["1", "1"]}"#,
        #"{"deliveryIds": ["1"], "all": true}"#,
    ])
    func `are redriven by ids or all at once`(body: String) async throws {
        try await Scene.run { scene in
            let refused = try await scene.post("\(Self.group)/redrive", as: .administrator, json: body)
            #expect(refused.status == 422)
            let unknown = try await scene.post(
                "/api/v1/alert-groups/defualt/redrive", as: .administrator, json: #"{"all": true}"#)
            #expect(try unknown.code == "group-unknown")
            #expect(
                try await scene.get("/api/v1/alert-groups/defualt/parked", as: .administrator).code == "group-unknown")
        }
    }
}
