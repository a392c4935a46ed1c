import FairKitAPI
import FairKitCore
import Testing

@Suite struct `A member that is there twice` {
    @Test(arguments: [
        (#"{"value": 820, "value": 82}"#, ["value"]),
        (#"{"level": {"value": 820, "unit": "mg/dL", "value": 82}}"#, ["level", "value"]),
        (#"{"level": {"value": 820, "\u0076alue": 82}}"#, ["level", "value"]),
        (#"{"codes": ["a", {"b": [1, {"c": 1, "c": 1}]}]}"#, ["codes", "1", "b", "1", "c"]),
        (#"{"a": {"b": 1}, "c": {"b": 1}, "a": null}"#, ["a"]),
        (#"[{"a": 1}, {"a": 1, "a": 1}]"#, ["1", "a"]),
        (#"{"a": "}", "b\"": 1, "b\"": 2}"#, ["b\""]),
        ("{\"\u{E9}\": 1, \"e\u{301}\": 2}", ["\u{E9}"]),
    ])
    func `is found at every depth, however it is escaped`(json: String, path: [String]) {
        #expect(RepeatedMember(in: Array(json.utf8))?.path == path)
    }

    @Test(arguments: [
        #"{"a": 1, "b": {"a": 1}, "c": [{"a": 1}, {"a": 1}]}"#, #"{"a": "a", "b": "a,\"a\":"}"#, "{}", "[]", "1", "",
        "{",
        #"{"a": 1, "a"#, #"{"a\"#, "}}]]", #"{"a": "\\", "b": 1}"#,
    ])
    func `is not what only looks so`(json: String) {
        #expect(RepeatedMember(in: Array(json.utf8)) == nil)
    }

    @Test(arguments: [
        ("/api/v1/results", RoleName.laboratory, #""level": {"value": 82, "unit": "g/L", "value": 8}"#, "/level/value"),
        ("/api/v1/profiles", .administrator, #""name": {"given": "A", "family": "B", "given": "C"}"#, "/name/given"),
        ("/api/v1/test-kits", .administrator, #""count": 1, "count": 2"#, "/count"),
        ("/api/v1/alert-groups/default/claim", .consumer, #""limit": 1, "limit": 2"#, "/limit"),
    ])
    func `is refused by its name`(path: String, role: RoleName, members: String, pointer: String) async throws {
        try await Scene.run { scene in
            let reply = try await scene.post(path, as: role, json: "{\(members)}")
            #expect(reply.status == 422)
            let error = try reply.json["errors"]?.list?.first
            #expect(error?["pointer"]?.text == pointer)
            #expect(error?["detail"]?.text == RepeatedMember.sentence)
        }
    }
}
