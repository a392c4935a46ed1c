package import FairKitCore
import Gateways

/// Reads receipts of the configured providers. Without a provider, all receipts are refused.
package struct ReceiptReaders: Sendable {
    var twilio: [TwilioReceipts] = []
    var vonage: [VonageReceipts] = []

    /// A status callback of Twilio, for an SMS or a call. See `TwilioReceipts`.
    package func twilioReceipt(
        signature: String?, url: String, body: [UInt8]
    ) -> Result<MessageReceipt, ReceiptRefusal> {
        first(of: twilio) { $0.receipt(signature: signature, url: url, body: body) }
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
