import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import FoundationEssentials
import HTTPTypes
import Support
import Testing

@Suite struct `The main job over HTTP` {
    private static let code = "FU-KIT-2025110701-X"

    @Test func `goes from the photo to the alert and the query`() async throws {
        try await Scene.run { scene in
            let kit = try await scene.post(
                "/api/v1/test-kits/register", as: .patient, photo: TestHouse.photo("kit-01.jpg"))
            #expect(kit.status == 201)
            #expect(try kit.json["kitCode"] == .text(`The main job over HTTP`.code))
            #expect(try kit.json["sendBy"] == .text("2026-11-28"))
            #expect(try kit.json["message"] == .text("Send your sample to lab within 7 days"))

            let result = try await scene.post("/api/v1/results", as: .laboratory, json: posted(820))
            #expect(result.status == 201)
            #expect(try result.json["flag"] == .text("HH"))
            let alertID = try #require(try result.json["alertId"]?.text)

            let claim = try await scene.post(
                "/api/v1/alert-groups/default/claim", as: .consumer, json: #"{"limit":10}"#)
            let item = try #require(try claim.json["items"]?.list?.first)
            #expect(item["alertId"]?.text == alertID)
            #expect(item["payload"]?["type"] == .text("critical_alert"))
            #expect(item["payload"]?["title"] == .text("⚠️ AAT Level Alert"))
            #expect(
                item["payload"]?["body"]
                    == .text("Your AAT level is 4x normal (820 mg/dL). Contact your doctor today."))
            #expect(item["payload"]?["priority"] == .text("high"))
            #expect(item["payload"]?["data"]?["aatLevel"] == .number(820))
            #expect(item["payload"]?["data"]?["normalRange"] == .text("100-200"))
            #expect(!claim.text.contains("Otieno"))

            let token = try #require(item["token"]?.text)
            let ack = "/api/v1/alert-groups/default/ack"
            #expect(try await scene.post(ack, as: .consumer, json: #"{"token":"\#(token)"}"#).status == 200)
            #expect(try await scene.post(ack, as: .consumer, json: #"{"token":"\#(token)"}"#).status == 200)

            let list = try await scene.get("/api/v1/results?flag=HH&patientId=\(scene.person)", as: .clinician)
            #expect(try list.json["items"]?.list?.count == 1)
            let open = try await scene.get("/api/v1/alerts", as: .clinician)
            #expect(try open.json["items"]?.list?.first?["id"]?.text == alertID)
        }
    }

