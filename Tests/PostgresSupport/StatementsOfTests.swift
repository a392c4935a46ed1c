import Relational

extension SQL {
    /// Whether only a test on a file runs it: a PRAGMA, what SQLite alone knows, or plain values in columns that are sealed
    /// elsewhere.
    var isOfATest: Bool {
        let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return !text.contains(#/^(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/#)
            || text.contains(
                #/\b(?:sqlite_|quote\(|rowid\b|typeof\(|zeroblob\(|total_changes\(|max\(id\)|[xX]'|LIKE\b)/#
                    .wordBoundaryKind(.simple))
            || SQL.withPlainValues.contains(text)
    }

    /// Statements of tests that write what no use case would.
    private static let withPlainValues: Set = [
        "INSERT INTO idempotency (actor, route, key, body_digest, made, at, expires_at) VALUES (?, 'results', ?, ?, ?, ?, NULL)",
        "INSERT INTO idempotency (actor, route, key, body_digest, made, at, expires_at) VALUES (?, 'profiles', ?, ?, ?, ?, ?)",
        "INSERT INTO idempotency (actor, route, key, body_digest, made, at, expires_at) VALUES (?, 'registrations', ?, ?, ?, ?, NULL)",
        "INSERT INTO account (id, email, role, profile_id, state, created_at, password, password_at, otp_secret) VALUES (?, ?, 'patient', ?, 'active', ?, ?, ?, ?)",
        "INSERT INTO session (id, account_id, started_at, used_at, expires_at, address, client) VALUES (?, ?, ?, ?, ?, ?, ?)",
        "INSERT INTO refresh_token (digest, session_id, expires_at, used_at, used_from) VALUES (?, ?, ?, ?, ?)",
        "INSERT INTO invitation (id, digest, kind, email, role, profile_id, created_at, expires_at) VALUES (?, ?, 'invitation', ?, 'patient', ?, ?, ?)",
        "INSERT INTO break_glass (id, account_id, profile_id, reason, opened_at, until_at) VALUES (?, ?, ?, ?, ?, ?)",
        "UPDATE profile SET email = ? WHERE id = ?", "SELECT recipient FROM outbox WHERE recipient = ?",
    ]
}
