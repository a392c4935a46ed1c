package import FairKitCore

/// `RevokedAccess` on the wire, and in the file that is kept apart from the backups.
package struct RevokedAccessBody: Decodable, JSONBody, Sendable {
    package let keys: [String]
    package let accounts: [String]
    /// nil in a file of an earlier version, like `signIns`.
    package let care: [String]?
    package let signIns: [SignIn]?

    /// When an account's password was last chosen, and its second factor set up.
    package struct SignIn: Decodable, JSONBody, Sendable {
        package let account: String
        package let passwordAt: String
        package let factorSince: String?
    }

    package init(_ ended: RevokedAccess) {
        keys = ended.keys.map { "\($0)" }
        accounts = ended.accounts.map { "\($0)" }
        care = ended.care.map { "\($0)" }
        signIns = ended.signIns.map {
            SignIn(
                account: "\($0.account)", passwordAt: "\($0.passwordAt)", factorSince: $0.factorSince?.description)
        }
    }

    /// - Returns: nil if an id or a time is malformed.
    package var ended: RevokedAccess? {
        let found = RevokedAccess(
            keys: keys.compactMap { KeyID($0) }, accounts: accounts.compactMap { AccountID($0) },
            care: (care ?? []).compactMap { CareAssignmentID($0) }, signIns: (signIns ?? []).compactMap(\.age))
        let isWhole =
            found.keys.count == keys.count && found.accounts.count == accounts.count
            && found.care.count == care?.count ?? 0 && found.signIns.count == signIns?.count ?? 0
        return isWhole ? found : nil
    }
}

extension RevokedAccessBody.SignIn {
    fileprivate var age: SignInAge? {
        guard let id = AccountID(account), let passwordAt = Timestamp(passwordAt) else { return nil }
        let since = factorSince.map { Timestamp($0) }
        guard since != .some(nil) else { return nil }
        return SignInAge(account: id, passwordAt: passwordAt, factorSince: since ?? nil)
    }
}
