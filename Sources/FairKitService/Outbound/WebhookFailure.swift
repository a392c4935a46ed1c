package import FairKitCore
package import FairKitStore
package import KeyRing

/// Why a webhook was not shown, set or removed.
package enum WebhookFailure: Error {
    case forbidden
    /// Messages would hold health data, which the caller has no right to read.
    case payloadForbidden
    case invalid(Invalid)
    case groupUnknown
    /// The group has no webhook.
    case notFound
    case key(KeyError)
    case store(DatabaseError)
}
