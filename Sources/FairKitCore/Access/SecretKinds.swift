extension APIKey: SecretKind {
    package static let secretPrefix = "fk_"
}

extension Share: SecretKind {
    package static let secretPrefix = "fs_"
}

/// What a person's secret opens; the store keeps the digests of all of them alike.
package protocol AccountSecretKind: SecretKind {}

extension Session: AccountSecretKind {
    package static let secretPrefix = "fr_"
}

extension Invitation: AccountSecretKind {
    package static let secretPrefix = "fi_"
}

/// A sign-in whose password was right, and that waits for the second factor.
package enum PendingSignIn: AccountSecretKind {
    package static let secretPrefix = "fc_"
}

/// The secret of an API key.
package typealias APIKeySecret = Secret<APIKey>

/// The secret of a share's link.
package typealias ShareSecret = Secret<Share>

/// A refresh token: it gives the next access token, once.
package typealias RefreshSecret = Secret<Session>

/// The secret that lets a person choose a password, once.
package typealias InvitationSecret = Secret<Invitation>

/// The secret with which a person sends the code of their second factor.
package typealias ChallengeSecret = Secret<PendingSignIn>
