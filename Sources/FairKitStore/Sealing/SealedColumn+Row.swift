extension SealedColumn {
    package var table: String { String(rawValue.prefix { $0 != "." }) }
    package var column: String { String(rawValue.drop { $0 != "." }.dropFirst()) }

    /// The column of a table; nil: it is not sealed.
    init?(_ column: String, of table: String) { self.init(rawValue: "\(table).\(column)") }

    /// The columns of its table whose values its own are bound to: one or two. The statements of the nouns bind the same
    /// values, or what an export reads could not be unsealed.
    var rowKey: [String] {
        switch self {
        case .acknowledgementNote, .alertResolutionNote: ["alert_id"]
        case .alertEventReason: ["alert_id", "at"]
        case .auditAddress: ["number"]
        case .challengeOTPSecret, .refreshTokenUsedFrom: ["digest"]
        case .idempotencyKey: ["actor", "body_digest"]
        case .kitEventReason: ["kit_id", "at"]
        case .kitLogisticsReturnTrackingNumber, .kitLogisticsTrackingNumber, .kitPhotoJPEG: ["kit_id"]
        case .legalHoldReason, .profilePhotoLarge, .profilePhotoSmall, .profileSearchText: ["profile_id"]
        case .profileIdentifierValue: ["profile_id", "position"]
        case .resultVersionComment, .resultVersionConflicts, .resultVersionInterpretation, .resultVersionOrderNumber,
            .resultVersionPerformer, .resultVersionReason:
            ["result_id", "number"]
        case .savedSearchFilters: ["account_id", "name"]
        case .savedSearchName: ["account_id"]
        case .settingValue: ["name"]
        case .webhookSecret, .webhookURL: ["group_id"]
        case .accountEmail, .accountName, .accountOTPSecret, .accountPassword, .accountPhone, .apiKeyName,
            .breakGlassReason, .breakGlassReviewNote, .contactPointAddress, .contactPointLabel, .invitationEmail,
            .invitationName, .kitCode,
            .laboratoryAddress, .laboratoryDirector, .laboratoryPhone, .noteText, .noticeFacts, .noticeLines,
            .noticeLink, .noticeRecipient, .outboxFacts,
            .outboxLink, .outboxRecipient, .preparedKeyName, .profileBirthDate, .profileEmail, .profileFamilyName,
            .profileGivenName, .profilePhone, .resultKitCode, .resultReference, .resultVerifiedBecause, .sessionAddress,
            .sessionClient, .shareEmail, .signingKeySeed, .teamOverrideNote:
            ["id"]
        }
    }

    /// A further column of its row that its lookup is made of; nil: its own value is enough.
    var lookedUpWith: String? { self == .profileBirthDate ? "family_name" : nil }
}
