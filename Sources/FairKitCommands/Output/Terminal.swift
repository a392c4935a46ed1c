import FairKitServer
import FoundationEssentials
import Glibc

/// Flushes standard output: a program that reads a pipe waits for it.
func flush() {
    fflush(nil)
}

/// Writes bytes to standard output as they are.
func writeToOutput(_ content: Data) throws(OperatorError) {
    var rest = Array(content)[...]
    while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes { unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        guard count > 0 else { throw OperatorError("The response can't be written to standard output.") }
        rest = rest.dropFirst(count)
    }
}

/// The terminal at one of the process's outputs.
struct Terminal {
    /// The columns; nil: it is not a terminal.
    let width: Int?
    private let isPlain: Bool

    static let output = Terminal(STDOUT_FILENO)
    static let errors = Terminal(STDERR_FILENO)

    private init(_ descriptor: Int32) {
        let environment = ProcessInfo.processInfo.environment
        // https://no-color.org
        isPlain = environment["NO_COLOR"].map { !$0.isEmpty } ?? false || environment["TERM"] == "dumb"
        guard isatty(descriptor) == 1 else {
            width = nil
            return
        }
        var size = winsize()
        let isKnown = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        width = isKnown ? Int(size.ws_col) : 80
    }

    func bold(_ text: String) -> String {
        width == nil || isPlain ? text : "\u{1B}[1m\(text)\u{1B}[0m"
    }
}
