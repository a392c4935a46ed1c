/// The fields of a form in the format `application/x-www-form-urlencoded` (WHATWG URL, section 5), in order.
package enum FormFields {
    /// The body of a form. A value is percent-encoded, so that it can't add a field.
    package static func body(_ fields: [(name: String, value: String)]) -> [UInt8] {
        Array(fields.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }.joined(separator: "&").utf8)
    }

    /// Reads a body; nil: an encoding is broken, or is not UTF-8.
    package static func read(_ body: [UInt8]) -> [(name: String, value: String)]? {
        guard let text = String(validating: body, as: UTF8.self) else { return nil }
        var fields: [(name: String, value: String)] = []
        for field in text.split(separator: "&") {
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { String(percentEncoded: $0.replacing("+", with: " ")) }
            guard let name = parts[0], let value = parts.count == 2 ? parts[1] : "" else { return nil }
            fields.append((name, value))
        }
        return fields
    }
}
