import FairKitAPI
package import FairKitCore
import KeyRing
import TextEncodings

/// The receipts of a provider that the operator describes: where a message's id and status stand, and what signs them.
package struct GatewayReceipts: Sendable {
    package let reference: JSONPath
    package let status: JSONPath
    /// Where the provider's error code stands; nil: nowhere.
    package let code: JSONPath?
    /// The statuses that say that a message arrived.
    package let delivered: Set<String>
    /// The statuses that say that it will not.
    package let failed: Set<String>
    /// The codes of failures that say that the number no longer takes messages.
    package let goneCodes: Set<String>
    package let signature: Signature
    /// It is a secret.
    package let secret: String

    package enum Signature: Hashable, Sendable {
        /// A token in `Authorization` with the time and the digest of the body. See `ReceiptToken`.
        case token
        /// A header with the HMAC-SHA-256 of the body, in hexadecimal digits or base64. It signs no time.
        case header(String)
    }

    /// How far the time of a signature may differ from the server's clock.
    package static let window = Duration.seconds(300)

    package init(
        reference: JSONPath, status: JSONPath, code: JSONPath?, delivered: Set<String>, failed: Set<String>,
        goneCodes: Set<String>, signature: Signature, secret: String
    ) {
        self.reference = reference
        self.status = status
        self.code = code
        self.delivered = delivered
        self.failed = failed
        self.goneCodes = goneCodes
        self.signature = signature
        self.secret = secret
    }

    /// Reads a receipt, in JSON or as a form, if the provider signed it.
    ///
    /// - Parameter header: the value of a header of the request.
    package func receipt(
        over channel: ContactKind, body: [UInt8], header: (String) -> String?, at now: Timestamp
    ) -> Result<MessageReceipt, ReceiptRefusal> {
        if let refusal = refusal(of: body, header: header, at: now) { return .failure(refusal) }
        guard let tree = GatewayReceipts.tree(body), let reference = reference.value(in: tree),
            let status = status.value(in: tree)
        else { return .failure(.malformed) }
        let code = code?.value(in: tree)
        let state: MessageReceipt.State =
            if delivered.contains(status) {
                .delivered
            } else if failed.contains(status) {
                code.map(goneCodes.contains) == true ? .gone : .failed
            } else {
                .underway
            }
        return .success(
            MessageReceipt(over: channel, reference: reference.shortened(to: 200), state: state, code: code))
    }

    private func refusal(of body: [UInt8], header: (String) -> String?, at now: Timestamp) -> ReceiptRefusal? {
        switch signature {
        case .token:
            guard let token = header("Authorization").flatMap({ ReceiptToken($0, secret: Array(secret.utf8)) }),
                token.covers(body)
            else { return .unsigned }
            let distance = now.milliseconds / 1000 - min(max(token.issuedAt, 0), 1 << 40)
            return abs(distance) <= GatewayReceipts.window.components.seconds ? nil : .outdated
        case .header(let name):
            guard let given = header(name), let digest = try? KeyRing.signature(of: body, by: Array(secret.utf8)) else {
                return .unsigned
            }
            let isHexadecimal = equalInConstantTime(
                Array(hexadecimal(digest).utf8), Array(given.lowercased().utf8))
            return isHexadecimal || equalInConstantTime(Array(base64(digest).utf8), Array(given.utf8))
                ? nil : .unsigned
        }
    }

    /// JSON, or the fields of a form as the members of an object.
    private static func tree(_ body: [UInt8]) -> JSONTree? {
        if body.first == UInt8(ascii: "{") { return decoded(JSONTree.self, body) }
        return FormFields.read(body).map { fields in
            .object(Dictionary(fields.map { ($0.name, JSONTree.text($0.value)) }) { first, _ in first })
        }
    }
}
