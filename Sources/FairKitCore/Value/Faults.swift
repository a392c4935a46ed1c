/// All faults of one request body: first those of its form, then those of its values. They are reported together.
///
/// A stand-in replaces a member that can't be read, so that reading goes on. Later faults about a stand-in, or about an
/// object with a faulty member, are dropped. A use case takes as `found` those that were found while the request was
/// parsed, and reports them together with its own. See decision 0072.
package struct Faults: Hashable, Sendable {
    package private(set) var fields: [FieldError] = []

    /// The most faults that are listed.
    package static let most = 100

    package init() {}

    package var isEmpty: Bool { fields.isEmpty }

    package mutating func record(_ pointer: String, _ detail: String) {
        record(Invalid(pointer, detail))
    }

    package mutating func record(_ invalid: Invalid) {
        // Faults that were found together are reported together: one does not hide another.
        let known = fields.map(\.pointer)
        let new = invalid.fields.filter { field in
            !known.contains { $0.isAtOrIn(field.pointer) || field.pointer.isAtOrIn($0) }
        }
        fields += new.prefix(Faults.most - fields.count)
    }

    /// Records a fault unless a condition holds.
    package mutating func require(_ isRight: Bool, _ pointer: String, _ detail: @autoclosure () -> String) {
        if !isRight { record(pointer, detail()) }
    }

    /// Reads a member; if that fails, records the fault.
    /// - Parameter standIn: the value that replaces it in later checks.
    package mutating func read<Value>(
        or standIn: @autoclosure () -> Value, _ read: () throws(Invalid) -> Value
    ) -> Value {
        do { return try read() } catch {
            record(error)
            return standIn()
        }
    }

    /// Reads an optional member.
    package mutating func readIfPresent<Text, Value>(
        _ text: Text?, _ read: (Text) throws(Invalid) -> Value
    ) -> Value? {
        guard let text else { return nil }
        return self.read(or: nil) { () throws(Invalid) -> Value? in try read(text) }
    }

    /// Adds the faults of a part of the body.
    package mutating func record(_ part: Faults, inside pointer: String) {
        record(Invalid(part.fields).inside(pointer))
    }

    /// Whether one of these members, or the body as a whole, has a fault.
    package func concern(_ pointers: [String]) -> Bool {
        fields.contains { field in field.pointer.isEmpty || pointers.contains { field.pointer.isAtOrIn($0) } }
    }

    /// - Throws: all faults, if there are any.
    package func refuse() throws(Invalid) {
        if !fields.isEmpty { throw Invalid(fields) }
    }
}

extension String {
    /// Whether this pointer names the same member as another one, or something inside it.
    func isAtOrIn(_ other: String) -> Bool { self == other || hasPrefix(other + "/") }
}
