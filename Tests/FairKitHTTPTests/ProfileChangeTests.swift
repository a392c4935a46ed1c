import FairKitAPI
import FairKitCore
import FairKitFrame
import FoundationEssentials
import HTTPTypes
import Support
import Testing

@Suite struct `Changing a profile` {
    private func patch(
        _ scene: Scene, _ json: String, as role: RoleName = .patient, match: String? = "\"1\"",
        type: String = "application/merge-patch+json"
    ) async throws -> Scene.Reply {
        try await scene.send(
            .patch, "/api/v1/profiles/\(scene.person)", as: role, type: type, body: Array(json.utf8),
            match.map { ["If-Match": $0] } ?? [:])
    }

    @Test func `changes the members of the patch, and increments the version`() async throws {
        try await Scene.run { scene in
            let changed = try await patch(
                scene,
                #"{"name": {"family": "Wanjiru"}, "contact": {"email": "ada@example.org"}, "timeZone": "Africa/Nairobi"}"#
            )
            #expect(changed.status == 200)
            #expect(changed.headers[.eTag] == "\"2\"")
            let read = try await scene.get("/api/v1/profiles/\(scene.person)", as: .patient)
            #expect(try read.json == changed.json)
            #expect(try read.json["name"] == .object(["given": .text("Ada"), "family": .text("Wanjiru")]))
            let cleared = try await patch(scene, #"{"contact": {"email": null}}"#, match: "\"2\"")
            #expect(try cleared.json["contact"] == .object([:]))
            let same = try await patch(scene, #"{"contact": null}"#, match: "\"3\"")
            #expect(try same.json["version"] == .number(3))
        }
    }

    @Test(arguments: [
        #"{"name": {"given": "Suharto", "family": null}}"#, #"{"name": {"family": "Suharto", "given": null}}"#,
        #"{"name": {"family": "Suharto", "given": ""}}"#,
    ])
    func `takes a person with one name, as the family name`(json: String) async throws {
        try await Scene.run { scene in
            let changed = try await patch(scene, json)
            #expect(changed.status == 200)
            #expect(try changed.json["name"] == .object(["family": .text("Suharto")]))
            #expect(try await patch(scene, #"{"name": {"family": null}}"#, match: "\"2\"").status == 422)
        }
    }

    @Test func `takes contacts as people type them`() async throws {
        try await Scene.run { scene in
            let json = #"{"contact": {"email": " Ada@example.org ", "phone": "+254 711 000 111"}}"#
            let contact = try await patch(scene, json).json["contact"]
            #expect(contact == .object(["email": .text("Ada@example.org"), "phone": .text("+254711000111")]))
        }
    }

    @Test(arguments: [
        (#"{"version": 7}"#, "/version"), (#"{"nmae": {}}"#, "/nmae"), (#"{"name": {"midle": "x"}}"#, "/name/midle"),
        (#"{"name": null}"#, "/name"), (#"{"birthDate": null}"#, "/birthDate"), (#"{"birthDate": 7}"#, "/birthDate"),
        (#"{"contact": {"phone": "12"}}"#, "/contact/phone"), (#"{"timeZone": "Africa/Nowhere"}"#, "/timeZone"),
        (#"{"identifiers": [{"system": "s"}]}"#, "/identifiers/0/value"), ("[]", ""), ("7", ""),
        (#"{"id": "01990000-0000-7000-8000-000000000000"}"#, "/id"), (#"{"createdAt": null}"#, "/createdAt"),
        (#"{"name": "Ada Otieno"}"#, "/name"), (#"{"name": {"given": {"given": "Ada"}}}"#, "/name/given"),
        (#"{"birthDate": "1981-02-29"}"#, "/birthDate"), (#"{"sex": "F"}"#, "/sex"),
        (#"{"language": "de"}"#, "/language"),
        (#"{"knownGenotype": "??"}"#, "/knownGenotype"), (#"{"identifiers": {"0": {}}}"#, "/identifiers"),
        (#"{"consents": {"partners": "yes"}}"#, "/consents/partners"),
        (#"{"consents": {"family": true}}"#, "/consents/family"),
    ])
    func `names the faults, and changes nothing`(json: String, pointer: String) async throws {
        try await Scene.run { scene in
            let reply = try await patch(scene, json)
            #expect(reply.status == 422)
            #expect(try reply.json["errors"]?.list?.first?["pointer"]?.text == pointer)
            let read = try await scene.get("/api/v1/profiles/\(scene.person)", as: .patient)
            #expect(try read.json["version"] == .number(1))
        }
    }

    @Test func `accepts numbers too large for a decimal where they are ignored`() async throws {
        try await Scene.run { scene in
            let changed = try await patch(scene, #"{"identifiers": [{"system": "s", "value": "v", "x": [1e300]}]}"#)
            #expect(changed.status == 200)
            #expect(try changed.json["identifiers"]?.list?.count == 1)
        }
    }

    @Test func `needs the version that the client has seen`() async throws {
        try await Scene.run { scene in
            let without = try await patch(scene, "{}", match: nil)
            #expect(without.status == 428)
            #expect(try without.code == "precondition-required")
            let broken = try await patch(scene, "{}", match: "1")
            #expect(broken.status == 400)
            _ = try await patch(scene, #"{"sex": "male"}"#)
            let late = try await patch(scene, #"{"sex": "other"}"#)
            #expect(late.status == 412)
            #expect(try late.json["version"] == .number(2))
        }
    }

    @Test func `leaves consents to the patient`() async throws {
        try await Scene.run { scene in
            let reply = try await patch(scene, #"{"consents": {"clinicians": false}}"#, as: .clinician)
            #expect(reply.status == 403)
            let kept = try await patch(scene, #"{"consents": {"clinicians": true}, "language": "sw"}"#, as: .clinician)
            #expect(kept.status == 200)
            let own = try await patch(scene, #"{"consents": {"clinicians": false}}"#, match: "\"2\"")
            #expect(try own.json["consents"]?["clinicians"] == .bool(false))
        }
    }

    @Test func `is refused to others`() async throws {
        try await Scene.run { scene in
            let other = try await scene.house.person()
            let reply = try await scene.send(
                .patch, "/api/v1/profiles/\(other)", as: .patient, type: "application/json", body: Array("{}".utf8),
                ["If-Match": "\"1\""])
            #expect(reply.status == 404)
        }
    }

    @Test(arguments: [
        (#"W/"1""#, 200), (#""1-gzip""#, 200), (#""1--br""#, 200), (#""7", "1""#, 200), (#"W/"1" , "9""#, 200),
        ("*", 200), (#""7", W/"9""#, 412), (#"W/"7""#, 412), (#""1", 1"#, 400), (#""1-x""#, 400), (#""gzip""#, 400),
        (",", 400),
    ])
    func `takes the tags of proxies, and one of several`(match: String, status: Int) async throws {
        try await Scene.run { scene in
            let reply = try await patch(scene, #"{"language": "sw"}"#, match: match)
            #expect(reply.status == status)
        }
    }
}
