package import FairKitCore
package import FairKitStore

/// Why something about the outbox was refused.
package enum OutboxFailure: Error {
    case forbidden
    case invalid(Invalid)
    case notFound
    /// It was sent, or its time is over.
    case ended(OutboxMail.State)
    case store(DatabaseError)
}
