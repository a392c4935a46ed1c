import ArgumentParser
import FairKitAPI
import FairKitCommands
import FoundationEssentials
import Testing

@Suite struct `A request of fairkit api` {
    private func body(_ call: APICall) throws -> JSONTree {
        try JSONDecoder().decode(JSONTree.self, from: try #require(call.body))
    }

    private func json(_ text: String) throws -> JSONTree {
        try JSONDecoder().decode(JSONTree.self, from: Data(text.utf8))
    }

    /// The sentence by which a request is refused.
    private func refusal(_ words: [String], _ fields: [String] = []) -> String? {
        do {
            _ = try APICall(words, fields: fields)
            return nil
        } catch { return "\(error)" }
    }

    @Test(arguments: [
        (["suspectHoldHours=0"], #"{"suspectHoldHours": 0}"#),
        (["displayName=0"], #"{"displayName": "0"}"#),
        (["displayName=null"], #"{"displayName": null}"#),
        (["displayName=a=b"], #"{"displayName": "a=b"}"#),
        (["forbidValues=true"], #"{"forbidValues": true}"#),
        (["jumpFactors.g/L=3.5", "jumpFactors.mg/dL=2"], #"{"jumpFactors": {"g/L": 3.5, "mg/dL": 2}}"#),
        (["newsHosts=a.example", "newsHosts=b.example"], #"{"newsHosts": ["a.example", "b.example"]}"#),
        (["newsHosts=[]"], #"{"newsHosts": []}"#),
        ([#"consentNotice={"text": null}"#], #"{"consentNotice": {"text": null}}"#),
    ])
    func `gives each member the type of the document`(fields: [String], expected: String) throws {
        let call = try APICall(["PATCH", "settings"], fields: fields)
        #expect(try body(call) == json(expected))
        #expect(call.headers.contains { $0 == ("Content-Type", "application/merge-patch+json") })
    }

    @Test(arguments: [
        (["suspectHoldHours=soon"], "suspectHoldHours: This is not a whole number, at least 0, at most 720."),
        (["suspectHoldHours=0.5"], "suspectHoldHours: This is not a whole number, at least 0, at most 720."),
        (["forbidValues=yes"], "forbidValues: This is not true or false."),
        (["registration=shut"], "registration: This is one of open, closed."),
        (["jumpFactors.stone=3"], "jumpFactors.stone: There is no such member. There are mg/dL, g/L, umol/L."),
        (["newsHosts=[1]"], "newsHosts.0: This is not text, at most 253 characters."),
    ])
    func `names the member that can't be sent`(fields: [String], expected: String) {
        #expect(refusal(["PATCH", "settings"], fields) == expected)
    }

    @Test func `names unknown and missing members in one refusal`() {
        let refused = refusal(["results"], ["kitcode=FU-KIT-2025110701-X", "level.value=820"])
        #expect(refused?.contains("kitcode: There is no such member.") == true)
        for missing in ["reference", "kitCode", "testDate", "level.unit"] {
            #expect(refused?.contains("\(missing): This is missing.") == true, "\(missing)")
        }
    }

    @Test func `does not demand a password, which a caller on the socket does not have`() throws {
        #expect(
            try body(APICall(["PATCH", "alert-rules/severe-low"], fields: ["enabled=true"]))
                == json(#"{"enabled": true}"#))
        #expect(try APICall(["DELETE", "teams/nurses"]).body == nil)
    }

    @Test(arguments: [
        (["settings"], [String](), "GET", "/api/v1/settings"),
        (["/api/v1/settings"], [], "GET", "/api/v1/settings"),
        (["/health/live"], [], "GET", "/health/live"),
        (["test-kits"], ["count=3"], "POST", "/api/v1/test-kits"),
        (["get", "test-kits"], ["limit=5"], "GET", "/api/v1/test-kits?limit=5"),
        (["alerts?band=0"], ["limit=5"], "GET", "/api/v1/alerts?band=0&limit=5"),
        (["alerts/0193/escalate"], [], "POST", "/api/v1/alerts/0193/escalate"),
        (["teams/night shift"], [], "GET", "/api/v1/teams/night%20shift"),
    ])
    func `finds its operation by the path`(words: [String], fields: [String], method: String, path: String) throws {
        let call = try APICall(words, fields: fields)
        #expect(call.method == method)
        #expect(call.path == path)
    }

    @Test func `is refused where the document has no operation or parameter`() {
        #expect(refusal(["nonsense"])?.contains("fairkit api --list") == true)
        #expect(refusal(["DELETE", "settings"])?.contains("GET, PATCH") == true)
        #expect(refusal(["alerts"], ["colour=red"])?.hasPrefix("colour: There is no such member.") == true)
        #expect(refusal(["alerts"], ["band=low"]) == "band: This is not a whole number, at least 0, at most 3.")
        #expect(refusal(["settings"], ["registration"])?.contains("-f name.given=Ada") == true)
    }

    @Test func `takes a file as its body, and fields replace its members`() throws {
        let file = Data(#"{"registration": "open", "jumpFactors": {"g/L": 4, "mg/dL": 4}}"#.utf8)
        let call = try APICall(["PATCH", "settings"], fields: ["jumpFactors.g/L=3"], input: ("settings.json", file))
        #expect(try body(call) == json(#"{"registration": "open", "jumpFactors": {"g/L": 3, "mg/dL": 4}}"#))
    }

    @Test(arguments: [
        ("profiles/1/photo", "face.jpg", "image/jpeg"), ("profiles/1/photo", "face.webp", "image/webp"),
    ])
    func `sends a file with the type that its name says`(path: String, name: String, type: String) throws {
        let call = try APICall(["PUT", path], input: (name, Data([1, 2, 3])))
        #expect(call.body == Data([1, 2, 3]))
        #expect(call.headers.contains { $0 == ("Content-Type", type) })
    }

    @Test func `can be described for each operation of the document`() throws {
        #expect(Operation.all.count > 180)
        for operation in Operation.all { #expect(throws: Never.self) { _ = try operation.details() } }
    }
}
