import Coordination
import Dispatch
import FairKitCore
import FairKitFrame
import FairKitHTTP
import FoundationEssentials
import Support
import Testing

@Suite(.timeLimit(.minutes(5))) struct `While another tenant's lists take all turns` {
    private let threads = FairThreadPool<TenantID>(width: 1)
    private let gate = DispatchSemaphore(value: 0)

    @Test func `critical alerts are recorded, claimed, extended and acked, and a list waits`() async throws {
        threads.submit(for: TenantID(uuid: UUID())) { [gate] in gate.wait() }
        try await Scene.run(scheduler: TenantScheduler(on: threads)) { [threads, gate] scene in
            try await scene.raiseAlert()
            let group = "/api/v1/alert-groups/default"
            let claimed = try await scene.post("\(group)/claim", as: .consumer, json: "{}")
            let item = try #require(try claimed.json["items"]?.list?.first)
            let (token, alert) = (try #require(item["token"]?.text), try #require(item["alertId"]?.text))
            let body = #"{"token": "\#(token)"}"#
            #expect(try await scene.post("\(group)/extend", as: .consumer, json: body).status == 200)
            #expect(try await scene.get("/api/v1/alerts/\(alert)", as: .clinician).status == 200)
            #expect(try await scene.post("\(group)/ack", as: .consumer, json: body).status == 200)
            async let list = scene.get("/api/v1/results", as: .clinician)
            while threads.waiting(of: TestHouse.tenant) == 0 { await Task.yield() }
            gate.signal()
            #expect(try await list.status == 200)
        }
    }

    @Test func `a tenant with a full queue gets 503`() async throws {
        threads.submit(for: TenantID(uuid: UUID())) { [gate] in gate.wait() }
        threads.submit(for: TestHouse.tenant) {}
        try await Scene.run(scheduler: TenantScheduler(on: threads, most: 1)) { [gate] scene in
            let refused = try await scene.get("/api/v1/results", as: .clinician)
            #expect(refused.status == 503)
            #expect(try refused.code == "busy")
            try await scene.raiseAlert()
            #expect(try await scene.post("/api/v1/alert-groups/default/claim", as: .consumer, json: "{}").status == 200)
            gate.signal()
        }
    }

    @Test func `only critical routes run at once`() {
        let atOnce = Set(
            Route.all.filter(\.runsAtOnce).map { "\($0.method) \($0.path.replacing("/api/v1", with: ""))" })
        #expect(
            atOnce == [
                "POST /results", "POST /results/batch", "POST /results/{id}/corrections", "POST /results/{id}/release",
                "GET /alerts/stream",
                "GET /alerts/{id}", "GET /ws", "GET /alerts/{id}/escalation", "POST /alerts/{id}/acknowledge",
                "POST /alerts/{id}/resolve", "POST /alerts/{id}/escalate", "POST /alert-groups/{name}/claim",
                "POST /alert-groups/{name}/ack",
                "POST /alert-groups/{name}/extend", "POST /alert-groups/{name}/release",
                "GET /alert-groups/{name}/webhook", "PUT /alert-groups/{name}/webhook",
                "DELETE /alert-groups/{name}/webhook",
            ])
    }
}
