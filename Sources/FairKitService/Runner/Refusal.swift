package import FairKitCore
package import FairKitStore

/// Why a use case refused a request: the reasons that all use cases share, and those of this one.
///
/// - `Own`: the reasons of this use case; `Never` if it has none.
package enum Refusal<Own: Error>: Error {
    /// The caller is not allowed to do this.
    case forbidden
    /// There is no such object, or it is hidden from the caller.
    case notFound
    case invalid(Invalid)
    case idempotency(IdempotencyFailure)
    /// The change takes a person's password and code, which the caller did not send, or which are wrong.
    case unproved(OwnAccountFailure)
    case store(DatabaseError)
    /// It would send a message, of which too many were sent.
    case overBudget(SpentBudget)
    case own(Own)
}

/// The result of a use case's closure. Only a thrown error rolls its transaction back.
package typealias Outcome<Value, Own: Error> = Result<Value, Refusal<Own>>

extension Result {
    /// A reason of this use case.
    static func own<Own>(_ failure: Own) -> Result where Failure == Refusal<Own> { .failure(.own(failure)) }
}

extension Faults {
    /// Refuses a request whose body has faults.
    func refuse<Own>(for own: Own.Type) throws(Refusal<Own>) {
        do { try refuse() } catch { throw .invalid(error) }
    }
}

/// In a sentence, for logs.
extension Refusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .forbidden: "the caller's role or key does not allow it"
        case .notFound: "there is no such thing, or the caller may not see it"
        case .invalid(let invalid): "invalid: \(invalid.fields.map(\.pointer).joined(separator: " "))"
        case .idempotency: "the idempotency key can't be used"
        case .overBudget: "too many messages were sent"
        case .unproved: "the caller did not prove their identity"
        case .store(let error): "\(error)"
        case .own(let failure): "\(failure)"
        }
    }
}

extension Refusal {
    /// Converts the use case's own reasons into those of another use case.
    func map<Other>(_ other: (Own) -> Other) -> Refusal<Other> {
        switch self {
        case .forbidden: .forbidden
        case .notFound: .notFound
        case .invalid(let invalid): .invalid(invalid)
        case .idempotency(let failure): .idempotency(failure)
        case .unproved(let failure): .unproved(failure)
        case .store(let error): .store(error)
        case .overBudget(let spent): .overBudget(spent)
        case .own(let own): .own(other(own))
        }
    }
}
