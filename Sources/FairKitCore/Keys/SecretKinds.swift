extension APIKey: SecretKind {
    package static let secretPrefix = "fk_"
}

extension Share: SecretKind {
    package static let secretPrefix = "fs_"
}

/// The kinds of secrets that people hold. The store keeps the digests of all of them in the same way.
package protocol AccountSecretKind: SecretKind {}

extension Session: AccountSecretKind {
    package static let secretPrefix = "fr_"
}

extension Invitation: AccountSecretKind {
    package static let secretPrefix = "fi_"
}

/// A sign-in with a correct password that waits for the second factor.
package enum PendingSignIn: AccountSecretKind {
    package static let secretPrefix = "fc_"
}

/// A session whose secret a browser keeps in a cookie.
package enum PageVisit: AccountSecretKind {
    package static let secretPrefix = "fp_"
}

/// The secret of an API key.
package typealias APIKeySecret = Secret<APIKey>

/// The secret of a share's link.
package typealias ShareSecret = Secret<Share>

/// A refresh token: it is exchanged once for the next access token.
package typealias RefreshSecret = Secret<Session>

/// The value of a page's cookie. It is never exchanged.
package typealias PageSecret = Secret<PageVisit>

/// The secret that lets a person choose a password, once.
package typealias InvitationSecret = Secret<Invitation>

/// The secret that a person sends with the code of their second factor.
package typealias ChallengeSecret = Secret<PendingSignIn>
