/// A provider's report about a message that it accepted.
package struct MessageReceipt: Equatable, Sendable {
    /// The channel of the message: `sms`, `voice` or `http`.
    package let channel: ContactKind
    /// The provider's id of the message, as in `SendAnswer.reference`.
    package let reference: String
    package let state: State
    /// The provider's error code, for operators; nil: none.
    package let code: String?

    package enum State: String, Sendable, CaseIterable {
        /// It is still on its way.
        case underway
        /// It reached the telephone, or the call was answered.
        case delivered
        /// It will not arrive.
        case failed
        /// It will not arrive, since the number no longer takes messages.
        case gone
    }

    package init(over channel: ContactKind, reference: String, state: State, code: String?) {
        self.channel = channel
        self.reference = reference
        self.state = state
        self.code = code
    }
}

/// Why a receipt is not accepted. The texts are labels of metrics; append only.
package enum ReceiptRefusal: String, Error, Sendable, CaseIterable {
    /// It is not signed by the provider.
    case unsigned
    /// It was signed more than five minutes ago, or its time is in the future.
    case outdated
    /// It is signed, and lacks what a receipt has.
    case malformed
}

/// Checks the signatures of providers' receipts, and reads them. No account signs in: the signature is the right.
package protocol ReceiptChecks: Sendable {
    /// A status callback of Twilio, for an SMS or a call.
    ///
    /// - Parameters:
    ///   - signature: the header `X-Twilio-Signature`.
    ///   - tenant: the tenant that the address names, which Twilio signs with it.
    ///   - url: the address of the request by the server's public URL; nil: the server does not know its public URL.
    ///   - body: the form.
    func twilioReceipt(
        signature: String?, of tenant: TenantName, url: String?, body: [UInt8]
    ) -> Result<MessageReceipt, ReceiptRefusal>

    /// A receipt of a provider that the operator describes, for one of its channels.
    ///
    /// - Parameters:
    ///   - channel: as the address of the receipt names it.
    ///   - header: the value of a header of the request.
    func gatewayReceipt(
        over channel: ContactKind, body: [UInt8], header: (String) -> String?, at now: Timestamp
    ) -> Result<MessageReceipt, ReceiptRefusal>
}
