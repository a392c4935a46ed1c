package import CoreMetrics
package import FairKitCore
package import FairKitStore

/// Everything that can be asked of FairKit, made from the few things that it stands on.
/// See the decision `0003-a-use-case-is-one-transaction`.
package final class UseCases: Sendable {
    package let authenticate: Authenticate
    package let actOnMachine: ActOnMachine
    package let sealCursors: SealCursors
    package let createProfile: CreateProfile
    package let readProfile: ReadProfile
    package let changeProfile: ChangeProfile
    package let exportProfile: ExportProfile
    package let eraseProfile: EraseProfile
    package let listErased: ListErased
    package let holdProfile: HoldProfile
    package let readKits: ReadKits
    package let issueKits: IssueKits
    package let advanceKit: AdvanceKit
    package let reviewKit: ReviewKit
    package let registerKit: RegisterKit
    package let scanPhoto: ScanPhoto
    package let recordResult: RecordResult
    package let correctResult: CorrectResult
    package let readResult: ReadResult
    package let listResults: ListResults
    package let claimAlerts: ClaimAlerts
    package let ackDeliveries: AckDeliveries
    package let extendLease: ExtendLease
    package let releaseDeliveries: ReleaseDeliveries
    package let peekDeliveries: PeekDeliveries
    package let replayDeliveries: ReplayDeliveries
    package let readParked: ReadParked
    package let redriveDeliveries: RedriveDeliveries
    package let readAlerts: ReadAlerts
    package let readAlertEvents: ReadAlertEvents
    package let followAlertEvents: FollowAlertEvents
    package let switchRules: SwitchRules
    package let readGroups: ReadGroups
    package let createGroup: CreateGroup
    package let changeGroup: ChangeGroup
    package let removeGroup: RemoveGroup
    package let readWebhook: ReadWebhook
    package let setWebhook: SetWebhook
    package let removeWebhook: RemoveWebhook
    package let readDeliveryAttempts: ReadDeliveryAttempts
    package let settleAttempt: SettleAttempt
    package let listKeys: ListKeys
    package let createKey: CreateKey
    package let rotateKey: RotateKey
    package let revokeKey: RevokeKey
    package let checkReadiness: CheckReadiness
    package let checkStore: CheckStore
    package let readStatistics: ReadStatistics
    package let readOutbox: ReadOutbox
    package let retryMail: RetryMail
    package let testMail: TestMail
    package let assignCare: AssignCare
    package let endCare: EndCare
    package let listCare: ListCare
    package let openBreakGlass: OpenBreakGlass
    package let endBreakGlass: EndBreakGlass
    package let reviewBreakGlass: ReviewBreakGlass
    package let shareResults: ShareResults
    package let readShares: ReadShares
    package let openShare: OpenShare
    package let readFigures: ReadFigures
    package let readAudit: ReadAudit
    package let readAccesses: ReadAccesses
    package let verifyAudit: VerifyAudit
    package let exportAudit: ExportAudit
    package let recordDenials: RecordDenials
    package let signIn: SignIn
    package let answerChallenge: AnswerChallenge
    package let setUpSecondFactor: SetUpSecondFactor
    package let changeSecondFactor: ChangeSecondFactor
    package let refreshSession: RefreshSession
    package let askForMail: AskForMail
    package let choosePassword: ChoosePassword
    package let ownAccount: OwnAccount
    package let ownSessions: OwnSessions
    package let manageAccounts: ManageAccounts
    package let invitePerson: InvitePerson
    package let changeSettings: ChangeSettings
    /// Written by a service beside the server.
    package let keyUses: KeyUses
    /// Runs beside the server, and so does the feed.
    package let bell: AlertBell
    package let feed: AlertFeed
    /// `PushDeliveries` follows it.
    package let webhookChanges: WebhookChanges

    /// - Parameters:
    ///   - passwords: hashes for all tenants.
    ///   - link: where the links in mails lead.
    ///   - requiresIssuedKits: only kits that were issued are registered.
    ///   - allowsPrivateWebhooks: webhooks may lead to this machine and its network, and by http.
    ///   - sendsMail: whether this process sends mail.
    ///   - publicURL: where people reach this server; nil: it is not known.
    ///   - clock: what waiting claims wait by.
    package init(
        store: Store, workers: ScanWorkerPool, passwords: PasswordWork, link: AccountLink, zones: TimeZones,
        requiresIssuedKits: Bool, allowsPrivateWebhooks: Bool = false, sendsMail: Bool = false,
        publicURL: PublicURL? = nil, now: @escaping Now, clock: any Clock<Duration>,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance
    ) {
        bell = AlertBell(now: now, clock: clock)
        feed = AlertFeed(store: store, clock: clock)
        webhookChanges = WebhookChanges()
        keyUses = KeyUses(store: store)
        authenticate = Authenticate(store: store, uses: keyUses, now: now)
        actOnMachine = ActOnMachine(store: store)
        sealCursors = SealCursors(store: store)
        createProfile = CreateProfile(store: store, zones: zones, now: now)
        readProfile = ReadProfile(store: store, now: now)
        changeProfile = ChangeProfile(store: store, zones: zones, now: now)
        exportProfile = ExportProfile(store: store, now: now)
        eraseProfile = EraseProfile(store: store, now: now, clock: clock)
        listErased = ListErased(store: store, now: now)
        holdProfile = HoldProfile(store: store, now: now)
        readKits = ReadKits(store: store, now: now)
        issueKits = IssueKits(store: store, now: now)
        advanceKit = AdvanceKit(store: store, now: now)
        reviewKit = ReviewKit(store: store, now: now)
        scanPhoto = ScanPhoto(workers: workers, metrics: metrics)
        registerKit = RegisterKit(
            store: store, scan: scanPhoto, zones: zones, bell: bell, requiresIssue: requiresIssuedKits, now: now)
        recordResult = RecordResult(store: store, bell: bell, now: now, metrics: metrics)
        correctResult = CorrectResult(store: store, bell: bell, now: now, metrics: metrics)
        readResult = ReadResult(store: store, now: now)
        listResults = ListResults(store: store, now: now)
        claimAlerts = ClaimAlerts(store: store, bell: bell, now: now, clock: clock)
        ackDeliveries = AckDeliveries(store: store, bell: bell, now: now, metrics: metrics)
        extendLease = ExtendLease(store: store, bell: bell, now: now, metrics: metrics)
        releaseDeliveries = ReleaseDeliveries(store: store, bell: bell, now: now, metrics: metrics)
        peekDeliveries = PeekDeliveries(store: store, bell: bell, now: now)
        replayDeliveries = ReplayDeliveries(store: store, bell: bell, now: now)
        readParked = ReadParked(store: store, now: now)
        redriveDeliveries = RedriveDeliveries(store: store, bell: bell, now: now)
        readAlerts = ReadAlerts(store: store, now: now)
        readAlertEvents = ReadAlertEvents(store: store, now: now)
        followAlertEvents = FollowAlertEvents(store: store, feed: feed, now: now)
        switchRules = SwitchRules(store: store, now: now)
        readGroups = ReadGroups(store: store)
        createGroup = CreateGroup(store: store, bell: bell, now: now)
        changeGroup = ChangeGroup(store: store, bell: bell, now: now)
        removeGroup = RemoveGroup(store: store, bell: bell, changes: webhookChanges, now: now)
        readWebhook = ReadWebhook(store: store)
        setWebhook = SetWebhook(
            store: store, changes: webhookChanges, allowsPrivate: allowsPrivateWebhooks, now: now)
        removeWebhook = RemoveWebhook(store: store, changes: webhookChanges, now: now)
        readDeliveryAttempts = ReadDeliveryAttempts(store: store)
        settleAttempt = SettleAttempt(store: store, bell: bell, now: now, metrics: metrics)
        listKeys = ListKeys(store: store, uses: keyUses, now: now)
        createKey = CreateKey(store: store, now: now)
        rotateKey = RotateKey(store: store, now: now)
        revokeKey = RevokeKey(store: store, now: now)
        checkReadiness = CheckReadiness(store: store)
        checkStore = CheckStore(store: store)
        readStatistics = ReadStatistics(store: store)
        readOutbox = ReadOutbox(store: store, now: now)
        retryMail = RetryMail(store: store, now: now)
        testMail = TestMail(store: store, isSending: sendsMail, now: now, clock: clock)
        assignCare = AssignCare(store: store, now: now)
        endCare = EndCare(store: store, now: now)
        listCare = ListCare(store: store, now: now)
        openBreakGlass = OpenBreakGlass(store: store, publicURL: publicURL, now: now, metrics: metrics)
        endBreakGlass = EndBreakGlass(store: store, now: now)
        reviewBreakGlass = ReviewBreakGlass(store: store, now: now)
        shareResults = ShareResults(store: store, now: now)
        readShares = ReadShares(store: store, now: now)
        openShare = OpenShare(store: store, now: now)
        readFigures = ReadFigures(store: store, now: now)
        readAudit = ReadAudit(store: store, now: now)
        readAccesses = ReadAccesses(store: store, now: now)
        verifyAudit = VerifyAudit(store: store, now: now)
        exportAudit = ExportAudit(store: store, now: now)
        recordDenials = RecordDenials(store: store, now: now)
        signIn = SignIn(store: store, passwords: passwords, now: now, clock: clock)
        answerChallenge = AnswerChallenge(store: store, now: now)
        setUpSecondFactor = SetUpSecondFactor(store: store, passwords: passwords, now: now)
        changeSecondFactor = ChangeSecondFactor(store: store, passwords: passwords, now: now)
        refreshSession = RefreshSession(store: store, now: now)
        askForMail = AskForMail(store: store, link: link, now: now)
        choosePassword = ChoosePassword(
            store: store, passwords: passwords, tenant: link.tenant, zones: zones, now: now)
        ownAccount = OwnAccount(store: store, passwords: passwords, tenant: link.tenant, now: now)
        ownSessions = OwnSessions(store: store, passwords: passwords, now: now)
        manageAccounts = ManageAccounts(store: store, now: now)
        invitePerson = InvitePerson(store: store, link: link, now: now)
        changeSettings = ChangeSettings(store: store, now: now)
    }
}
