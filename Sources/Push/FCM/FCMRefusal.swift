package import FairKitCore
import FoundationEssentials
import OutboundHTTP

/// The meaning of a response of FCM other than 200.
///
/// https://firebase.google.com/docs/cloud-messaging/error-codes
package enum FCMRefusal: Hashable, Sendable {
    /// The access token is not valid: a new one may help.
    case tokenRefused
    case outcome(SendOutcome)

    /// - Parameter body: JSON with Google's `error`; anything else counts as none.
    package init(status: Int, body: [UInt8]) {
        let error = (try? JSONDecoder().decode(Body.self, from: Data(body)))?.error
        let code = error?.details?.compactMap(\.errorCode).first
        switch status {
        case 401 where code != "THIRD_PARTY_AUTH_ERROR": self = .tokenRefused
        case 404 where code == "UNREGISTERED": self = .outcome(.gone)
        case 400 where error?.isOfToken ?? false: self = .outcome(.gone)
        // The device's app belongs to another project; our own credentials are valid.
        case 403 where code == "SENDER_ID_MISMATCH": self = .outcome(.refused)
        case 200..<300: self = .outcome(.malformed)
        default: self = .outcome(SendOutcome(status: status))
        }
    }

    private struct Body: Decodable {
        let error: Problem
    }

    private struct Problem: Decodable {
        let message: String?
        let details: [Detail]?

        /// Whether the registration token is malformed. FCM names the field, or says so only in its message.
        var isOfToken: Bool {
            let fields = (details ?? []).flatMap { $0.fieldViolations ?? [] }.compactMap(\.field)
            return fields.contains("message.token")
                || fields.isEmpty && (message?.lowercased().contains("registration token") ?? false)
        }
    }

    private struct Detail: Decodable {
        let errorCode: String?
        let fieldViolations: [Violation]?
    }

    private struct Violation: Decodable {
        let field: String?
    }
}
