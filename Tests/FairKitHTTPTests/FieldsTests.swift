import FairKitAPI
import FairKitCore
import FairKitFrame
import FoundationEssentials
import Support
import Testing

@Suite struct `The fields of a response` {
    @Test func `are the requested ones, in each entry`() async throws {
        try await Scene.run { scene in
            for number in 1...2 {
                let code = try #require(KitCode(number: Int64(number)))
                _ = try await scene.post(
                    "/api/v1/results", as: .laboratory,
                    json: """
                        {"reference":"N-\(number)","kitCode":"\(code)","testDate":"2026-11-20","level":{"value":0.142,"unit":"g/L"}}
                        """)
            }
            let list = try await scene.get(
                "/api/v1/results?limit=1&fields=id,level.value,level.unit,range.low,patientId", as: .clinician)
            let item = try #require(try list.json["items"]?.list?.first)
            #expect(item.members == ["id", "level", "range"])
            #expect(item["level"] == .object(["value": .number(Decimal(142) / 1000), "unit": .text("g/L")]))
            #expect(item["range"]?.members == ["low"])
            #expect(try list.json["nextCursor"] != nil)
            let id = try #require(item["id"]?.text)
            let one = try await scene.get("/api/v1/results/\(id)?fields=versions.flag", as: .clinician)
            #expect(try one.json == ["versions": .list([.object(["flag": .text("LL")])])])
        }
    }

    @Test(arguments: ["", ",", "a..b", "a;b", "id,", "%00"])
    func `are requested by valid names`(fields: String) async throws {
        try await Scene.run { scene in
            let reply = try await scene.get("/api/v1/profiles/\(scene.person)?fields=\(fields)", as: .clinician)
            #expect(reply.status == 422)
            #expect(try reply.json["errors"]?.list?.first?["pointer"]?.text == "/fields")
        }
    }
}
