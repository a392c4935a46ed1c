/// A field that can't be taken, with a JSON pointer (RFC 6901) to it and a sentence that says what is expected.
///
/// The sentence never repeats what was sent.
package struct FieldError: Hashable, Sendable {
    package let pointer: String
    package let detail: String

    package init(pointer: String, detail: String) {
        self.pointer = pointer
        self.detail = detail
    }
}

/// One or more fields can't be taken; nothing was stored.
package struct Invalid: Error, Hashable, Sendable {
    package let fields: [FieldError]

    package init(_ fields: [FieldError]) {
        self.fields = fields
    }

    /// The same, where what was looked at stands in something larger.
    package func inside(_ pointer: String) -> Invalid {
        Invalid(fields.map { FieldError(pointer: pointer + $0.pointer, detail: $0.detail) })
    }

    package init(_ pointer: String, _ detail: String) {
        fields = [FieldError(pointer: pointer, detail: detail)]
    }

    /// - Parameter path: the names on the way to the field, as they were sent.
    package init(path: [String], _ detail: String) {
        self.init(path.map { "/\($0.escaped)" }.joined(), detail)
    }
}

extension String {
    /// As it stands in a JSON pointer (RFC 6901, section 3).
    fileprivate var escaped: String {
        unicodeScalars.reduce(into: "") { $0 += $1 == "~" ? "~0" : $1 == "/" ? "~1" : String($1) }
    }
}
