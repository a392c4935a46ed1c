/// An invalid field: a JSON pointer (RFC 6901) to it, and a sentence that says what is expected.
///
/// The sentence never repeats the client's input.
package struct FieldError: Hashable, Sendable {
    package let pointer: String
    package let detail: String

    package init(pointer: String, detail: String) {
        self.pointer = pointer
        self.detail = detail
    }
}

/// One or more fields are invalid; nothing was stored.
package struct Invalid: Error, Hashable, Sendable {
    package let fields: [FieldError]

    package init(_ fields: [FieldError]) {
        self.fields = fields
    }

    /// The same error, with pointers relative to an enclosing object.
    package func inside(_ pointer: String) -> Invalid {
        Invalid(fields.map { FieldError(pointer: pointer + $0.pointer, detail: $0.detail) })
    }

    package init(_ pointer: String, _ detail: String) {
        fields = [FieldError(pointer: pointer, detail: detail)]
    }

    /// - Parameter path: the names of the members down to the field, as the client sent them.
    package init(path: [String], _ detail: String) {
        self.init(path.map { "/\($0.escaped)" }.joined(), detail)
    }
}

extension String {
    /// The form of a name in a JSON pointer (RFC 6901, section 3).
    fileprivate var escaped: String {
        unicodeScalars.reduce(into: "") { $0 += $1 == "~" ? "~0" : $1 == "/" ? "~1" : String($1) }
    }
}
