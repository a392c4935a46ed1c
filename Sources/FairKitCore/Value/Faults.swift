/// The faults of one body, collected while it is read: first what has the wrong shape, then what its members say. All are refused together.
///
/// Where a member can't be read, something stands in for it, so that reading goes on. What a later check says about a stand-in, or about an
/// object with a faulty member, is left out. See the decision `0072-all-faults-at-once`.
package struct Faults: Hashable, Sendable {
    package private(set) var fields: [FieldError] = []

    /// At most this many are listed.
    package static let most = 100

    package init() {}

    package var isEmpty: Bool { fields.isEmpty }

    package mutating func note(_ pointer: String, _ detail: String) {
        note(Invalid(pointer, detail))
    }

    package mutating func note(_ invalid: Invalid) {
        // What was found together is told together: one of them does not hide another.
        let known = fields.map(\.pointer)
        let new = invalid.fields.filter { field in
            !known.contains { $0.isAtOrIn(field.pointer) || field.pointer.isAtOrIn($0) }
        }
        fields += new.prefix(Faults.most - fields.count)
    }

    /// Notes a fault unless a condition holds.
    package mutating func demand(_ isRight: Bool, _ pointer: String, _ detail: @autoclosure () -> String) {
        if !isRight { note(pointer, detail()) }
    }

    /// Reads a member; if that fails, the fault is noted.
    /// - Parameter standIn: what the rest of the body is checked with then.
    package mutating func read<Value>(
        or standIn: @autoclosure () -> Value, _ read: () throws(Invalid) -> Value
    ) -> Value {
        do { return try read() } catch {
            note(error)
            return standIn()
        }
    }

    /// Reads a member that may be left out.
    package mutating func readIfPresent<Text, Value>(
        _ text: Text?, _ read: (Text) throws(Invalid) -> Value
    ) -> Value? {
        guard let text else { return nil }
        return self.read(or: nil) { () throws(Invalid) -> Value? in try read(text) }
    }

    /// Adds the faults of a part that stands at a pointer.
    package mutating func note(_ part: Faults, inside pointer: String) {
        note(Invalid(part.fields).inside(pointer))
    }

    /// - Throws: all of them, if there are any.
    package func refuse() throws(Invalid) {
        if !fields.isEmpty { throw Invalid(fields) }
    }
}

extension String {
    /// Whether this pointer names what another one names, or something inside it.
    fileprivate func isAtOrIn(_ other: String) -> Bool { self == other || hasPrefix(other + "/") }
}
