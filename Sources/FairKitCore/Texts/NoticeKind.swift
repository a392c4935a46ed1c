/// The subject of a notice. The texts are stored for ever; append only.
package enum NoticeKind: String, Sendable, CaseIterable, Codable {
    /// A critically high level, in the words of requirement R3.2.
    case alertPatient = "alert-patient"
    /// A severely low level, which tenants switch on.
    case alertLowPatient = "alert-low-patient"
    /// A critically high level, for the clinicians and teams of an escalation.
    case alertStaff = "alert-staff"
    /// A severely low level, for the same.
    case alertLowStaff = "alert-low-staff"
    /// A level that a person has to verify, for the same.
    case alertVerifyStaff = "alert-verify-staff"
    /// A correction, for patients who were told the earlier level.
    case alertCorrectedPatient = "alert-corrected-patient"
    /// A correction, for staff.
    case alertCorrectedStaff = "alert-corrected-staff"
    /// A withdrawal, for patients who were told the level.
    case alertWithdrawnPatient = "alert-withdrawn-patient"
    /// A withdrawal, for staff.
    case alertWithdrawnStaff = "alert-withdrawn-staff"
    /// A clinician acknowledged an alert: others who received it need not act.
    case alertAcknowledgedStaff = "alert-acknowledged-staff"
    /// An alert ended because its level was verified, or is suspect no more.
    case alertSettledStaff = "alert-settled-staff"
    /// An alert waits for a clinician: an operator, or who reads no results, has to find one.
    case alertUnreachable = "alert-unreachable"
    case resultReady = "result-ready"
    case resultCorrected = "result-corrected"
    case kitRegistered = "kit-registered"
    case kitShipped = "kit-shipped"
    /// The sample arrived at the laboratory.
    case kitArrived = "kit-arrived"
    /// The report that it arrived was a mistake.
    case kitNotArrived = "kit-not-arrived"
    case sampleDueSoon = "sample-due-soon"
    case sampleOverdue = "sample-overdue"
    case sampleRejected = "sample-rejected"
    case nextTestDue = "next-test-due"
    case article
    case studyInvitation = "study-invitation"
    /// A programme has met its target of a quarter, for its coordinators.
    case targetMet = "target-met"
    case shareOpened = "share-opened"
    /// A person shares their results with the reader.
    case shareGiven = "share-given"
    case recordReadInEmergency = "record-read-in-emergency"
    case newPlaceSignIn = "new-place-sign-in"
    /// A code that proves that a contact point is its owner's.
    case contactVerification = "contact-verification"
    /// Another contact point of the reader no longer works.
    case contactDisabled = "contact-disabled"
    /// A contact point or a device of the reader was added.
    case contactAdded = "contact-added"
    case contactRemoved = "contact-removed"
    /// The reader's password, second factor or backup codes were changed.
    case credentialsChanged = "credentials-changed"
    /// A private calendar link was opened in the reader's name.
    case calendarOpened = "calendar-opened"
    /// A contact point of a team no longer works.
    case teamContactDisabled = "team-contact-disabled"
    /// An operator or a person tests whether messages arrive.
    case test
    /// Its link proves that the recipient has the address.
    case confirmation
    /// Its link sets a new password.
    case reset
    /// Its link creates an account.
    case invitation
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
    /// Another address was requested for an account: its owner is notified at the old one.
    case emailChangeAsked = "email-change-asked"
    /// An account's address was changed.
    case emailChanged = "email-changed"
    /// Something was changed that all administrators should know of: whether and whom an alert notifies, who of them and
    /// of teams can sign in, or a legal hold.
    case alertingChanged = "alerting-changed"
    /// An administrator requested an API key, which waits for another one to approve it.
    case keyPrepared = "key-prepared"
    /// A person shares their results with the owner of the address.
    case shared

    /// Whether it says that an alert is over, so that no one need act.
    package var endsAlert: Bool { self == .alertAcknowledgedStaff || self == .alertSettledStaff }

    package var category: NoticeCategory {
        switch self {
        case .alertPatient, .alertLowPatient, .alertStaff, .alertLowStaff, .alertVerifyStaff, .alertCorrectedPatient,
            .alertCorrectedStaff, .alertWithdrawnPatient, .alertWithdrawnStaff, .alertAcknowledgedStaff,
            .alertSettledStaff, .alertUnreachable:
            .criticalAlert
        case .resultReady, .resultCorrected: .testResult
        case .kitRegistered, .kitShipped, .kitArrived, .kitNotArrived, .sampleDueSoon, .sampleOverdue, .sampleRejected,
            .nextTestDue, .targetMet:
            .reminder
        case .article, .studyInvitation: .educational
        case .shareOpened, .shareGiven, .recordReadInEmergency, .newPlaceSignIn, .contactVerification, .contactDisabled,
            .contactAdded, .contactRemoved, .credentialsChanged, .calendarOpened, .teamContactDisabled, .test,
            .confirmation, .reset, .invitation, .breakGlass, .erasure, .erasureCancelled, .guessing, .accountPrepared,
            .accountMade, .emailChange, .emailChangeAsked, .emailChanged, .alertingChanged, .keyPrepared, .shared:
            .account
        }
    }

    package var priority: NoticePriority {
        switch self {
        case .alertPatient, .alertStaff, .alertCorrectedPatient, .alertCorrectedStaff, .alertWithdrawnPatient,
            .alertWithdrawnStaff, .alertUnreachable:
            .critical
        // It must not wake a person to tell them that they need not act, or that a level is to be verified.
        case .alertAcknowledgedStaff, .alertSettledStaff, .alertLowPatient, .alertLowStaff, .alertVerifyStaff,
            .resultReady,
            .resultCorrected, .sampleDueSoon, .sampleOverdue,
            .sampleRejected, .shareOpened, .shareGiven, .recordReadInEmergency, .newPlaceSignIn, .contactVerification,
            .contactDisabled, .contactAdded, .contactRemoved, .credentialsChanged, .calendarOpened,
            .teamContactDisabled, .test, .confirmation, .reset, .invitation, .breakGlass, .erasure, .erasureCancelled,
            .guessing, .accountPrepared, .accountMade, .emailChange, .emailChangeAsked, .emailChanged,
            .alertingChanged, .keyPrepared, .shared:
            .normal
        case .kitRegistered, .kitShipped, .kitArrived, .kitNotArrived, .nextTestDue, .article, .studyInvitation,
            .targetMet:
            .low
        }
    }

    /// Whether a message breaks through quiet hours and preferences: not that of a correction whose alert is less urgent.
    package func isCritical(_ facts: NoticeFacts) -> Bool { priority == .critical && facts.isUrgent != false }

    /// How long a send is of use, or its link is valid; later it is given up.
    package var lifetime: Duration {
        switch self {
        case .contactVerification: .seconds(15 * 60)
        case .test: .seconds(3600)
        case .alertStaff, .alertLowStaff, .alertVerifyStaff, .alertAcknowledgedStaff, .alertSettledStaff,
            .alertUnreachable, .sampleDueSoon, .sampleOverdue, .confirmation, .reset, .guessing, .emailChange,
            .emailChangeAsked:
            .seconds(24 * 3600)
        case .erasure: RequestedErasure.delay
        case .alertPatient, .newPlaceSignIn: .seconds(3 * 24 * 3600)
        case .alertLowPatient, .alertCorrectedPatient, .alertCorrectedStaff, .alertWithdrawnPatient,
            .alertWithdrawnStaff, .resultReady, .resultCorrected, .kitRegistered, .kitShipped, .kitArrived,
            .kitNotArrived,
            .sampleRejected, .nextTestDue, .article, .studyInvitation,
            .shareOpened, .shareGiven, .recordReadInEmergency, .contactDisabled, .contactAdded, .contactRemoved,
            .credentialsChanged, .calendarOpened, .teamContactDisabled, .invitation, .breakGlass, .erasureCancelled,
            .accountPrepared, .accountMade, .emailChanged, .alertingChanged, .keyPrepared, .shared, .targetMet:
            .seconds(7 * 24 * 3600)
        }
    }

    /// Why the reader receives it, as its mail says.
    package var audience: NoticeAudience {
        switch self {
        case .alertStaff, .alertLowStaff, .alertVerifyStaff, .alertCorrectedStaff, .alertWithdrawnStaff,
            .alertAcknowledgedStaff, .alertSettledStaff:
            .staff
        case .alertUnreachable, .teamContactDisabled: .operators
        case .contactVerification, .test: .contact
        case .shareOpened, .shareGiven, .recordReadInEmergency, .newPlaceSignIn, .contactDisabled, .contactAdded,
            .contactRemoved, .credentialsChanged, .calendarOpened, .confirmation, .reset, .invitation, .breakGlass,
            .erasure, .erasureCancelled, .guessing, .accountPrepared, .accountMade, .emailChange, .emailChangeAsked,
            .emailChanged, .alertingChanged, .keyPrepared, .shared, .targetMet:
            .account
        case .article, .studyInvitation: .reader
        case .alertPatient, .alertLowPatient, .alertCorrectedPatient, .alertWithdrawnPatient, .resultReady,
            .resultCorrected, .kitRegistered, .kitShipped, .kitArrived, .kitNotArrived, .sampleDueSoon, .sampleOverdue,
            .sampleRejected,
            .nextTestDue:
            .patient
        }
    }
}

/// Why a person receives a notice.
package enum NoticeAudience: String, Sendable, CaseIterable {
    /// They have a record.
    case patient
    /// They have the patient in their care, or are named by an escalation.
    case staff
    case operators
    case account
    /// They have not switched articles and invitations off.
    case reader
    /// They have the contact point.
    case contact
}
