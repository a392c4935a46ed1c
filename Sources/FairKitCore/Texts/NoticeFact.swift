/// The placeholders of notices. The texts stand in the catalogue.
package enum NoticeFact: String, Sendable, CaseIterable {
    case level
    case earlierLevel
    case range
    case times
    case patientName
    case birthDate
    case phone
    case kitCode
    case laboratory
    case date
    case time
    case days
    case count
    case reason
    case carrier
    case tracking
    case code
    case actorName
    case place
    case unverified
    case critical
    case resultVersion
    case deadline
    case topic
    case channel
    case credential
    case team
    case link
    case lines
    case sender

    /// Whether it is a value, which forms without values leave out. See `NoticeForm`.
    package var isValue: Bool {
        switch self {
        case .level, .earlierLevel, .range, .times, .patientName, .birthDate, .phone, .kitCode, .reason, .actorName,
            .topic, .lines:
            true
        case .laboratory, .date, .time, .days, .count, .carrier, .tracking, .code, .place, .unverified, .critical,
            .resultVersion,
            .deadline, .channel, .credential, .team, .link, .sender:
            false
        }
    }
}

extension NoticeKind {
    /// The facts that its text with values needs. If one is absent, the text without values is told.
    package var needs: Set<NoticeFact> {
        switch self {
        case .alertPatient: [.level, .times]
        case .alertLowPatient, .alertStaff, .alertLowStaff, .alertVerifyStaff, .alertCorrectedPatient,
            .alertCorrectedStaff, .resultReady, .resultCorrected:
            [.level]
        case .alertAcknowledgedStaff, .shareOpened, .shareGiven, .recordReadInEmergency: [.actorName]
        case .kitRegistered, .kitShipped, .kitArrived, .kitNotArrived, .sampleRejected: [.kitCode]
        case .sampleDueSoon: [.kitCode, .date, .days]
        case .sampleOverdue: [.kitCode, .days]
        case .article, .studyInvitation, .targetMet: [.topic]
        case .nextTestDue, .alertWithdrawnPatient, .alertWithdrawnStaff, .alertSettledStaff, .alertUnreachable,
            .newPlaceSignIn,
            .contactVerification, .contactDisabled, .contactAdded,
            .contactRemoved, .credentialsChanged, .calendarOpened, .teamContactDisabled, .test, .confirmation, .reset,
            .invitation, .breakGlass, .erasure, .erasureCancelled, .guessing, .accountPrepared, .accountMade,
            .emailChange, .emailChangeAsked, .emailChanged, .alertingChanged, .keyPrepared, .shared:
            needsAlways
        }
    }

    /// The facts that its text without values needs. If one is absent, a notice says that there is news.
    package var needsAlways: Set<NoticeFact> {
        switch self {
        case .sampleDueSoon: [.date, .days]
        case .sampleOverdue, .nextTestDue: [.days]
        case .contactVerification: [.code]
        case .alertPatient, .alertLowPatient, .alertStaff, .alertLowStaff, .alertVerifyStaff, .alertCorrectedPatient,
            .alertCorrectedStaff, .alertWithdrawnPatient, .alertWithdrawnStaff, .alertAcknowledgedStaff,
            .alertSettledStaff, .alertUnreachable, .resultReady, .resultCorrected, .kitRegistered, .kitShipped,
            .kitArrived, .kitNotArrived, .sampleRejected, .article, .studyInvitation, .targetMet, .shareOpened,
            .shareGiven,
            .recordReadInEmergency,
            .newPlaceSignIn, .contactDisabled, .contactAdded, .contactRemoved, .credentialsChanged, .calendarOpened,
            .teamContactDisabled, .test, .confirmation, .reset, .invitation, .breakGlass, .erasure, .erasureCancelled,
            .guessing, .accountPrepared, .accountMade, .emailChange, .emailChangeAsked, .emailChanged,
            .alertingChanged, .keyPrepared, .shared:
            []
        }
    }
}
