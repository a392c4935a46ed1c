/// Advice to an operator about a connection that could not be made.
///
/// libpq gives no code for it, so its words and those of the server are the only source: `fe-connect.c` and
/// `fe-secure-openssl.c` of PostgreSQL 15.
enum ConnectionAdvice {
    private static let all: [(words: String, advice: String)] = [
        ("password authentication failed", "correct the user in the database's address, or the file of the password"),
        (
            "no password supplied",
            "put the password into a file, and name it with --store-password-file (FAIRKIT_STORE_PASSWORD_FILE)"
        ),
        (
            "certificate verify failed",
            "name the file of the authority that signed the server's certificate with ?sslrootcert=FILE in the address"
        ),
        ("does not match host name", "write the host in the address as the server's certificate has it"),
        ("root certificate file", "name a file that exists in ?sslrootcert="),
        ("session is read-only", "this is a standby; name the server that accepts writes, or all, separated by commas"),
        ("could not translate host name", "correct the host in the address"),
        ("too many", SQLState.moreConnections),
        ("connection slots", SQLState.moreConnections),
    ]

    /// The reason in one line, and what to do if that is known.
    /// - Parameter reason: lines of libpq, for each host that was tried.
    static func advised(_ reason: String) -> String {
        let lines = reason.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
        // libpq's own advice is to give up the encryption.
        let reasons = lines.filter { !$0.contains("change sslmode") }
        let advice = all.first { known in reasons.contains { $0.contains(known.words) } }?.advice
        return (reasons.map(String.init) + [advice].compactMap(\.self)).joined(separator: "; ")
    }
}
