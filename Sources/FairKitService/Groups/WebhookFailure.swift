package import FairKitCore
package import FairKitStore
package import KeyRing

/// Why a webhook was not shown, set or removed.
package enum WebhookFailure: Error {
    case forbidden
    case invalid(Invalid)
    case groupUnknown
    /// The group has none.
    case notFound
    case key(KeyError)
    case store(DatabaseError)
}
