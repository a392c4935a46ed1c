package import FairKitCore
import FoundationEssentials
import KeyRing
import TextEncodings

/// Receipts of Vonage: for SMS a signed form or query, for calls a body with a signed token.
package struct VonageReceipts: Sendable {
    private let signatureSecret: String

    /// How far the time of a signature may differ from the server's clock.
    package static let window = Duration.seconds(300)

    /// - Parameter signatureSecret: of the account; not the API secret.
    package init(signatureSecret: String) {
        self.signatureSecret = signatureSecret
    }

    /// Reads a delivery receipt of an SMS: https://developer.vonage.com/en/messaging/sms/guides/delivery-receipts
    ///
    /// - Parameter body: of a POST, as a form or JSON, or the query of a GET. The account's method is "SHA-256 HMAC".
    package func smsReceipt(_ body: [UInt8], at now: Timestamp) -> Result<MessageReceipt, ReceiptRefusal> {
        guard let values = VonageReceipts.values(body), let signature = values["sig"],
            let digest = try? KeyRing.signature(of: VonageReceipts.content(values), by: Array(signatureSecret.utf8)),
            equalInConstantTime(Array(hexadecimal(digest).utf8), Array(signature.lowercased().utf8))
        else { return .failure(.unsigned) }
        guard let time = values["timestamp"].flatMap({ Int64($0) }), isCurrent(time, at: now) else {
            return .failure(.outdated)
        }
        guard let reference = values["messageId"], let status = values["status"] else { return .failure(.malformed) }
        let code = values["err-code"].flatMap { $0 == "0" ? nil : $0 }
        return .success(
            MessageReceipt(
                over: .sms, reference: reference, state: VonageReceipts.state(ofMessage: status, code: code),
                code: code))
    }

    /// The fields of a form or of a JSON object of texts; nil for anything else.
    private static func values(_ body: [UInt8]) -> [String: String]? {
        if body.first == UInt8(ascii: "{") { return decoded([String: String].self, body) }
        guard let fields = formFields(body) else { return nil }
        let values = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
        // A second field of the same name could be read instead of the signed one.
        return values.count == fields.count ? values : nil
    }

    /// The signed text: `&name=value` for each field but the signature, sorted by name, with `&` and `=` in values as `_`.
    /// https://developer.vonage.com/en/getting-started/concepts/signing-messages
    package static func content(_ fields: [String: String]) -> [UInt8] {
        let names = fields.keys.filter { $0 != "sig" }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return names.flatMap { name in
            let value = (fields[name] ?? "").utf8.map { "&=".utf8.contains($0) ? UInt8(ascii: "_") : $0 }
            return Array("&\(name)=".utf8) + value
        }
    }

    /// Reads an event of a call: https://developer.vonage.com/en/voice/voice-api/webhook-reference#event-webhook
    ///
    /// - Parameter authorization: the header, `Bearer` and the token.
    package func callReceipt(
        authorization: String?, body: [UInt8], at now: Timestamp
    ) -> Result<MessageReceipt, ReceiptRefusal> {
        let words = authorization?.split(separator: " ") ?? []
        guard words.count == 2, words[0].lowercased() == "bearer",
            let token = VonageToken(words[1], secret: Array(signatureSecret.utf8)), token.covers(body)
        else { return .failure(.unsigned) }
        guard isCurrent(token.issuedAt, at: now) else { return .failure(.outdated) }
        guard let event = decoded(Event.self, body, names: .convertFromSnakeCase) else { return .failure(.malformed) }
        return .success(
            MessageReceipt(
                over: .voice, reference: event.uuid,
                state: VonageReceipts.state(ofCall: event.status, sip: event.sipCode.flatMap { Int($0.text) }),
                code: event.sipCode?.text))
    }

    private func isCurrent(_ seconds: Int64, at now: Timestamp) -> Bool {
        let distance = now.milliseconds / 1000 - min(max(seconds, 0), 1 << 40)
        return abs(distance) <= VonageReceipts.window.components.seconds
    }

    private static func state(ofMessage status: String, code: String?) -> MessageReceipt.State {
        switch status {
        case "delivered": .delivered
        // The codes say that the number is no longer in use, that it does not exist, or that its owner wants no messages:
        // https://developer.vonage.com/en/messaging/sms/guides/delivery-receipts#dlr-error-codes
        case "failed", "rejected": ["3", "4", "9"].contains(code) ? .gone : .failed
        case "expired": .failed
        // `unknown` says that the network does not tell.
        default: .underway
        }
    }

    private static func state(ofCall status: String, sip: Int?) -> MessageReceipt.State {
        switch status {
        case "answered", "human", "completed": .delivered
        case "failed", "rejected": sip.isGoneNumber ? .gone : .failed
        case "busy", "cancelled", "unanswered", "timeout": .failed
        default: .underway
        }
    }

    private struct Event: Decodable {
        let uuid: String
        let status: String
        let sipCode: Code?
    }

    /// A number or a text.
    private struct Code: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let number = try? value.decode(Int.self) {
                text = "\(number)"
            } else {
                text = try value.decode(String.self)
            }
        }
    }
}
