import FairKitCore
import KeyRing
import Push
import Testing
import TextEncodings

@Suite struct `A message to a browser` {
    /// RFC 8291, appendix A.
    private func encryption() throws -> WebPushEncryption {
        let key = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        return WebPushEncryption(
            receiver: try #require(P256PublicKey(bytes(base64URL: key) ?? [])),
            secret: bytes(base64URL: "BTBZMqHH6r4Tts7J_aSIgg") ?? [], sender: try p256(),
            salt: bytes(base64URL: "DGv6ra1nlYgDCS1FRnbzlw") ?? [])
    }

    @Test func `is encrypted as in RFC 8291`() throws {
        let plaintext = Array("When I grow up, I want to be a watermelon".utf8)
        let body =
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w"
            + "EqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        #expect(base64URL(try encryption().body(of: plaintext, paddedTo: 1)) == body)
    }

    @Test(arguments: [(0, 1126), (1, 1126), (1023, 1126), (1024, 2150), (2047, 2150), (3072, 4096), (3993, 4096)])
    func `has one of four lengths`(count: Int, length: Int) throws {
        #expect(try encryption().body(of: [UInt8](repeating: 65, count: count), paddedTo: 1024).count == length)
    }

    @Test func `is never longer than 4096 bytes`() throws {
        let most = [UInt8](repeating: 65, count: WebPushEncryption.mostPlaintext + 1)
        #expect(throws: KeyError.self) { try encryption().body(of: most, paddedTo: 1024) }
        let form = try #require(try WebPushMessage(message(body: String(repeating: "ü", count: 4000)), at: start))
        #expect(form.content.count <= WebPushEncryption.mostPlaintext)
        #expect(text(form.content).contains("…"))
    }

    @Test func `has urgency, time and topic`() throws {
        let form = try #require(
            try WebPushMessage(
                message(
                    link: "https://k.example/1", isCritical: true, badge: 4, collapseID: "alert: Ada", data: #"{"a":1}"#
                ),
                at: start))
        #expect(form.headers["urgency"] == "high")
        #expect(form.headers["ttl"] == "3600")
        let topic = try #require(form.headers["topic"])
        #expect(topic.utf8.count == 32)
        #expect(!topic.contains("Ada"))
        #expect(
            text(form.content)
                == #"{"badge":4,"body":"A body","critical":true,"data":{"a":1},"id":"019ABCDE-0000-7000-8000-000000000001","#
                + #""link":"https://k.example/1","tag":"alert: Ada","title":"A title"}"#)
        let plain = try #require(try WebPushMessage(message(seconds: 1 << 40), at: start))
        #expect(plain.headers["urgency"] == "normal")
        #expect(plain.headers["ttl"] == "2419200")
        #expect(plain.headers["topic"] == nil)
    }

    @Test(arguments: [
        ("https://push.example.net/a?b", "https://push.example.net"),
        ("https://Push.Example.net:443/a", "https://push.example.net"),
        ("https://push.example.net:8443/a", "https://push.example.net:8443"),
    ]) func `is authorised for the origin of its endpoint, for twelve hours`(endpoint: String, origin: String) throws {
        let settings = try WebPushSettings(key: try p256(), subject: "mailto:kit@example.org")
        let header = try VAPID.authorization(
            for: try WebhookURL(endpoint, allowsPrivate: false), settings, at: start)
        let key = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
        #expect(header.hasPrefix("vapid t=") && header.hasSuffix(",k=\(key)"))
        let parts = header.dropFirst(8).split(separator: ",")[0].split(separator: ".")
        let claims = #"{"aud":"\#(origin)","exp":1795640400,"sub":"mailto:kit@example.org"}"#
        #expect(text(bytes(base64URL: parts[1]) ?? []) == claims)
    }

    @Test(arguments: ["", "kit@example.org", "mailto:", "mailto:x", "http://example.org", "https://a b"])
    func `needs the operator's address`(subject: String) throws {
        let key = try p256()
        #expect(throws: Invalid.self) { try WebPushSettings(key: key, subject: subject) }
    }

    @Test(arguments: [
        (201, SendOutcome.accepted), (200, .accepted), (202, .accepted), (404, .gone), (410, .gone), (413, .refused),
        (400, .refused), (401, .unauthorized), (403, .unauthorized), (429, .postponed), (500, .postponed),
        (307, .refused),
    ]) func `has the outcome of the response`(status: Int, outcome: SendOutcome) {
        #expect(SendOutcome(pushService: status) == outcome)
    }
}