    @Test func `repeats a response, refuses another body, and corrects by versions`() async throws {
        try await Scene.run { scene in
            let first = try await scene.post("/api/v1/results", as: .laboratory, json: posted(142))
            #expect(first.status == 202)
            #expect(try first.json["matched"] == .bool(false))
            let again = try await scene.post("/api/v1/results", as: .laboratory, json: posted(142))
            #expect(again.status == 200)
            #expect(again.text == first.text)
            let other = try await scene.post("/api/v1/results", as: .laboratory, json: posted(143))
            #expect(other.status == 409)
            #expect(try other.json["fields"] == .list([.text("level")]))
            let id = try #require(try first.json["id"]?.text)
            let corrected = try await scene.post(
                "/api/v1/results/\(id)/corrections", as: .laboratory,
                json: #"{"reason":"pipette","level":{"value":799.9,"unit":"mg/dL"}}"#)
            #expect(corrected.status == 201)
            #expect(try corrected.json["version"] == .number(2))
            #expect(corrected.text.contains(#""value":799.9"#))
            let shown = try await scene.get("/api/v1/results/\(id)", as: .clinician)
            #expect(shown.headers[.eTag] == "\"2\"")
            #expect(try shown.json["versions"]?.list?.count == 2)
        }
    }

    @Test(arguments: [
        (#"{"value":1.2345,"unit":"mg/dL"}"#, "/level/value"), (#"{"value":-1,"unit":"mg/dL"}"#, "/level/value"),
        (#"{"value":1,"unit":"mg/ml"}"#, "/level/unit"),
        (#"{"value":1,"unit":"g/L","comparator":"="}"#, "/level/comparator"),
        (#"{"value":"1","unit":"g/L"}"#, "/level/value"), (#"{"unit":"g/L"}"#, "/level/value"),
    ])
    func `accepts no ambiguous level`(level: String, pointer: String) async throws {
        try await Scene.run { scene in
            let reply = try await scene.post(
                "/api/v1/results", as: .laboratory,
                json:
                    #"{"reference":"N","kitCode":"\#(`The main job over HTTP`.code)","testDate":"2026-11-20","level":\#(level)}"#
            )
            #expect(reply.status == 422)
            #expect(try reply.json["errors"]?.list?.first?["pointer"]?.text == pointer)
        }
    }

    @Test(
        arguments: [
            (nil, "FU-KIT-2025110701-Y", "checksum-mismatch"), (nil, "5901234123457", "not-a-kit"),
            (nil, nil, "nothing-sent"), ("none-01.jpg", nil, "no-barcode"), ("foreign-01.jpg", nil, "not-a-kit"),
            ("mismatch-01.jpg", nil, "checksum-mismatch"), ("several-01.jpg", nil, "several-kits"),
            ("kit-02.jpg", "FU-KIT-2025110701-X", "barcode-disagrees"),
        ] as [(String?, String?, String)])
    func `refuses codes that are not kits, and says why`(photo: String?, barcode: String?, code: String) async throws {
        try await Scene.run { scene in
            let reply = try await scene.post(
                "/api/v1/test-kits/register", as: .patient, photo: photo.map { try TestHouse.photo($0) },
                barcode: barcode)
            #expect(reply.status == 422)
            #expect(try reply.code == code)
        }
    }

    @Test func `says exactly what the patient's app shows`() async throws {
        try await Scene.run { scene in
            let path = "/api/v1/test-kits/register"
            let foreign = try await scene.post(path, as: .patient, json: #"{"barcode":"5901234123457"}"#)
            #expect(try foreign.json["detail"] == .text("Not a Fair Underwriting test kit. Please check barcode."))
            _ = try await scene.post(path, as: .patient, json: #"{"barcode":"fu-kit-2025110701-x"}"#)
            let taken = try await scene.post(path, as: .patient, json: #"{"barcode":"FU-KIT-2025110701-X"}"#)
            #expect(taken.status == 409)
            #expect(try taken.json["detail"] == .text("This kit is already registered on 2026-11-21"))
        }
    }

    @Test func `hides other people's data`() async throws {
        try await Scene.run { scene in
            let other = try await scene.house.person()
            let profile = try await scene.get("/api/v1/profiles/\(other)", as: .patient)
            #expect(profile.status == 404)
            #expect(!profile.text.contains("Ada"))
            let register = try await scene.post(
                "/api/v1/test-kits/register", as: .patient,
                json: #"{"barcode":"FU-KIT-2025110701-X","profileId":"\#(other)"}"#)
            #expect(register.status == 403)
        }
    }

    @Test func `refuses unreadable pictures with the reason`() async throws {
        try await Scene.run { scene in
            let path = "/api/v1/test-kits/scan"
            let gif = Array("GIF89a".utf8) + [UInt8](repeating: 0, count: 64)
            let unsupported = try await scene.post(path, as: .consumer, photo: gif)
            #expect(unsupported.status == 415)
            #expect(try unsupported.json["detail"]?.text?.hasPrefix("GIF") == true)
            let damaged = try await scene.post(path, as: .consumer, photo: [0xFF, 0xD8, 0xFF, 0xE0, 0, 16])
            #expect(damaged.status == 422)
            #expect(try damaged.code == "photo-damaged")
        }
    }

    private func posted(_ value: Int) -> String {
        """
        {"reference":"N-1","kitCode":"\(`The main job over HTTP`.code)","testDate":"2026-11-20",
         "level":{"value":\(value),"unit":"mg/dL"}}
        """
    }
}
