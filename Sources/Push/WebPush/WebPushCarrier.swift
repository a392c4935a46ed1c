package import FairKitCore
import KeyRing
package import OutboundHTTP

/// Sends messages to browsers by Web Push: encrypted, to the push service that the browser chose.
package struct WebPushCarrier: MessageCarrier {
    private let settings: WebPushSettings
    private let allowsPrivate: Bool
    private let sender: HTTPSender
    private let now: Now

    /// The time limit of a request.
    private static let limit = Duration.seconds(10)
    /// All usual messages have this length, so that a push service can't tell them apart by it.
    private static let block = 1024

    /// - Parameter allowsPrivate: whether endpoints may be on this machine and its network, if the sender allows it: for
    ///   an operator's own test. A user's endpoint may never.
    package init(_ settings: WebPushSettings, allowsPrivate: Bool, sender: HTTPSender, now: @escaping Now) {
        self.settings = settings
        self.allowsPrivate = allowsPrivate
        self.sender = sender
        self.now = now
    }

    /// - Parameter address: the browser's subscription in JSON.
    package func send(_ message: OutgoingMessage, to address: String) async -> SendAnswer {
        // The sender refuses private addresses with an outcome of their own.
        guard let subscription = try? WebPushSubscription(address, allowsPrivate: true),
            let receiver = P256PublicKey(subscription.publicKey)
        else { return SendAnswer(.gone) }
        guard allowsPrivate || (try? WebPushSubscription(address, allowsPrivate: false)) != nil else {
            return SendAnswer(.privateAddress)
        }
        do throws(KeyError) {
            guard let form = try WebPushMessage(message, at: now()) else { return SendAnswer(.refused) }
            let encryption = WebPushEncryption(
                receiver: receiver, secret: subscription.secret, sender: try P256PrivateKey.random(),
                salt: try randomBytes(WebPushEncryption.saltLength))
            var headers = form.headers
            headers["authorization"] = try VAPID.authorization(for: subscription.endpoint, settings, at: now())
            let request = OutboundRequest(
                .post, subscription.endpoint, headers: headers,
                body: try encryption.body(of: form.content, paddedTo: WebPushCarrier.block), version: .http2)
            switch await sender.send(request, within: WebPushCarrier.limit, onlyPublic: !allowsPrivate) {
            case .failure(let failure): return SendAnswer(failure)
            // The Location of the message stays out: it is a capability to remove the message (RFC 8030, section 8.3).
            case .success(let response): return SendAnswer(SendOutcome(pushService: response.status), response)
            }
        } catch {
            return SendAnswer(.unauthorized)
        }
    }

    package func close() async {
        await sender.close()
    }
}

extension SendOutcome {
    /// The outcome of a push service's status (RFC 8030, sections 5 and 7.3).
    package init(pushService status: Int) {
        switch status {
        case 404, 410: self = .gone
        default: self.init(status: status)
        }
    }
}
