/// An operation that needs authorization. All code that reads or writes data asks for one of these first.
///
/// The roles for each route follow from it; `Tests/Acceptance/who_may.py` lists them route by route.
package enum Action: Sendable, CaseIterable {
    /// Creates the account of an invitation or a registration; for a patient, the profile as well.
    case acceptInvitation
    case createProfile
    case readProfile
    case changeProfile
    /// Searches for people by exact values, or by parts of names and other values.
    case findProfiles
    /// Lists people, with the latest result and the open alerts of each as far as the caller sees them.
    case listProfiles
    /// Reads when a person's next test is due.
    case readNextTest
    /// Sets when a person is reminded of the next test.
    case setNextTest
    /// Changes consents. They are the patient's own decision; an administrator records it for them.
    case changeConsents
    case registerKit
    case readKits
    case issueKits
    case reportKitStatus
    /// Records what happened to a sample that reached the laboratory, whether or not its kit is registered.
    case receiveSamples
    case reviewKits
    /// Views the photo in which a kit's code could not be read.
    case readKitPhoto
    case scanPhoto
    case recordResult
    case correctResult
    case readResults
    /// Marks the patient's own results as read.
    case markResultsRead
    /// Confirms a held result; a clinician only a suspect level.
    case releaseResult
    case readAlerts
    /// Reads whom an alert told and will tell: other people's names, and what was sent to them.
    case readEscalation
    /// Acknowledges an alert by read-back, and records what came of it.
    case acknowledgeAlert
    case consumeAlerts
    /// Reads how the people are reached whom an alert concerns.
    case readContacts
    /// Views what a group would claim next, without claiming it.
    case peekAlerts
    /// Reads the history of alerts and deliveries, in ids.
    case readAlertEvents
    /// Lists consumer groups and the rules in force.
    case readGroups
    /// Operates the queue: new groups, parked deliveries, replays. It shows ids only.
    case operateQueue
    /// Sets escalation policies, switches the rules that raise alerts, and changes which consumers get them.
    case decideAlerts
    /// Lists API keys, never their secrets.
    case readKeys
    case manageKeys
    case operateStore
    case readMetrics
    /// Sends the faults that an app reports, without a person.
    case sendDiagnostics
    /// Creates, renames, suspends and erases tenants, and replaces the key that signs all access tokens; only on the
    /// server's machine.
    case manageTenants
    /// Manages outgoing mail. It shows addresses, and links that contain secrets.
    case operateOutbox
    /// Reads the audit log, in ids.
    case readAudit
    /// Lists who has seen one person's record.
    case readAccesses
    /// Invites people, and suspends and deletes accounts.
    case manageAccounts
    /// Changes the settings that a tenant's administrators decide.
    case manageSettings
    /// Sets and removes the logo of a tenant, which decides nothing about alerts.
    case changeLogo
    /// Adds and ends reference ranges.
    case manageRanges
    /// Lists the reference ranges: a laboratory those by which its results are interpreted.
    case readRanges
    /// Lists laboratories, with what reports print of them.
    case readLaboratories
    /// Sets what reports print of a laboratory.
    case manageLaboratories
    /// Exports everything that is stored about one person.
    case exportRecord
    /// Erases everything that is stored about one person.
    case eraseRecord
    /// Slots a legal hold, which keeps a record from being erased.
    case holdRecord
    /// Lifts a legal hold: an erasure that waits for it is then carried out.
    case releaseHold
    /// Assigns patients to clinicians.
    case manageCare
    /// Opens, in an emergency, the record of a patient who is not in the clinician's care.
    case breakGlass
    /// Lists emergency accesses and marks them as reviewed.
    case reviewBreakGlass
    /// Shares the patient's own results with another person.
    case shareResults
    /// Lists with whom a patient shares results.
    case readShares
    /// Reads figures about groups of people, never about one person.
    case readFigures
    /// Creates and changes programmes, their targets and their coordinators.
    case manageProgrammes
    /// Joins a programme and leaves it: the patient does, and an administrator with the person's word.
    case joinProgramme
    /// Lists teams, and who of them is on call when.
    case readTeams
    /// Creates teams, and changes their shifts and overrides.
    case manageTeams
    /// Hands a shift of one's own to a colleague of the team.
    case handOverShift
    /// Changes whom a team reaches: its time zone, members and contact points, or deletes it.
    case decideTeams
    /// Reads what waits for the caller; each part needs its own action, too.
    case readDashboard
    /// Reads what happened to one person, in one list; each part needs its own action, too.
    case readTimeline
    /// Reads what staff wrote to each other about an alert that the caller may read, or about a person.
    case readNotes
    case writeNotes
    /// The same about a result: a laboratory has its own notes.
    case readResultNotes
    case writeResultNotes
    /// The same about a kit: administrators read kits, but neither results nor alerts.
    case readKitNotes
    case writeKitNotes
    /// Reads articles and invitations to studies.
    case readNews
    /// Publishes and withdraws them.
    case publishNews
}

