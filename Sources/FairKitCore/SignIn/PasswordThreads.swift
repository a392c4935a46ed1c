/// The number of threads that hash passwords.
package enum PasswordThreads {
    /// One per core, at most eight, and together at most a sixteenth of the memory. Two cores get two threads from 2 GB
    /// on. See decision 0048.
    /// - Parameters:
    ///   - memory: the bytes available to the server; nil: unknown.
    ///   - hash: the bytes that one hash needs.
    package static func count(cores: Int, memory: Int?, hash: Int) -> Int {
        max(1, min(cores, (memory ?? 0) / 16 / max(1, hash), 8))
    }
}
