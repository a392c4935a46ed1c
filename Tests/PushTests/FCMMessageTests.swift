import FairKitCore
import KeyRing
import Push
import TestKeys
import Testing

@Suite struct `A message to FCM` {
    private func form(_ message: OutgoingMessage, channel: String = "messages") throws -> String {
        let token = try FirebaseToken("dev:ice")
        return text(try #require(FCMMessage(message, to: token, channel: channel, at: start)).body)
    }

    @Test func `has high priority if it is critical, and data of texts only`() throws {
        let data = #"{"type":"critical_alert","data":{"level":820},"n":1.5,"from":"x","google.x":"y","gcm":"z"}"#
        let json = try form(
            message(link: "https://k.example/1", isCritical: true, badge: 2, collapseID: "a-1", data: data),
            channel: "critical_alerts")
        #expect(
            json == #"{"message":{"android":{"collapse_key":"a-1","notification":{"channel_id":"critical_alerts","#
                + #""notification_count":2,"sound":"critical_alert","tag":"a-1"},"priority":"high","ttl":"3600s"},"#
                + #""data":{"data":"{\"level\":820}","link":"https://k.example/1","n":"1.5","type":"critical_alert"},"#
                + #""notification":{"body":"A body","title":"A title"},"token":"dev:ice"}}"#)
    }

    @Test func `has normal priority otherwise`() throws {
        let json = try form(message(seconds: -1))
        #expect(
            json == #"{"message":{"android":{"notification":{"channel_id":"messages","sound":"default"},"#
                + #""priority":"normal","ttl":"0s"},"data":{},"#
                + #""notification":{"body":"A body","title":"A title"},"token":"dev:ice"}}"#)
    }

    @Test func `waits four weeks at most, and has 4096 bytes at most`() throws {
        let json = try form(message(body: String(repeating: "ß\"", count: 3000), seconds: 1 << 40))
        #expect(json.contains(#""ttl":"2419200s""#))
        #expect(json.utf8.count <= FCMMessage.mostBytes)
        #expect(json.contains("…"))
    }

    @Test(arguments: [
        (404, #"{"error":{"details":[{"@type":"x","errorCode":"UNREGISTERED"}]}}"#, FCMRefusal.outcome(.gone)),
        (404, #"{"error":{"status":"NOT_FOUND"}}"#, .outcome(.refused)),
        (
            400, #"{"error":{"details":[{"fieldViolations":[{"field":"message.token","description":"d"}]}]}}"#,
            .outcome(.gone)
        ),
        (400, #"{"error":{"details":[{"fieldViolations":[{"field":"message.data[0].value"}]}]}}"#, .outcome(.refused)),
        (
            400,
            #"{"error":{"message":"The registration token is not a valid FCM registration token","details":[{"errorCode":"INVALID_ARGUMENT"}]}}"#,
            .outcome(.gone)
        ),
        (400, #"{"error":{"message":"Request contains an invalid argument."}}"#, .outcome(.refused)),
        (401, #"{"error":{"status":"UNAUTHENTICATED"}}"#, .tokenRefused),
        (401, #"{"error":{"details":[{"errorCode":"THIRD_PARTY_AUTH_ERROR"}]}}"#, .outcome(.unauthorized)),
        (403, #"{"error":{"details":[{"errorCode":"SENDER_ID_MISMATCH"}]}}"#, .outcome(.refused)),
        (403, #"{"error":{"status":"PERMISSION_DENIED"}}"#, .outcome(.unauthorized)),
        (429, #"{"error":{"details":[{"errorCode":"QUOTA_EXCEEDED"}]}}"#, .outcome(.postponed)),
        (503, "", .outcome(.postponed)), (500, "no JSON", .outcome(.postponed)), (204, "", .outcome(.malformed)),
    ]) func `has the outcome of the response`(status: Int, body: String, refusal: FCMRefusal) {
        #expect(FCMRefusal(status: status, body: Array(body.utf8)) == refusal)
    }

    @Test func `needs the key file of a service account`() throws {
        let account = try ServiceAccount(json: try serviceAccount(), allowsPrivate: false)
        #expect(account.project == "kit-project")
        for (json, pointer) in [
            (Array("{}".utf8), ""), (Array("-".utf8), ""), (try serviceAccount(type: "authorized_user"), "/type"),
            (try serviceAccount(project: "a/../b"), "/project_id"), (try serviceAccount(project: ""), "/project_id"),
            (try serviceAccount(key: PEM.p256), "/private_key"), (try serviceAccount(key: ""), "/private_key"),
            (try serviceAccount(tokenURL: "https://localhost/token"), "/token_uri"),
            (try serviceAccount(tokenURL: "http://oauth2.googleapis.com/token"), "/token_uri"),
        ] {
            let error = #expect(throws: Invalid.self) { try ServiceAccount(json: json, allowsPrivate: false) }
            #expect(error?.fields.map(\.pointer) == [pointer])
            // The file holds a key.
            #expect(error?.fields.first?.detail.contains("BEGIN") == false)
        }
    }
}
