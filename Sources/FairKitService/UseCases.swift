import CoreMetrics
import FairKitCore
import FairKitStore

/// Everything that can be asked of FairKit, made from the few things that it stands on.
/// See the decision `0003-a-use-case-is-one-transaction`.
package final class UseCases: Sendable {
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
    package let tenancy: Tenancy

    package init(_ tenancy: Tenancy) {
        self.tenancy = tenancy
        let store = tenancy.store
        let (now, clock, metrics) = (tenancy.now, tenancy.clock, tenancy.metrics)
        let (bell, feed, webhookChanges) = (tenancy.bell, tenancy.feed, tenancy.webhookChanges)
        let settings = tenancy.settings
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
            store: store, changes: webhookChanges, allowsPrivate: settings.allowsPrivateWebhooks, now: now)
        removeWebhook = RemoveWebhook(store: store, changes: webhookChanges, now: now)
        readDeliveryAttempts = ReadDeliveryAttempts(store: store)
        settleAttempt = SettleAttempt(store: store, bell: bell, now: now, metrics: metrics)
        readOutbox = ReadOutbox(store: store, now: now)
        retryMail = RetryMail(store: store, now: now)
        testMail = TestMail(store: store, isSending: settings.sendsMail, now: now, clock: clock)
        assignCare = AssignCare(store: store, now: now)
        endCare = EndCare(store: store, now: now)
        listCare = ListCare(store: store, now: now)
        openBreakGlass = OpenBreakGlass(store: store, publicURL: settings.publicURL, now: now, metrics: metrics)
        endBreakGlass = EndBreakGlass(store: store, now: now)
        reviewBreakGlass = ReviewBreakGlass(store: store, now: now)
        shareResults = ShareResults(store: store, now: now)
        readShares = ReadShares(store: store, now: now)
        openShare = OpenShare(store: store, now: now)
    }
}
