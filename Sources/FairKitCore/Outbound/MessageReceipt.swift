/// What a provider reports about a message that it accepted.
package struct MessageReceipt: Hashable, Sendable {
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
    }

    package init(reference: String, state: State, code: String?) {
        self.reference = reference
        self.state = state
        self.code = code
    }
}

/// Why a receipt is not accepted.
package enum ReceiptRefusal: Error, Hashable, Sendable, CaseIterable {
    /// It is not signed by the provider.
    case unsigned
    /// It was signed more than five minutes ago, or its time is in the future.
    case outdated
    /// It is signed, and lacks what a receipt has.
    case malformed
}
