import FoundationEssentials
import Glibc

/// Sends what was printed on its way: a program that follows a pipe waits for it.
func flush() {
    fflush(nil)
}

/// What is known of the terminal at one of the process's outputs.
struct Terminal {
    /// Columns; nil: it is no terminal.
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
