package import FairKitCore
package import KeyRing
package import Relational

extension Connection {
    /// An account's one-time passwords, and the last time step used; nil: it has none.
    package func oneTimePassword(
        of account: AccountID
    ) throws(DatabaseError) -> (password: OneTimePassword, used: Int64?)? {
        try first(
            "SELECT otp_secret, otp_step FROM account WHERE id = \(account) AND otp_confirmed_at IS NOT NULL"
        ) { row throws(DatabaseError) in
            (
                OneTimePassword(secret: try row.value(0, sealed: .accountOTPSecret, of: account)),
                try row.value(1, as: Int64?.self)
            )
        }
    }

    /// How many backup codes an account has left.
    package func backupCodesLeft(of account: AccountID) throws(DatabaseError) -> Int {
        let found = try first(
            "SELECT COUNT(*) FROM backup_code WHERE account_id = \(account) AND used_at IS NULL"
        ) { row throws(DatabaseError) in try row.value(0, as: Int.self) }
        return found ?? 0
    }
}

extension WriteTransaction {
    /// Sets up one-time passwords for an account, the first of which was used in a step, and replaces its backup codes.
    package func setSecondFactor(
        of account: AccountID, secret: [UInt8], usedStep step: Int64, backupCodes digests: [[UInt8]], at now: Timestamp
    ) throws(DatabaseError) {
        try change(
            .account,
            set: """
                otp_secret = \(sealed: secret, .accountOTPSecret, of: account), otp_confirmed_at = \(now),
                otp_step = \(step)
                """, where: "id = \(account)")
        try setBackupCodes(of: account, digests)
    }

    package func setBackupCodes(of account: AccountID, _ digests: [[UInt8]]) throws(DatabaseError) {
        try run("DELETE FROM backup_code WHERE account_id = \(account)")
        for digest in digests {
            try run(
                """
                INSERT INTO backup_code (account_id, digest, rights)
                VALUES (\(account), \(digest), \(code: .backupCode, account, digest))
                """)
        }
    }

    /// Removes an account's second factor.
    package func removeSecondFactor(of account: AccountID) throws(DatabaseError) {
        try change(
            .account, set: "otp_secret = NULL, otp_confirmed_at = NULL, otp_step = NULL", where: "id = \(account)")
        try run("DELETE FROM backup_code WHERE account_id = \(account)")
        try run("DELETE FROM challenge WHERE account_id = \(account)")
    }

    /// Uses the one-time password of a step, which invalidates all earlier ones. A stored step that lies far ahead was
    /// used while the clock ran ahead, and does not count.
    /// - Returns: false if it was used before.
    package func useOneTimePassword(of account: AccountID, step: Int64) throws(DatabaseError) -> Bool {
        try rowsChanged(
            by: """
                UPDATE account SET otp_step = \(step)
                WHERE id = \(account) AND otp_confirmed_at IS NOT NULL AND (otp_step IS NULL OR otp_step < \(step) OR otp_step > \(step + 20))
                """) == 1
    }

    /// Uses a backup code.
    /// - Returns: false if the account has no such code, or it was used before.
    package func useBackupCode(of account: AccountID, digest: [UInt8], at now: Timestamp) throws(DatabaseError) -> Bool
    {
        let isUnused: SQL = "account_id = \(account) AND digest = \(digest) AND used_at IS NULL"
        guard try areAuthentic(.backupCode, where: isUnused) else { return false }
        return try rowsChanged(by: "UPDATE backup_code SET used_at = \(now) WHERE \(isUnused)") == 1
    }
}
