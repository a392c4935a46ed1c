package import FairKitCore
package import FairKitStore

/// Why something about an emergency was refused.
package enum BreakGlassFailure: Error {
    case forbidden
    /// There is no such person, or nothing of theirs is open to the caller.
    case notFound
    case invalid(Invalid)
    case store(DatabaseError)
}
