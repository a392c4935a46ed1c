import FairKitCore
import Testing

@Suite struct `A browser's subscription` {
    private static let key =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    private static let secret = "BTBZMqHH6r4Tts7J_aSIgg"

    private static func json(
        endpoint: String = "https://push.example.net/a/b?c=d", key: String = key, secret: String = secret
    ) -> String {
        #"{"endpoint":"\#(endpoint)","expirationTime":null,"keys":{"p256dh":"\#(key)","auth":"\#(secret)"}}"#
    }

    @Test func `is read from the JSON that browsers make`() throws {
        let subscription = try WebPushSubscription(Self.json(), allowsPrivate: false)
        #expect("\(subscription.endpoint)" == "https://push.example.net/a/b?c=d")
        #expect(subscription.publicKey.count == 65)
        #expect(subscription.secret.count == 16)
    }

    @Test(arguments: [
        ("", ""), ("{}", ""), ("[]", ""), (#"{"endpoint":"https://a.example"}"#, ""),
        (json(endpoint: "http://push.example.net/"), "/endpoint"), (json(endpoint: "ftp://a.example"), "/endpoint"),
        (json(endpoint: "https://user:pw@a.example/"), "/endpoint"),
        (json(endpoint: "https://localhost/"), "/endpoint"),
        (json(endpoint: "https://169.254.169.254/latest"), "/endpoint"),
        (json(endpoint: "https://127.1/"), "/endpoint"), (json(endpoint: "https://kit.internal/"), "/endpoint"),
        (json(endpoint: #"https://a.example/\r\nHost: b"#), "/endpoint"),
        (json(endpoint: "https://a.example/" + String(repeating: "a", count: 2048)), "/endpoint"),
        (json(key: "AAAA"), "/keys/p256dh"), (json(key: key + "=="), "/keys/p256dh"),
        (json(key: "A" + key.dropFirst()), "/keys/p256dh"), (json(secret: "AAAA"), "/keys/auth"),
        (json(secret: secret + "AA"), "/keys/auth"), (json(secret: "*" + secret.dropFirst()), "/keys/auth"),
        (json() + String(repeating: " ", count: 4096), ""),
    ]) func `is refused with the name of the member that is wrong`(json: String, pointer: String) {
        let error = #expect(throws: Invalid.self) { try WebPushSubscription(json, allowsPrivate: false) }
        #expect(error?.fields.map(\.pointer) == [pointer])
    }

    @Test(arguments: [(key + "=", secret + "=="), (key + "=", secret), (ordinary(key), ordinary(secret) + "==")])
    func `has keys in either alphabet, with or without padding`(key: String, secret: String) throws {
        let subscription = try WebPushSubscription(Self.json(key: key, secret: secret), allowsPrivate: false)
        #expect(subscription == (try WebPushSubscription(Self.json(), allowsPrivate: false)))
    }

    private static func ordinary(_ text: String) -> String {
        String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
    }

    @Test func `may be on this machine if the operator allows that, but never without TLS`() throws {
        let near = Self.json(endpoint: "https://localhost:8443/push")
        #expect(try "\(WebPushSubscription(near, allowsPrivate: true).endpoint)" == "https://localhost:8443/push")
        let plain = Self.json(endpoint: "http://localhost:8443/push")
        #expect(throws: Invalid.self) { try WebPushSubscription(plain, allowsPrivate: true) }
    }
}
