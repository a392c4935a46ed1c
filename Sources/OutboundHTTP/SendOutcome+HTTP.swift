package import FairKitCore

extension SendOutcome {
    /// The outcome of a request without a response.
    package init(_ failure: OutboundFailure) {
        self =
            switch failure {
            case .timeout: .timeout
            // Without TLS the server can't be trusted either.
            case .tlsError, .insecure: .tlsError
            case .unknownHost: .unknownHost
            case .privateAddress: .privateAddress
            case .unreachable: .unreachable
            case .disconnected: .disconnected
            case .malformed: .malformed
            case .stopped: .stopped
            }
    }

    /// The meaning of a status if the provider's documentation says nothing else (RFC 9110, section 15). Redirects are
    /// refused: the operator did not choose their target.
    package init(status: Int) {
        self =
            switch status {
            case 200..<300: .accepted
            case 401, 403: .unauthorized
            case 408, 425, 429, 500..<600: .postponed
            case 410: .gone
            case 300..<500: .refused
            default: .malformed
            }
    }
}

extension SendAnswer {
    /// The answer of a request without a response.
    package init(_ failure: OutboundFailure) { self.init(SendOutcome(failure)) }

    /// An answer with the response's status and `Retry-After`.
    package init(_ outcome: SendOutcome, _ response: OutboundResponse, reference: String? = nil) {
        self.init(outcome, status: response.status, reference: reference, retryAfter: response.retryAfter)
    }
}
