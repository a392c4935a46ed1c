import FairKitCore
import FairKitStore
package import KeyRing

/// A value that a request created: now, or when the same request came first under its Idempotency-Key.
@dynamicMemberLookup package struct Creation<Value: Sendable>: Sendable {
    package let value: Value
    package let isRepeated: Bool

    package subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member { value[keyPath: path] }
}

extension Creation {
    static func now(_ value: Value) -> Creation { Creation(value: value, isRepeated: false) }
    static func before(_ value: Value) -> Creation { Creation(value: value, isRepeated: true) }
}

/// Why an Idempotency-Key was refused.
package enum IdempotencyFailure: Error {
    /// The key was already used for another request.
    case reused
    case key(KeyError)
}

extension Caller {
    /// The request's Idempotency-Key as it is stored; nil if it has none.
    func repetition(in store: Store) throws(IdempotencyFailure) -> Repetition? {
        guard let keyed else { return nil }
        do { return try store.repetition(of: keyed, by: subject.id) } catch { throw .key(error) }
    }
}
