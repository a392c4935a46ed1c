/// Why the file of channels can't be used, as a sentence that names the member and says what to do. It never repeats a
/// value, which may be a secret.
package struct ChannelsFileError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }

    /// - Parameter member: such as `sms.from`.
    init(_ file: String, member: String, _ sentence: String) {
        description = "In \(file), \(member) \(sentence)"
    }
}
