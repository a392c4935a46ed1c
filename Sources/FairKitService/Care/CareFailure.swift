package import FairKitCore
package import FairKitStore

/// Why something about an assignment was refused.
package enum CareFailure: Error {
    case forbidden
    /// There is no such assignment.
    case notFound
    case invalid(Invalid)
    /// It is over.
    case ended
    case idempotency(IdempotencyFailure)
    case store(DatabaseError)
}
