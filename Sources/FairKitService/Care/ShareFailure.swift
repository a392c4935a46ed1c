package import FairKitCore
package import FairKitStore
package import KeyRing

/// Why something about a share was refused.
package enum ShareFailure: Error {
    case forbidden
    /// There is no such person or share, or it is not the caller's.
    case notFound
    case invalid(Invalid)
    /// It is over.
    case ended
    case key(KeyError)
    case store(DatabaseError)
}
