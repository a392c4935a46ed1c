/// An error that keeps the server or a command from working, as a sentence that tells the operator what to do. A
/// command then exits with status 1.
package struct OperatorError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
