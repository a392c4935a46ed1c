package import Relational

/// A column that identifies a person, or holds free text or a secret. An engine that does not encrypt its files stores
/// it sealed by the tenant's key; in an encrypted file it is stored as it is. See decision 0117.
///
/// The name is authenticated with each value: it never changes. It is the raw value, the table and the column, unless the
/// values were moved there from another table. Statements write these columns with `\(sealed:_:of:)`, read them with
/// `Row.value(_:sealed:of:)`, and compare them by `\(lookup:)`. The migrations mark all others, each with its reason.
package enum SealedColumn: String, CaseIterable, Sendable {
    case accountEmail = "account.email"
    case accountName = "account.name"
    case accountOTPSecret = "account.otp_secret"
    case accountPassword = "account.password"
    case accountPhone = "account.phone"
    case acknowledgementNote = "acknowledgement.note"
    case alertEventReason = "alert_event.reason"
    case alertResolutionNote = "alert_resolution.note"
    case apiKeyName = "api_key.name"
    case auditAddress = "audit.address"
    case breakGlassReason = "break_glass.reason"
    case breakGlassReviewNote = "break_glass.review_note"
    case challengeOTPSecret = "challenge.otp_secret"
    case contactPointAddress = "contact_point.address"
    case contactPointLabel = "contact_point.label"
    case idempotencyKey = "idempotency.key"
    case invitationEmail = "invitation.email"
    case invitationName = "invitation.name"
    case kitCode = "kit.code"
    case kitEventReason = "kit_event.reason"
    case kitLogisticsReturnTrackingNumber = "kit_logistics.return_tracking_number"
    case kitLogisticsTrackingNumber = "kit_logistics.tracking_number"
    case kitPhotoJPEG = "kit_photo.jpeg"
    case laboratoryAddress = "laboratory.address"
    case laboratoryDirector = "laboratory.director"
    case laboratoryPhone = "laboratory.phone"
    case legalHoldReason = "legal_hold.reason"
    case noteText = "note.text"
    case noticeFacts = "notice.facts"
    case noticeLines = "notice.lines"
    case noticeLink = "notice.link"
    case noticeRecipient = "notice.recipient"
    // Of the table of mails before m0054: an archive of such a version is filled into it.
    case outboxFacts = "outbox.facts"
    case outboxLink = "outbox.link"
    case outboxRecipient = "outbox.recipient"
    case preparedKeyName = "prepared_key.name"
    case profileBirthDate = "profile.birth_date"
    case profileEmail = "profile.email"
    case profileFamilyName = "profile.family_name"
    case profileGivenName = "profile.given_name"
    case profileIdentifierValue = "profile_identifier.value"
    case profilePhone = "profile.phone"
    case profilePhotoLarge = "profile_photo.large"
    case profilePhotoSmall = "profile_photo.small"
    case profileSearchText = "profile_search.text"
    case refreshTokenUsedFrom = "refresh_token.used_from"
    case resultKitCode = "result.kit_code"
    case resultReference = "result.reference"
    case resultVerifiedBecause = "result.verified_because"
    case resultVersionComment = "result_version.comment"
    case resultVersionConflicts = "result_version.conflicts"
    case resultVersionInterpretation = "result_version.interpretation"
    case resultVersionOrderNumber = "result_version.order_number"
    case resultVersionPerformer = "result_version.performer"
    case resultVersionReason = "result_version.reason"
    case savedSearchFilters = "saved_search.filters"
    case savedSearchName = "saved_search.name"
    case sessionAddress = "session.address"
    case sessionClient = "session.client"
    case settingValue = "setting.value"
    case shareEmail = "share.email"
    case signingKeySeed = "signing_key.seed"
    case teamOverrideNote = "team_override.note"
    case webhookSecret = "webhook.secret"
    case webhookURL = "webhook.url"
}

/// A class of values that are compared by equality. Columns of one class have equal lookups for equal values, so that
/// they can be joined.
package enum LookupClass: String, CaseIterable, Sendable {
    /// An address of mail, in small letters.
    case address
    /// A kit's code.
    case code
    /// The address of a contact point, such as a device's token.
    case contact
    /// The key of a repeated request.
    case idempotency
    /// A birth date together with the family name: alone, each date would show how many people were born on it.
    case person
    case phone
    /// A laboratory's own number of a result.
    case reference
    /// The name of a saved search.
    case search
}

extension LookupClass: SealedLookup {
    package var name: String { rawValue }

    package func folded(_ value: SQLValue) -> [UInt8]? {
        guard self != .person, case .text(let text) = value else { return nil }
        return Array(folded(text).utf8)
    }

    /// The text in which equal values are equal.
    package func folded(_ text: String) -> String {
        // As SQLite's `lower()` does it: letters of ASCII only.
        guard self == .address else { return text }
        return String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}

extension SealedColumn: SealableColumn {
    package var name: String {
        switch self {
        case .noticeLines: SealedColumn.outboxFacts.rawValue
        case .noticeLink: SealedColumn.outboxLink.rawValue
        case .noticeRecipient: SealedColumn.outboxRecipient.rawValue
        default: rawValue
        }
    }

    package var kind: SealedKind {
        switch self {
        case .profileBirthDate: .integer
        case .accountOTPSecret, .challengeOTPSecret, .kitPhotoJPEG, .profilePhotoLarge, .profilePhotoSmall,
            .signingKeySeed,
            .webhookSecret:
            .bytes
        default: .text
        }
    }

    package var lookup: (any SealedLookup)? { lookupClass }

    /// A lookup stands in front of its sealed values: an index on `substr(column, 1, 16)` serves equality, uniqueness
    /// and joins. nil: it is never compared.
    package var lookupClass: LookupClass? {
        switch self {
        case .accountEmail, .invitationEmail, .noticeRecipient, .outboxRecipient, .profileEmail, .shareEmail: .address
        case .kitCode, .resultKitCode: .code
        case .contactPointAddress: .contact
        case .idempotencyKey: .idempotency
        case .profileBirthDate: .person
        case .profilePhone: .phone
        case .resultReference: .reference
        case .savedSearchName: .search
        default: nil
        }
    }
}
