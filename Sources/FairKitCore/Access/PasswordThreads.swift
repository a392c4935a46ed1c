/// How many threads hash passwords.
package enum PasswordThreads {
    /// One for each core, while all of them together take at most a sixteenth of the memory; eight at most. On two cores that is two from
    /// 2 GB on. See the decision `0048-fair-shares-of-hashing`.
    /// - Parameters:
    ///   - memory: bytes that the server may have; nil: it is not known.
    ///   - hash: bytes that one hash takes.
    package static func count(cores: Int, memory: Int?, hash: Int) -> Int {
        max(1, min(cores, (memory ?? 0) / 16 / max(1, hash), 8))
    }
}
