package import FairKitCore
package import Relational

extension Connection {
    /// Whether an account has signed in from a source before. It takes the same time if there is no such account.
    package func isKnownPlace(_ pair: SignInPair) throws(DatabaseError) -> Bool {
        try exists("SELECT 1 FROM known_place WHERE email = \(pair.email) AND source = \(pair.source)")
    }
}

extension WriteTransaction {
    /// Remembers that an account has signed in from a source.
    package func rememberPlace(_ pair: SignInPair, of account: AccountID, at now: Timestamp) throws(DatabaseError) {
        try run("DELETE FROM known_place WHERE email = \(pair.email) AND source = \(pair.source)")
        try run(
            """
            INSERT INTO known_place (email, source, account_id, last_at)
            VALUES (\(pair.email), \(pair.source), \(account), \(now))
            """)
    }

    /// Deletes the known sources of an account.
    package func forgetPlaces(of account: AccountID) throws(DatabaseError) {
        try run("DELETE FROM known_place WHERE account_id = \(account)")
    }
}
