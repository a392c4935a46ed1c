import FairKitCore
import FairKitStore
import KeyRing

/// What somebody sends as their second factor.
package enum SecondFactorCode: Sendable {
    /// Six digits of an app.
    case oneTime(String)
    /// One of those that were shown when it was set up.
    case backup(String)
}

/// What a code comes to, so far as that can be told without the database.
enum Proof: Sendable {
    /// It is that of a step.
    case step(Int64)
    case backupCode(digest: [UInt8])
}

extension Store {
    /// - Parameter password: what makes the codes; nil: nothing does.
    /// - Returns: nil if it can't be right.
    func proof(
        of code: SecondFactorCode, by password: OneTimePassword?, at now: Timestamp
    ) throws(KeyError) -> Proof? {
        switch code {
        case .oneTime(let digits):
            guard let step = try password?.step(of: digits, atSeconds: now.milliseconds / 1000, after: nil) else {
                return nil
            }
            return .step(step)
        case .backup(let text):
            guard let code = BackupCode(text) else { return nil }
            return .backupCode(digest: try digest(of: code))
        }
    }

    /// Backup codes to be shown, and what is stored in their place.
    func newBackupCodes() throws(KeyError) -> [(code: BackupCode, digest: [UInt8])] {
        var codes: [(code: BackupCode, digest: [UInt8])] = []
        while codes.count < BackupCode.count {
            guard let code = BackupCode(bytes: try randomBytes(BackupCode.length)) else { continue }
            codes.append((code, try digest(of: code)))
        }
        return codes
    }
}

extension WriteTransaction {
    /// Uses a code up, if it is good.
    /// - Parameter challenge: what it answers; nil: somebody who is signed in shows again that it is them.
    func accepts(
        _ proof: Proof?, of account: AccountID, for challenge: Challenge? = nil, at now: Timestamp
    ) throws(DatabaseError) -> Bool {
        switch proof {
        case nil: false
        // A secret that is being set up was not used before.
        case .step where challenge?.secret != nil: true
        case .step(let step): try useOneTimePassword(of: account, step: step)
        case .backupCode where challenge?.secret != nil: false
        case .backupCode(let digest): try useBackupCode(of: account, digest: digest, at: now)
        }
    }
}
