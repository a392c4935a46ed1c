import FairKitCore
import Push
import Testing

@Suite struct `A message to APNs` {
    private func form(_ message: OutgoingMessage) throws -> APNsMessage {
        try #require(try APNsMessage(message, topic: "org.example.kit", at: start))
    }

    @Test func `sounds through silence if it is critical, and carries the app's data`() throws {
        let form = try form(
            message(
                title: "⚠️ AAT Level Alert", link: "https://kit.example/a/1", isCritical: true, badge: 3,
                collapseID: "alert-1", data: critical))
        let json =
            #"{"aps":{"alert":{"body":"A body","title":"⚠️ AAT Level Alert"},"badge":3,"interruption-level":"critical","#
            + #""mutable-content":1,"sound":{"critical":1,"name":"critical_alert.wav","volume":1}},"#
            + #""data":{"aatLevel":820,"testId":"T-1","unit":"mg/dL"},"link":"https://kit.example/a/1","type":"critical_alert"}"#
        #expect(text(form.body) == json)
        #expect(
            form.headers == [
                "apns-topic": "org.example.kit", "apns-push-type": "alert", "apns-priority": "10",
                "apns-expiration": "1795600800", "apns-id": "019abcde-0000-7000-8000-000000000001",
                "apns-collapse-id": "alert-1", "content-type": "application/json",
            ])
    }

    @Test func `is quiet otherwise`() throws {
        let form = try form(message())
        let json =
            #"{"aps":{"alert":{"body":"A body","title":"A title"},"interruption-level":"active","#
            + #""mutable-content":1,"sound":"default"}}"#
        #expect(text(form.body) == json)
        #expect(form.headers["apns-priority"] == "5")
        #expect(form.headers["apns-collapse-id"] == nil)
    }

    @Test func `is delivered at once or never after its end`() throws {
        #expect(try form(message(seconds: 0)).headers["apns-expiration"] == "0")
        #expect(try form(message(seconds: -60)).headers["apns-expiration"] == "0")
    }

    @Test(arguments: [String(repeating: "a", count: 65), "", "a b", "a\r\napns-topic: b", "über"])
    func `has a digest instead of a collapse id that can't stand in the header`(id: String) throws {
        let header = try #require(try form(message(collapseID: id)).headers["apns-collapse-id"])
        #expect(header.utf8.count == 64)
        #expect(header.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) })
    }

    @Test func `has a UUID, the same for the same id`() throws {
        let id = try form(message(id: "notice-7")).headers["apns-id"]
        #expect(id?.utf8.count == 36)
        #expect(try form(message(id: "notice-7")).headers["apns-id"] == id)
        #expect(try form(message(id: "notice-8")).headers["apns-id"] != id)
    }

    @Test(arguments: ["a", "\"", "é", "👩‍👩‍👧‍👦", "\u{1}"]) func `is shortened between characters to 4096 bytes`(
        character: Character
    ) throws {
        let body = String(repeating: character, count: 5000)
        let form = try form(message(body: body, data: critical))
        #expect(form.body.count <= APNsMessage.mostBytes)
        #expect(form.body.count > 600)
        #expect(String(validating: form.body, as: UTF8.self) != nil)
        #expect(text(form.body).contains(#"…","title":"A title""#))
        #expect(text(form.body).contains("T-1"))
        #expect(!text(form.body).contains("\u{FFFD}"))
    }

    @Test func `leaves out data that does not fit, and keeps the text`() throws {
        let form = try form(message(data: #"{"x":"\#(String(repeating: "x", count: 4096))"}"#))
        #expect(text(form.body).contains("A body"))
        #expect(!text(form.body).contains("xxx"))
    }

    @Test func `is refused if its link alone is too long`() throws {
        let link = "https://kit.example/" + String(repeating: "a", count: 4096)
        #expect(try APNsMessage(message(link: link), topic: "t", at: start) == nil)
    }

    @Test(arguments: [
        (410, #"{"reason":"Unregistered","timestamp":1}"#, APNsRefusal.outcome(.gone)),
        (410, "", .outcome(.gone)),
        (400, #"{"reason":"BadDeviceToken"}"#, .outcome(.gone)),
        (400, #"{"reason":"DeviceTokenNotForTopic"}"#, .outcome(.gone)),
        (400, #"{"reason":"BadTopic"}"#, .outcome(.unauthorized)),
        (400, #"{"reason":"TopicDisallowed"}"#, .outcome(.unauthorized)),
        (400, #"{"reason":"BadExpirationDate"}"#, .outcome(.refused)),
        (400, "<html>", .outcome(.refused)),
        (403, #"{"reason":"ExpiredProviderToken"}"#, .tokenExpired),
        (403, #"{"reason":"InvalidProviderToken"}"#, .outcome(.unauthorized)),
        (404, #"{"reason":"BadPath"}"#, .outcome(.refused)),
        (413, #"{"reason":"PayloadTooLarge"}"#, .outcome(.refused)),
        (429, #"{"reason":"TooManyRequests"}"#, .outcome(.postponed)),
        (500, #"{"reason":"InternalServerError"}"#, .outcome(.postponed)),
        (503, #"{"reason":"Shutdown"}"#, .outcome(.postponed)),
        (201, "", .outcome(.malformed)),
    ]) func `has the outcome of the response`(status: Int, body: String, refusal: APNsRefusal) {
        #expect(APNsRefusal(status: status, body: Array(body.utf8)) == refusal)
    }

    @Test(arguments: [
        ("abc123defg", "DEF123GHIJ", "org.example.kit", "/keyID"), ("", "DEF123GHIJ", "org.example.kit", "/keyID"),
        ("ABC123DEFG", "DEF123GHI", "org.example.kit", "/teamID"),
        ("ABC123DEFG", "DEF123GHIJ", "org.example\r\nx: y", "/topic"), ("ABC123DEFG", "DEF123GHIJ", "", "/topic"),
    ]) func `needs settings that are well formed`(keyID: String, teamID: String, topic: String, pointer: String) throws
    {
        let (key, server) = (try p256(), try WebhookURL(APNsSettings.sandbox, allowsPrivate: false))
        let error = #expect(throws: Invalid.self) {
            try APNsSettings(key: key, keyID: keyID, teamID: teamID, topic: topic, server: server)
        }
        #expect(error?.fields.map(\.pointer) == [pointer])
    }
}