extension Action {
    /// The roles that may do it, and the scope that an API key needs for it. `Policy` decides for whose records.
    ///
    /// Operations for signed-in people only, or for the server's machine only, belong to no scope.
    private var right: (roles: [RoleName], scope: Scope?) {
        switch self {
        case .acceptInvitation: (RoleName.ofAccounts, nil)
        case .createProfile: ([.clinician, .administrator], .writeProfiles)
        case .readProfile: ([.patient, .clinician, .administrator], .readProfiles)
        case .changeProfile: ([.patient, .clinician, .administrator], .writeProfiles)
        case .readNextTest: ([.patient, .clinician], .readProfiles)
        case .setNextTest: ([.patient, .clinician], .writeProfiles)
        case .findProfiles, .listProfiles: ([.clinician, .administrator], .readProfiles)
        case .changeConsents: ([.patient, .administrator], .writeProfiles)
        case .registerKit: ([.patient, .clinician, .administrator], .registerKits)
        case .readKits: ([.patient, .laboratory, .clinician, .administrator], .readKits)
        case .issueKits: ([.administrator], .writeKits)
        case .reportKitStatus: ([.patient, .laboratory, .clinician, .administrator], .writeKits)
        case .receiveSamples: ([.laboratory, .administrator], .writeKits)
        case .reviewKits: ([.laboratory, .administrator], .reviewKits)
        case .readKitPhoto: ([.patient, .laboratory, .administrator], .reviewKits)
        case .scanPhoto: ([.patient, .laboratory, .clinician, .consumer, .administrator], .scanPhotos)
        case .recordResult: ([.laboratory], .writeResults)
        case .correctResult: ([.laboratory], .writeResults)
        case .readResults: ([.patient, .laboratory, .clinician], .readResults)
        case .releaseResult: ([.laboratory, .clinician], .writeResults)
        case .markResultsRead: ([.patient], .readResults)
        case .readAlerts: ([.patient, .clinician, .consumer], .readAlerts)
        case .readEscalation: ([.clinician, .consumer], .readAlerts)
        case .acknowledgeAlert: ([.clinician], nil)
        case .consumeAlerts: ([.clinician, .consumer], .consumeAlerts)
        case .readContacts: ([.clinician, .consumer], .readContacts)
        case .peekAlerts: ([.clinician, .consumer], .consumeAlerts)
        case .readAlertEvents: ([.clinician, .consumer, .administrator], .readAlerts)
        case .readGroups: ([.clinician, .consumer, .administrator], .readGroups)
        case .operateQueue: ([.administrator], .operateQueue)
        case .decideAlerts: ([.administrator], .operateQueue)
        case .readKeys: ([.administrator], .readKeys)
        case .manageKeys: ([.administrator], nil)
        case .operateStore: ([.administrator], nil)
        case .sendDiagnostics: (RoleName.ofAccounts, nil)
        case .readMetrics: ([.administrator], .readMetrics)
        case .manageTenants: ([.administrator], nil)
        case .operateOutbox: ([.administrator], nil)
        case .readAudit: ([.administrator], .readAudit)
        case .readAccesses: ([.patient, .administrator], .readAccesses)
        case .manageAccounts: ([.administrator], .manageAccounts)
        case .manageSettings: ([.administrator], .manageSettings)
        case .changeLogo: ([.administrator], .manageSettings)
        case .manageRanges: ([.administrator], .manageSettings)
        case .readRanges: ([.laboratory, .administrator], .readKits)
        case .readLaboratories: ([.clinician, .administrator], .readKits)
        case .manageLaboratories: ([.administrator], .manageSettings)
        case .exportRecord: ([.patient], .exportRecords)
        case .eraseRecord: ([.patient, .administrator], .eraseRecords)
        case .holdRecord, .releaseHold: ([.administrator], .holdRecords)
        case .manageCare: ([.administrator], .manageCare)
        case .breakGlass: ([.clinician], nil)
        case .reviewBreakGlass: ([.administrator], .reviewBreakGlass)
        case .shareResults: ([.patient], .shareResults)
        case .readShares: ([.patient, .clinician], .shareResults)
        case .readFigures: ([.coordinator, .administrator], .readFigures)
        case .manageProgrammes: ([.administrator], .manageSettings)
        case .joinProgramme: ([.patient, .administrator], .writeProfiles)
        case .readTeams: ([.clinician, .administrator], .readTeams)
        case .manageTeams: ([.administrator], .manageTeams)
        case .handOverShift: ([.clinician, .administrator], nil)
        case .decideTeams: ([.administrator], .manageTeams)
        case .readDashboard: ([.patient, .laboratory, .clinician, .administrator], .readKits)
        case .readTimeline: ([.patient, .clinician, .administrator], .readProfiles)
        case .readNotes: ([.clinician], .readNotes)
        case .writeNotes: ([.clinician], .writeNotes)
        case .readResultNotes: ([.laboratory, .clinician], .readNotes)
        case .writeResultNotes: ([.laboratory, .clinician], .writeNotes)
        case .readKitNotes: ([.clinician, .administrator], .readNotes)
        case .writeKitNotes: ([.clinician, .administrator], .writeNotes)
        case .readNews: ([.patient, .coordinator, .administrator], .manageNews)
        case .publishNews: ([.coordinator, .administrator], .manageNews)
        }
    }

    /// Whether a change decides if and whom an alert tells. It takes a person's password and code, so that no key alone
    /// can silence alerts; the runner asks for them. Shifts and overrides only choose among the members of a team, and a
    /// step that reaches no one is not waited out: they are told, without a proof. See decision 0133.
    package var decidesAlerts: Bool {
        switch self {
        case .decideAlerts, .decideTeams, .manageRanges, .manageSettings: true
        default: false
        }
    }

    /// Whether it takes a person's password and code: what decides about alerts, and what lets a record be erased.
    package var takesProof: Bool { decidesAlerts || self == .releaseHold }

    /// The scope that an API key needs; nil: no scope allows it.
    package var scope: Scope? { right.scope }

    /// Whether the role allows it at all.
    package func isAllowed(to role: RoleName) -> Bool { right.roles.contains(role) }
}
