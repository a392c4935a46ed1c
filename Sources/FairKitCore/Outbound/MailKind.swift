/// The purpose of a mail. The texts are stored for ever; append only.
package enum MailKind: String, Sendable, CaseIterable {
    /// Its link proves that the recipient has the address.
    case confirmation
    /// Its link sets a new password.
    case reset
    /// Its link creates an account.
    case invitation
    /// An operator tests whether mail arrives.
    case test
    /// A clinician has opened a record in an emergency: administrators review it.
    case breakGlass = "break-glass"
    /// The erasure of a person is scheduled; they and the administrators can cancel it.
    case erasure
    /// The erasure was cancelled.
    case erasureCancelled = "erasure-cancelled"
    /// So many wrong passwords came for an account that sign-ins from unknown places are refused for today.
    case guessing
    /// An account that opens other people's records, or another account for a record, is prepared.
    case accountPrepared = "account-prepared"
    /// A second account for a record was created.
    case accountMade = "account-made"
    /// Its link changes an account's address to the recipient's.
    case emailChange = "email-change"
    /// Another address was requested for an account: its owner is told at the old one.
    case emailChangeAsked = "email-change-asked"
    /// An account's address was changed.
    case emailChanged = "email-changed"
    /// What decides whether and whom an alert tells was changed: administrators read what it was and what it is.
    case alertingChanged = "alerting-changed"
    /// An administrator requested an API key, which waits for another one to approve it.
    case keyPrepared = "key-prepared"
    /// A person shares their results with the owner of the address.
    case shared

    /// How long its link is valid, or its message is of use. A mail that was not sent by then is given up.
    package var lifetime: Duration {
        switch self {
        case .confirmation, .reset, .guessing, .emailChange, .emailChangeAsked: .seconds(24 * 3600)
        case .invitation, .breakGlass, .erasureCancelled, .accountPrepared, .accountMade, .emailChanged,
            .alertingChanged, .keyPrepared, .shared:
            .seconds(7 * 24 * 3600)
        case .erasure: RequestedErasure.delay
        case .test: .seconds(3600)
        }
    }

    /// The kinds that go to the new address if an account's address changes before they are sent.
    ///
    /// Staff read them at the address that they have now. A patient gets mail about their record at the old one, so that a
    /// thief who changes the address can't hide it.
    package static func following(_ role: RoleName) -> [MailKind] {
        role == .patient
            ? []
            : [
                .breakGlass, .erasure, .erasureCancelled, .accountPrepared, .accountMade, .alertingChanged,
                .keyPrepared,
            ]
    }

    /// The kinds that are of no use once the recipient's account is suspended or deleted. See decision 0021.
    ///
    /// A patient still gets mail about their record, so that a thief who deletes the account can't hide it. Staff get
    /// nothing more: what they would read about records is for those who still work there.
    package static func ended(with role: RoleName) -> [MailKind] {
        allCases.filter { kind in
            switch kind {
            case .confirmation, .reset, .invitation, .guessing, .emailChange, .emailChangeAsked: true
            case .breakGlass, .erasure, .erasureCancelled, .accountPrepared, .accountMade, .alertingChanged,
                .keyPrepared:
                role != .patient
            // To an address that the account no longer has, or that another person typed.
            case .emailChanged, .shared, .test: false
            }
        }
    }
}
