import FairKitCore
import OutboundHTTP
import Push
import Support
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct `A carrier of push messages` {
    private let now: Now = { start }

    private func apnsCarrier(at url: String, _ sender: HTTPSender) throws -> APNsCarrier {
        let settings = try apnsSettings(server: url)
        return APNsCarrier(settings, token: ProviderToken(settings), sender: sender, now: now)
    }

    @Test func `sends nothing to an address that is none`() async throws {
        let server = LocalServer { _, _ in (200, "{}") }
        try await server.run { url in
            let sender = try localSender(now: now)
            let apns = try apnsCarrier(at: url, sender)
            let account = try ServiceAccount(json: try serviceAccount(tokenURL: "\(url)/token"), allowsPrivate: true)
            let fcm = FCMCarrier(
                FCMSettings(
                    account: account, criticalChannel: "c", channel: "m",
                    server: try WebhookURL(url, allowsPrivate: true)), sender: sender, now: now)
            let settings = try WebPushSettings(key: try p256(), subject: "mailto:kit@example.org")
            let web = WebPushCarrier(settings, allowsPrivate: true, sender: sender, now: now)
            for address in ["", "../x", "a\r\nb", "{}", #"{"endpoint":"\#(url)","keys":{"p256dh":"","auth":""}}"#] {
                #expect(await apns.send(message(), to: address).outcome == .gone, "\(address)")
                #expect(await fcm.send(message(), to: address + "/").outcome == .gone, "\(address)")
                #expect(await web.send(message(), to: address).outcome == .gone, "\(address)")
            }
            #expect(server.paths == [])
            await web.close()
        }
    }

    @Test func `sends to the path of the device, below the server's address`() async throws {
        let server = LocalServer { _, _ in (200, "") }
        let token = String(repeating: "ab", count: 32)
        try await server.run { url in
            let carrier = try apnsCarrier(at: "\(url)/below/", try localSender(now: now))
            #expect(await carrier.send(message(), to: "apns:\(token)").outcome == .accepted)
            #expect(server.paths == ["/below/3/device/\(token)"])
            await carrier.close()
        }
    }

    @Test func `replaces an expired token once in twenty minutes, however many carriers share it`() async throws {
        let server = LocalServer { _, _ in (403, #"{"reason":"ExpiredProviderToken"}"#) }
        try await server.run { url in
            let settings = try apnsSettings(server: url)
            let (token, sender) = (ProviderToken(settings), try localSender(now: now))
            // Each tenant has a carrier of its own.
            let carriers = (0..<5).map { _ in APNsCarrier(settings, token: token, sender: sender, now: now) }
            for carrier in carriers {
                let answer = await carrier.send(message(), to: String(repeating: "ab", count: 32))
                #expect(answer.outcome == .unauthorized)
                #expect(answer.status == 403)
            }
            #expect(Set(server.got.withLock { $0.map(\.authorization) }).count == 2)
            #expect(server.paths.count == 6)
            await sender.close()
        }
    }

    @Test func `leaves out a reference that is no id`() async throws {
        let server = LocalServer { got, _ in
            got.path == "/token"
                ? (200, #"{"access_token":"t","expires_in":3600}"#)
                : (200, #"{"name":"a\nforged line"}"#)
        }
        try await server.run { url in
            let account = try ServiceAccount(json: try serviceAccount(tokenURL: "\(url)/token"), allowsPrivate: true)
            let settings = FCMSettings(
                account: account, criticalChannel: "c", channel: "m", server: try WebhookURL(url, allowsPrivate: true))
            let carrier = FCMCarrier(settings, sender: try localSender(now: now), now: now)
            let answer = await carrier.send(message(), to: "device")
            #expect(answer == SendAnswer(.accepted, status: 200))
            #expect(server.paths == ["/token", "/v1/projects/kit-project/messages:send"])
            await carrier.close()
        }
    }

    @Test(arguments: [
        ["127.0.0.1"], ["10.1.2.3"], ["::1"], ["93.184.215.14", "169.254.169.254"], ["::ffff:127.0.0.1"],
    ])
    func `sends nothing to a push service whose name leads to a private address`(addresses: [String]) async throws {
        let server = LocalServer { _, _ in (201, "") }
        try await server.run { url in
            let sender = try HTTPSender(
                authorityFile: nil, allowsPrivate: true,
                resolve: { _ in addresses.compactMap { IPAddress($0) } }, now: now, clock: ManualClock())
            let settings = try WebPushSettings(key: try p256(), subject: "mailto:kit@example.org")
            let carrier = WebPushCarrier(settings, allowsPrivate: false, sender: sender, now: now)
            let port = url.split(separator: ":").last ?? ""
            let key = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
            let address =
                #"{"endpoint":"https://push.example.net:\#(port)/a","keys":{"p256dh":"\#(key)","#
                + #""auth":"BTBZMqHH6r4Tts7J_aSIgg"}}"#
            #expect(await carrier.send(message(), to: address).outcome == .privateAddress)
            #expect(server.paths == [])
            await carrier.close()
        }
    }
}
