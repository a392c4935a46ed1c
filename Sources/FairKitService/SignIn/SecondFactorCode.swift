import FairKitCore
import FairKitStore
import KeyRing

/// The code that a person sends as second factor.
package enum SecondFactorCode: Sendable {
    /// Six digits from an authenticator app, which shows them with a space in the middle.
    case oneTime(String)
    /// A backup code, shown when the factor was set up.
    case backup(String)
}

/// The match of a code, as far as it is known without the database.
enum Proof: Sendable {
    /// The code of a time step.
    case step(Int64)
    case backupCode(digest: [UInt8])
}

extension Store {
    /// - Parameter password: the one-time password that generates the codes; nil: there is none.
    /// - Returns: nil if the code can't be right.
    func proof(
        of code: SecondFactorCode, by password: OneTimePassword?, at now: Timestamp
    ) throws(KeyError) -> Proof? {
        switch code {
        case .oneTime(let digits):
            guard
                let step = try password?.step(
                    of: digits.filter { !$0.isWhitespace }, atSeconds: now.milliseconds / 1000, after: nil)
            else {
                return nil
            }
            return .step(step)
        case .backup(let text):
            guard let code = BackupCode(text) else { return nil }
            return .backupCode(digest: try digest(of: code))
        }
    }

    /// New backup codes, with the digests that are stored for them.
    func newBackupCodes() throws(KeyError) -> [(code: BackupCode, digest: [UInt8])] {
        var codes: [(code: BackupCode, digest: [UInt8])] = []
        while codes.count < BackupCode.count {
            guard let code = BackupCode(bytes: try randomBytes(BackupCode.length)) else { continue }
            codes.append((code, try digest(of: code)))
        }
        return codes
    }
}

extension SecondFactorCode {
    /// Uses up a valid code.
    ///
    /// - Parameter challenge: the challenge that the code answers; nil: a signed-in person proves their identity again.
    static func accepts(
        _ proof: Proof?, of account: AccountID, for challenge: Challenge? = nil, at now: Timestamp,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Bool {
        switch proof {
        case nil: false
        // The secret is being set up, so its codes were not used before.
        case .step where challenge?.secret != nil: true
        case .step(let step): try tx.useOneTimePassword(of: account, step: step)
        case .backupCode where challenge?.secret != nil: false
        case .backupCode(let digest): try tx.useBackupCode(of: account, digest: digest, at: now)
        }
    }
}
