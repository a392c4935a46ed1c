/// What a mail is for. The texts are stored for ever; append only.
package enum MailKind: String, Sendable, CaseIterable {
    /// Whoever opens its link has the address.
    case confirmation
    /// Its link sets a new password.
    case reset
    /// Its link makes an account.
    case invitation
    /// An operator looks whether mail arrives.
    case test
    /// A clinician has opened a record in an emergency: administrators look whether that was right.
    case breakGlass = "break-glass"
    /// A person is to be erased: they and the administrators can cancel it.
    case erasure
    /// Nobody is erased after all.
    case erasureCancelled = "erasure-cancelled"
    /// So many wrong passwords came for an account that strangers may try no more today.
    case guessing
    /// An account that opens records of others, or another account for a record, is prepared.
    case accountPrepared = "account-prepared"
    /// Another account for a record was made.
    case accountMade = "account-made"
    /// Its link makes this the address of an account.
    case emailChange = "email-change"
    /// Somebody asked for another address for an account: its owner hears of it at the old one.
    case emailChangeAsked = "email-change-asked"
    /// An account has another address now.
    case emailChanged = "email-changed"

    /// How long its link is good for, or its news are news; a mail that has not gone out by then is given up.
    package var lifetime: Duration {
        switch self {
        case .confirmation, .reset, .guessing, .emailChange, .emailChangeAsked: .seconds(24 * 3600)
        case .invitation, .breakGlass, .erasureCancelled, .accountPrepared, .accountMade, .emailChanged:
            .seconds(7 * 24 * 3600)
        case .erasure: RequestedErasure.delay
        case .test: .seconds(3600)
        }
    }
}
