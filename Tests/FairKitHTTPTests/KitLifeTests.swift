import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import FoundationEssentials
import HTTPTypes
import Support
import Testing

@Suite struct `A kit's life over HTTP` {
    private static let code = "FU-KIT-2025110701-X"
    private static let kits = "/api/v1/test-kits"
    private static let tooMany = Array(repeating: "\"\(code)\"", count: 101).joined(separator: ",")

    private func issued(_ scene: Scene, _ json: String) async throws -> [JSONTree] {
        let reply = try await scene.post(Self.kits, as: .administrator, json: json)
        #expect(reply.status == 200)
        return try #require(try reply.json["items"]?.list)
    }

    private func report(
        _ scene: Scene, _ kit: String, _ status: String, as role: RoleName, reason: String? = nil
    ) async throws -> Scene.Reply {
        let why = reason.map { #", "reason": "\#($0)""# } ?? ""
        return try await scene.post("\(Self.kits)/\(kit)/status", as: role, json: #"{"status": "\#(status)"\#(why)}"#)
    }

    @Test func `begins in a batch, with an outcome for each code`() async throws {
        try await Scene.run { scene in
            let other = try #require(KitCode(number: 7))
            let first = try await issued(scene, #"{"codes": ["\#(Self.code)", "fu kit 1", "\#(other)", "\#(other)"]}"#)
            #expect(first.map { $0["outcome"]?.text } == ["created", "refused", "created", "unchanged"])
            #expect(first[1]["detail"]?.text?.isEmpty == false)
            let shipped = try await issued(scene, #"{"codes": ["\#(Self.code)"], "status": "shipped"}"#)
            #expect(shipped.first?["outcome"]?.text == "advanced")
            #expect(shipped.first?["status"]?.text == "shipped")
            let again = try await issued(scene, #"{"codes": ["\#(Self.code)"], "status": "issued"}"#)
            #expect(again.first?["outcome"]?.text == "unchanged")
            let drawn = try await issued(scene, #"{"count": 100}"#)
            #expect(Set(drawn.compactMap { $0["kitCode"]?.text.flatMap { try? KitCode(scanned: $0) } }).count == 100)
        }
    }

    @Test(arguments: [
        ("{}", "/codes"), (#"{"codes": [], "count": 1}"#, "/codes"), (#"{"codes": []}"#, "/codes"),
        (#"{"count": 101}"#, "/count"), (#"{"count": 0}"#, "/count"),
        (#"{"count": 1, "status": "resulted"}"#, "/status"),
        (#"{"count": 1, "status": "mailed"}"#, "/status"), (#"{"count": "3"}"#, "/count"),
        (#"{"codes": [\#(tooMany)]}"#, "/codes"),
        (#"{"count": 1, "laboratory": "Unknown"}"#, "/laboratory"),
        (#"{"count": 1, "laboratory": "Unknown\u0000"}"#, "/laboratory"),
    ])
    func `begins in a batch that is either codes or a count`(json: String, pointer: String) async throws {
        try await Scene.run { scene in
            let reply = try await scene.post(Self.kits, as: .administrator, json: json)
            #expect(reply.status == 422)
            #expect(try reply.json["errors"]?.list?.first?["pointer"]?.text == pointer)
        }
    }

    @Test func `is tracked step by step`() async throws {
        try await Scene.run { scene in
            let kit = try #require(try await issued(scene, #"{"codes": ["\#(Self.code)"]}"#).first?["id"]?.text)
            let early = try await report(scene, kit, "mailed", as: .administrator)
            #expect(early.status == 409)
            #expect(try early.code == "illegal-step")
            #expect(try early.json["state"]?.text == "issued")
            let legal = ["shipped", "received", "processing", "rejected", "expired", "cancelled"]
            #expect(try early.json["legal"] == .list(legal.map { .text($0) }))
            let unseen = try await scene.get("\(Self.kits)/\(kit)", as: .patient)
            #expect(unseen.status == 404)
            _ = try await scene.post("\(Self.kits)/register", as: .patient, json: #"{"barcode": "\#(Self.code)"}"#)
            let received = try await report(scene, kit, "received", as: .laboratory)
            #expect(received.status == 200)
            #expect(try received.json["profileId"] == nil)
            let again = try await report(scene, kit, "received", as: .laboratory)
            #expect(try again.json["history"]?.list?.count == 4)
            let unsaid = try await report(scene, kit, "rejected", as: .laboratory)
            #expect(try unsaid.json["errors"]?.list?.first?["pointer"]?.text == "/reason")
            _ = try await report(scene, kit, "rejected", as: .laboratory, reason: "haemolysed")
            let story = try await scene.get("\(Self.kits)/\(kit)", as: .patient)
            #expect(try story.json["profileId"]?.text == "\(scene.person)")
            #expect(try story.json["nextStatuses"] == .list([]), "a patient reports nothing of a rejected sample")
            let history = try #require(try story.json["history"]?.list)
            #expect(history.map { $0["status"]?.text } == ["issued", "registered", "mailed", "received", "rejected"])
            #expect(history.map { $0["implied"] } == [false, false, true, false, false].map(JSONTree.bool))
            #expect(history.last?["reason"]?.text == "haemolysed")
            for role in [RoleName.patient, .laboratory, .clinician, .administrator] {
                let reply = try await scene.get("\(Self.kits)/\(kit)", as: role)
                let actors = try #require(try reply.json["history"]?.list).compactMap { $0["actor"]?.text }
                #expect(actors.count == (role == .administrator ? 5 : 0), "only administrators see who reported it")
            }
        }
    }

    @Test func `accepts a step only from the role that may report it`() async throws {
        try await Scene.run { scene in
            _ = try await scene.post("\(Self.kits)/register", as: .patient, json: #"{"barcode": "\#(Self.code)"}"#)
            let kit = try #require(
                try await scene.post("\(Self.kits)/search", as: .patient, json: #"{"kitCode": "\#(Self.code)"}"#).json[
                    "id"]?
                    .text)
            #expect(try await report(scene, kit, "received", as: .patient).status == 403)
            #expect(try await report(scene, kit, "mailed", as: .laboratory).status == 403)
            #expect(try await report(scene, kit, "resulted", as: .administrator).status == 422)
            #expect(try await report(scene, kit, "mailed", as: .patient).status == 200)
            #expect(try await report(scene, kit, "received", as: .administrator).status == 200)
        }
    }

    @Test func `is listed newest first, with pagination, by state and patient`() async throws {
        try await Scene.run { scene in
            _ = try await issued(scene, #"{"count": 5}"#)
            scene.house.time.advance(by: .seconds(1))
            _ = try await scene.post("\(Self.kits)/register", as: .patient, json: #"{"barcode": "\#(Self.code)"}"#)
            var codes: [String] = []
            var page = try await scene.get("\(Self.kits)?limit=4", as: .laboratory)
            while true {
                codes += try #require(try page.json["items"]?.list).compactMap { $0["kitCode"]?.text }
                guard let next = try page.json["nextCursor"]?.text else { break }
                page = try await scene.get("\(Self.kits)?limit=4&cursor=\(next)", as: .laboratory)
            }
            #expect(codes.count == 6 && Set(codes).count == 6)
            #expect(codes.first == Self.code)
            func count(_ query: String, as role: RoleName) async throws -> Int? {
                try await scene.get("\(Self.kits)?\(query)", as: role).json["items"]?.list?.count
            }
            #expect(try await count("status=issued", as: .clinician) == 5)
            #expect(try await count("profileId=\(scene.person)", as: .administrator) == 1)
            #expect(try await count("needsReview=true", as: .laboratory) == 0)
            #expect(try await count("needsReview=false", as: .laboratory) == 6)
            #expect(try await count("", as: .patient) == 1)
            #expect(try await scene.get("\(Self.kits)?needsreview=true", as: .laboratory).status == 422)
            #expect(try await scene.get("\(Self.kits)?profileId=\(scene.person)", as: .laboratory).status == 403)
        }
    }

    @Test func `shows an unread photo to the laboratory, which reviews it`() async throws {
        try await Scene.run { scene in
            let registered = try await scene.post(
                "\(Self.kits)/register", as: .patient, photo: TestHouse.photo("none-01.jpg"), barcode: Self.code)
            #expect(try registered.json["needsReview"] == .bool(true))
            let kit = "\(Self.kits)/\(try #require(try registered.json["id"]?.text))"
            let photo = try await scene.get("\(kit)/photo", as: .laboratory)
            #expect(photo.headers[.contentType] == "image/jpeg")
            let cleared = try await scene.post("\(kit)/review", as: .laboratory, json: "{}")
            #expect(try cleared.json["needsReview"] == .bool(false))
            #expect(try await scene.get("\(kit)/photo", as: .laboratory).status == 404)
            #expect(try await scene.post("\(kit)/review", as: .laboratory, json: "{}").status == 200)
        }
    }

    @Test func `has to begin by issuing if the tenant requires it`() async throws {
        try await Scene.run { scene in
            _ = try await scene.house.tenancy.accounts.changeSettings(["issued-kits": "always"], by: .command)
            let body = #"{"barcode": "\#(Self.code)"}"#
            let refused = try await scene.post("\(Self.kits)/register", as: .patient, json: body)
            #expect(refused.status == 409)
            #expect(try refused.code == "kit-not-issued")
            _ = try await issued(scene, #"{"codes": ["\#(Self.code)"]}"#)
            #expect(try await scene.post("\(Self.kits)/register", as: .patient, json: body).status == 201)
        }
    }
}
