import FairKitAPI
import FairKitCore
import FairKitService
import FoundationEssentials
import HTTPSupport
import Testing

@Suite struct `Programmes over HTTP` {
    static let draft = """
        {"name":"Breathing","partner":"Lung Fund","startsOn":"2026-01-01","economics":{"currency":"KES",
        "costPerQuarter":5000000,"costPerTest":12.5,"savedPerTest":900,"source":"Contract, annex 2"}}
        """

    @Test func `answer figures as null where they are small, and the return with what it lacks`() async throws {
        try await Scene.run { scene in
            let made = try await scene.post("/api/v1/programmes", as: .administrator, json: Self.draft)
            #expect(made.status == 201)
            let id = try #require(try made.json["id"]?.text)
            #expect(try made.json["economics"]?["costPerTest"] == .number(12.5))
            let figures = try await scene.get("/api/v1/programmes/\(id)/figures?period=2026", as: .administrator)
            #expect(figures.status == 200)
            #expect(try figures.json["people"]?["completed"]?["people"] == .null)
            #expect(try figures.json["people"]?["completed"]?["suppressed"] == .bool(true))
            #expect(try figures.json["investment"]?["missing"] == .text("completed"))
            #expect(try figures.json["investment"]?["formula"] == .text(ReturnOnInvestment.formula))
            for period in ["2026-Q5", "8d", "2026-02-02..2026-01-01", "26", "2030", "1900-01-01..2026-01-01"] {
                let path = "/api/v1/programmes/\(id)/figures?period=\(period)"
                #expect(try await scene.get(path, as: .administrator).status == 422, "\(period)")
            }
            #expect(try await scene.get("/api/v1/figures", as: .administrator).status == 200)
        }
    }

    @Test func `of apps' faults take counts, and say why they take nothing else`() async throws {
        try await Scene.run { scene in
            let report = #"{"platform":"ios","version":"2.3.1","kind":"crash","count":2}"#
            for _ in 0..<2 {
                #expect(try await scene.post("/api/v1/diagnostics", as: .patient, json: report).status == 204)
            }
            let list = try await scene.get("/api/v1/diagnostics", as: .administrator)
            #expect(try list.json["items"]?.list?.map { $0["count"] } == [.number(4)])
            let named = #"{"platform":"ios","version":"Ada","kind":"crash","count":2,"level":820,"note":"Ada"}"#
            let refused = try await scene.post("/api/v1/diagnostics", as: .patient, json: named)
            #expect(refused.status == 422 && refused.text.contains("no health data"))
            #expect(!refused.text.contains("level"), "what was sent is not repeated")
        }
    }

    @Test func `say which members are invalid`() async throws {
        try await Scene.run { scene in
            let body = """
                {"name":"","partner":"Lung Fund","startsOn":"2026-13-01","economics":{"currency":"kes",
                "costPerQuarter":-1,"costPerTest":0.0001,"savedPerTest":1,"source":"x"}}
                """
            let reply = try await scene.post("/api/v1/programmes", as: .administrator, json: body)
            #expect(reply.status == 422)
            #expect(reply.text.contains("/name") && reply.text.contains("/startsOn"))
            #expect(reply.text.contains("/economics/costPerQuarter") && reply.text.contains("/economics/costPerTest"))
        }
    }
}
