package import FairKitCore
import KeyRing
import TextEncodings

/// Status callbacks of Twilio: https://www.twilio.com/docs/messaging/guides/track-outbound-message-status and
/// https://www.twilio.com/docs/voice/api/call-resource#statuscallback
package struct TwilioReceipts: Sendable {
    private let authToken: String

    /// - Parameter authToken: of the account.
    package init(authToken: String) {
        self.authToken = authToken
    }

    /// Reads a receipt if its signature is the account's.
    ///
    /// Twilio signs no time, so a receipt can be replayed: it only repeats what it said.
    ///
    /// - Parameters:
    ///   - signature: the header `X-Twilio-Signature`.
    ///   - url: the URL that Twilio was given, with its query.
    ///   - body: the form.
    package func receipt(
        signature: String?, url: String, body: [UInt8]
    ) -> Result<MessageReceipt, ReceiptRefusal> {
        guard let signature, let fields = FormFields.read(body), isSignature(signature, url: url, fields) else {
            return .failure(.unsigned)
        }
        func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }
        let code = value("ErrorCode").flatMap { $0.isEmpty || $0 == "0" ? nil : $0 }
        if let sid = value("MessageSid"), let status = value("MessageStatus") {
            let state = TwilioReceipts.state(ofMessage: status, code: code.flatMap { Int($0) })
            return .success(MessageReceipt(over: .sms, reference: sid, state: state, code: code))
        }
        if let sid = value("CallSid"), let status = value("CallStatus") {
            let sip = value("SipResponseCode")
            let state = TwilioReceipts.state(ofCall: status, sip: sip.flatMap { Int($0) })
            return .success(MessageReceipt(over: .voice, reference: sid, state: state, code: code ?? sip))
        }
        return .failure(.malformed)
    }

    /// Whether Twilio signed a form: HMAC-SHA-1 over the URL and the sorted fields, with the account's token.
    /// https://www.twilio.com/docs/usage/security#validating-requests
    package func isSignature(_ signature: String, url: String, _ fields: [(name: String, value: String)]) -> Bool {
        // A field that occurs twice with the same value counts once, as in Twilio's own libraries.
        let pairs = Set(fields.map { Pair(name: Array($0.name.utf8), value: Array($0.value.utf8)) })
        let tail = pairs.sorted().flatMap { $0.name + $0.value }
        let given = Array(signature.utf8)
        // All are compared, so that the time does not reveal which one matched.
        return TwilioReceipts.spellings(of: url).reduce(false) { found, url in
            let digest = try? sha1Signature(of: Array(url.utf8) + tail, by: Array(authToken.utf8))
            return digest.map { equalInConstantTime(Array(base64($0).utf8), given) } == true || found
        }
    }

    /// Twilio sometimes signs the URL with the scheme's port, and sometimes without it.
    private static func spellings(of url: String) -> [String] {
        guard let parsed = WebhookURL(stored: url) else { return [url] }
        let (scheme, standard) = parsed.isSecure ? ("https", 443) : ("http", 80)
        let authority = url.dropFirst(scheme.count + 3).prefix { !"/?".contains($0) }
        let rest = url.dropFirst(scheme.count + 3 + authority.count)
        let host = authority.prefix { $0 != ":" }
        switch parsed.port {
        case nil: return [url, "\(scheme)://\(host):\(standard)\(rest)"]
        case standard?: return [url, "\(scheme)://\(host)\(rest)"]
        case _?: return [url]
        }
    }

    private static func state(ofMessage status: String, code: Int?) -> MessageReceipt.State {
        switch status {
        case "delivered", "read": .delivered
        case "undelivered", "failed": isGone(code) ? .gone : .failed
        case "canceled": .failed
        default: .underway
        }
    }

    /// Whether an error code says that the number no longer takes messages: https://www.twilio.com/docs/api/errors
    private static func isGone(_ code: Int?) -> Bool {
        switch code {
        // The number does not exist any more, or is a landline.
        case 30005?, 30006?: true
        case let code?: TwilioAccount.outcome(code: code) == .gone
        case nil: false
        }
    }

    /// An answered call ends as `completed`. Whether a person or a machine answered is not known.
    private static func state(ofCall status: String, sip: Int?) -> MessageReceipt.State {
        switch status {
        case "completed": .delivered
        case "failed": sip.isGoneNumber ? .gone : .failed
        case "busy", "no-answer", "canceled": .failed
        default: .underway
        }
    }

    private struct Pair: Hashable, Comparable {
        let name: [UInt8]
        let value: [UInt8]

        static func < (left: Pair, right: Pair) -> Bool {
            left.name == right.name
                ? left.value.lexicographicallyPrecedes(right.value) : left.name.lexicographicallyPrecedes(right.name)
        }
    }
}

extension Int? {
    /// Whether a status of SIP says that the number does not exist (RFC 3261, sections 21.4.5, 21.4.9
    /// and 21.6.3).
    var isGoneNumber: Bool { self == 404 || self == 410 || self == 604 }
}
