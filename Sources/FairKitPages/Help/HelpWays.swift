import FairKitCore

extension HelpPage {
    /// The link from an answer to where it is done; nil: there is none, or the reader may not go there.
    static func way(from answer: PageText, _ reader: Reader) -> HTML? {
        guard let (path, name, action) = place(of: answer), action.map({ reader.may($0) }) ?? true else { return nil }
        return "<p><a href=\"\(to: reader[path])\">\(reader[name])</a></p>"
    }

    /// The page, its name, and the action that opens it; nil: each reader.
    private static func place(of answer: PageText) -> (path: Link.Path, name: PageText, action: Action?)? {
        switch answer {
        case .helpNewKit: ("/kits/new", .registerKit, .registerKit)
        case .helpResultWhen: ("/results", .results, .readResults)
        case .helpWhoSees: ("/profile/privacy", .ownPrivacy, .exportRecord)
        case .helpNewPhone: ("/profile/sessions", .ownSessions, nil)
        case .helpReadBack: ("/alerts", .openAlerts, .acknowledgeAlert)
        case .helpNotInCare: ("/emergency", .emergencyFind, .breakGlass)
        case .helpLostPhone: ("/profile/factor", .factor, nil)
        case .helpKitArrives, .helpLayout: ("/kits/arrivals", .scanTitle, .receiveSamples)
        case .helpRejected: ("/kits", .kitsOfStaff, .receiveSamples)
        case .helpImport: ("/results/import", .importTitle, .recordResult)
        case .helpUnmatched: ("/results/unmatched", .unmatchedLink, .correctResult)
        case .helpHeldResult: ("/results?held=true", .heldResults, .releaseResult)
        case .helpWrongResult: ("/results", .results, .correctResult)
        case .helpBegin: ("/home", .home, nil)
        case .helpInvite, .helpSecond: ("/accounts/invite", .inviteTitle, .manageAccounts)
        case .helpFactorLost: ("/accounts", .accounts, .manageAccounts)
        case .helpKeyOnce: ("/keys", .apiKeys, .readKeys)
        case .helpDryRun: ("/escalation", .escalation, .decideAlerts)
        case .helpBackup: ("/clinic/health", .health, .readMetrics)
        case .helpReview: ("/emergencies", .emergencies, .reviewBreakGlass)
        case .helpProgrammes: ("/programmes", .programmes, .manageProgrammes)
        case .helpLanguage: ("/profile/language", .ownLanguage, nil)
        default: nil
        }
    }
}
