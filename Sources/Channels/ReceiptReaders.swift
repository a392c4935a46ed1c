package import FairKitCore
import Gateways

/// Reads receipts of the configured providers. Without a provider, all receipts are refused.
package struct ReceiptReaders: ReceiptChecks {
    var twilio: [Twilio] = []
    /// By channel, which the address of a receipt names.
    var gateways: [ContactKind: GatewayReceipts] = [:]

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
        // SMS and calls may have different accounts. The first that signed the receipt answers.
        twilio.lazy.map { account -> Result<MessageReceipt, ReceiptRefusal> in
            guard let url = account.callback?.naming(tenant).description ?? url else { return .failure(.unsigned) }
            return account.receipts.receipt(signature: signature, url: url, body: body)
        }.first { $0 != .failure(.unsigned) } ?? .failure(.unsigned)
    }

    /// A receipt of a provider that the operator describes. See `GatewayReceipts`.
    package func gatewayReceipt(
        over channel: ContactKind, body: [UInt8], header: (String) -> String?, at now: Timestamp
    ) -> Result<MessageReceipt, ReceiptRefusal> {
        gateways[channel]?.receipt(over: channel, body: body, header: header, at: now) ?? .failure(.unsigned)
    }
}
