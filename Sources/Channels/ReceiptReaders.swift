package import FairKitCore
import Gateways

/// Reads receipts of the configured providers. Without a provider, all receipts are refused.
package struct ReceiptReaders: ReceiptChecks {
    var twilio: [Twilio] = []
    var vonage: [VonageReceipts] = []

    /// An account at Twilio.
    struct Twilio: Sendable {
        let receipts: TwilioReceipts
        /// The address that Twilio is given with each message, and that it signs; nil: none, so only Twilio's console
        /// can name one.
        let callback: WebhookURL?

        init(_ account: TwilioAccount) {
            receipts = TwilioReceipts(authToken: account.authToken)
            callback = account.statusCallback
        }
    }

    /// The signature covers the configured address, which a proxy may map to another path. See `TwilioReceipts`.
    package func twilioReceipt(
        signature: String?, of tenant: TenantName, url: String?, body: [UInt8]
    ) -> Result<MessageReceipt, ReceiptRefusal> {
        first(of: twilio) { account in
            guard let url = account.callback?.naming(tenant).description ?? url else { return .failure(.unsigned) }
            return account.receipts.receipt(signature: signature, url: url, body: body)
        }
    }

    /// A delivery receipt of Vonage for an SMS. See `VonageReceipts`.
    package func vonageReceipt(ofSMS body: [UInt8], at now: Timestamp) -> Result<MessageReceipt, ReceiptRefusal> {
        first(of: vonage) { $0.smsReceipt(body, at: now) }
    }

    /// An event of a call at Vonage. See `VonageReceipts`.
    package func vonageReceipt(
        ofCall body: [UInt8], authorization: String?, at now: Timestamp
    ) -> Result<MessageReceipt, ReceiptRefusal> {
        first(of: vonage) { $0.callReceipt(authorization: authorization, body: body, at: now) }
    }

    /// The answer of the first account that signed it. SMS and calls may have different accounts.
    private func first<Reader>(
        of readers: [Reader], _ read: (Reader) -> Result<MessageReceipt, ReceiptRefusal>
    ) -> Result<MessageReceipt, ReceiptRefusal> {
        readers.lazy.map(read).first { $0 != .failure(.unsigned) } ?? .failure(.unsigned)
    }
}
