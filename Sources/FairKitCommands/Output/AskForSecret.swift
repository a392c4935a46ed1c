import FairKitServer
import Glibc

/// Asks for a secret at the terminal, which does not show what is typed. Without a terminal, it is a line of standard
/// input.
func askForSecret(_ question: String) throws -> String {
    guard isatty(STDIN_FILENO) == 1 else { return try secretLine(question) }
    note("\(question): ", end: "")
    var mode = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &mode) == 0 else { return try secretLine(question) }
    var silent = mode
    silent.c_lflag &= ~tcflag_t(ECHO)
    unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
    defer {
        unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &mode)
        note("")
    }
    return try secretLine(question)
}

private func secretLine(_ question: String) throws -> String {
    guard let line = readLine(), !line.isEmpty else {
        throw OperatorError("\(question): nothing was typed. Type it, or send it as a line of standard input.")
    }
    return line
}
