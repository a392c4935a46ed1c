package import FairKitCore
package import FairKitStore

/// Why a group of consumers was not made, changed or taken away.
package enum GroupFailure: Error {
    case forbidden
    case invalid(Invalid)
    case nameTaken
    case groupUnknown
    /// The one that every installation begins with stays.
    case isDefault
    /// It has deliveries that are not acked.
    case hasUnacked
    case store(DatabaseError)
}
