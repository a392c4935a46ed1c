/// Mails about accounts and records. Each goes to an address, whether or not it has an account. See decision 0149.
extension NoticeKind {
    /// The kinds that are whole mails: they go over no other channel, and stand in no history.
    package static let mails: [NoticeKind] = [
        .confirmation, .reset, .invitation, .breakGlass, .erasure, .erasureCancelled, .guessing, .accountPrepared,
        .accountMade, .emailChange, .emailChangeAsked, .emailChanged, .alertingChanged, .keyPrepared, .shared,
    ]

    /// Whether its mail has a code beside the link. A program that reads mails may open links and press buttons, but types
    /// nothing. See decision 0161.
    package var hasCode: Bool { self == .confirmation || self == .emailChange }

    /// About a record, or for those who administer.
    private static let aboutRecords: [NoticeKind] = [
        .breakGlass, .erasure, .erasureCancelled, .accountPrepared, .accountMade, .alertingChanged, .keyPrepared,
    ]

    /// The mails that go to the new address if an account's address changes before they are sent.
    ///
    /// Staff read them at the address that they have now. A patient gets mail about their record at the old one, so that a
    /// thief who changes the address can't hide it.
    package static func following(_ role: RoleName) -> [NoticeKind] { role == .patient ? [] : aboutRecords }

    /// The mails that are of no use once the recipient's account is suspended or deleted. See decision 0021.
    ///
    /// A patient still gets mail about their record, so that a thief who deletes the account can't hide it. Staff get
    /// nothing more, except that their account has ended: what they would read about records is for those who still work
    /// there. Mails to an address that the account no longer has, or that another person typed, are sent.
    package static func ended(with role: RoleName) -> [NoticeKind] {
        [.confirmation, .reset, .invitation, .guessing, .emailChange, .emailChangeAsked] + following(role)
    }
}
