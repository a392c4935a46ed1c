package import FairKitCore
package import FairKitStore

/// Why a use case did not do what it was asked for: what every use case can answer, and what only this one can.
///
/// - `Own`: what only this use case can answer; `Never` if there is nothing.
package enum Refusal<Own: Error>: Error {
    /// The caller may not do that.
    case forbidden
    /// There is no such thing, or it is hidden from the caller.
    case notFound
    case invalid(Invalid)
    case idempotency(IdempotencyFailure)
    case store(DatabaseError)
    case own(Own)
}

/// What the closure of a use case ends with. Only a thrown error rolls its transaction back.
package typealias Outcome<Value, Own: Error> = Result<Value, Refusal<Own>>

extension Result {
    /// What only this use case can answer.
    static func own<Own>(_ failure: Own) -> Result where Failure == Refusal<Own> { .failure(.own(failure)) }
}

extension Faults {
    /// Ends a use case that was asked with a body that has faults.
    func refuse<Own>(for own: Own.Type) throws(Refusal<Own>) {
        do { try refuse() } catch { throw .invalid(error) }
    }
}

extension Refusal {
    /// The same, where what only a use case can answer is a part of what another one can.
    func map<Other>(_ other: (Own) -> Other) -> Refusal<Other> {
        switch self {
        case .forbidden: .forbidden
        case .notFound: .notFound
        case .invalid(let invalid): .invalid(invalid)
        case .idempotency(let failure): .idempotency(failure)
        case .store(let error): .store(error)
        case .own(let own): .own(other(own))
        }
    }
}
