package import FairKitCore
import FairKitStore

/// An overview of what waits for a caller, in one answer: only the parts that the caller may read; nil: not this part.
package struct Dashboard: Sendable {
    /// A patient's registered kits that have no result yet.
    package fileprivate(set) var pendingKits: Part<KitView>?
    /// A patient's newest result that is not held.
    package fileprivate(set) var latestResult: ResultView?
    /// When a patient's next test is due.
    package fileprivate(set) var nextTestDue: CalendarDate?
    package fileprivate(set) var openCriticalAlerts: Part<NamedAlert>?
    /// Acknowledged alerts that wait for an outcome.
    package fileprivate(set) var acknowledgedAlerts: Part<NamedAlert>?
    package fileprivate(set) var heldResults: Part<ResultView>?
    package fileprivate(set) var unmatchedResults: Part<ResultView>?
    package fileprivate(set) var overdueKits: Part<KitView>?
    /// Kits whose photo or registration waits for a review.
    package fileprivate(set) var kitsToReview: Part<KitView>?
    /// For a laboratory, how long its samples take.
    package fileprivate(set) var turnaround: Turnaround?
    /// For an administrator, how far the clinic is set up.
    package fileprivate(set) var setup: ClinicSetup?
    /// For an administrator, how much waits on their other pages.
    package fileprivate(set) var desk: AdministratorDesk?
    /// The invitations of other administrators that an administrator can approve.
    package fileprivate(set) var invitationsToApprove: Part<Invitation>?

    /// The first entries of a list, and how many it has.
    package struct Part<Item: Sendable>: Sendable {
        package let items: [Item]
        package let total: Total
    }

    /// How many entries of each list are shown.
    package static let shown = 5
    /// Counting each list ends here.
    package static let mostCounted = 1000
}

extension Tenancy {
    /// The caller's dashboard, read in one snapshot. One audit entry names everybody's records that it shows.
    package func dashboard(by caller: Caller) async throws(Refusal<Never>) -> Dashboard {
        let dashboard = try await read(.readDashboard, as: caller, isBrief: true) {
            [zones, store] (tx, grant) throws(DatabaseError) -> Outcome<Dashboard, Never> in
            var reading = DashboardReading(grant: grant)
            var dashboard = try reading.read(in: tx)
            if grant.subject.role.name == .administrator {
                let isInDatabase = store.isShared
                dashboard.setup = try ClinicSetup(at: grant.now, zones: zones, isInDatabase: isInDatabase, in: tx)
                dashboard.desk = try AdministratorDesk(at: grant.now, isInDatabase: isInDatabase, in: tx)
                let waiting = try tx.awaitedInvitations(ofOthersThan: grant.subject.id, at: grant.now)
                dashboard.invitationsToApprove = Dashboard.Part(
                    items: Array(waiting.prefix(Dashboard.shown)), total: Total(waiting.count))
            }
            try grant.logParts(.dashboardRead, about: reading.people, open: reading.open, in: tx)
            return .success(dashboard)
        }
        // On a full disk it is recorded later: the page has to be read now.
        if let setup = dashboard.setup, setup.isComplete, !setup.hasEnded, !store.isDiskFull {
            let now = now()
            do {
                try await store.write { (tx) throws(DatabaseError) in try tx.endFirstDay(at: now) }
            } catch { throw .store(error) }
        }
        return dashboard
    }
}

/// Reads a dashboard, and collects the people whose records it shows.
private struct DashboardReading {
    let grant: Grant
    var people: [ProfileID?] = []
    var open: [ProfileID?] = []

    private var subject: Subject { grant.subject }
    private typealias Part = Dashboard.Part

    init(grant: Grant) { self.grant = grant }

    mutating func read(in tx: borrowing ReadTransaction) throws(DatabaseError) -> Dashboard {
        var dashboard = Dashboard()
        if let own = subject.role.profile {
            try readOwn(own, into: &dashboard, in: tx)
            return dashboard
        }
        if subject.may(.readAlerts) {
            dashboard.openCriticalAlerts = try alerts(AlertFilter(band: .critical), in: tx)
            dashboard.acknowledgedAlerts = try alerts(AlertFilter(state: .acknowledged), in: tx)
        }
        if subject.may(.readResults) {
            dashboard.heldResults = try heldResults(in: tx)
            dashboard.unmatchedResults = try results(ResultFilter(isUnmatched: true), in: tx)
        }
        if subject.may(.readKits) {
            dashboard.overdueKits = try kits(KitFilter(isOverdue: true), in: tx)
            dashboard.kitsToReview = try kits(KitFilter(needsReview: true), in: tx)
            dashboard.turnaround = try subject.role.laboratory.map { (laboratory) throws(DatabaseError) in
                try Kits.turnaround(of: laboratory, for: grant, &people, in: tx)
            }
        }
        return dashboard
    }

    private mutating func readOwn(
        _ own: ProfileID, into dashboard: inout Dashboard, in tx: borrowing ReadTransaction
    ) throws(DatabaseError) {
        if subject.may(.readKits) {
            var filter = KitFilter(profileID: own)
            filter.isPending = true
            dashboard.pendingKits = try kits(filter, in: tx)
        }
        if subject.may(.readResults) {
            let latest = try tx.results(
                ResultFilter(profileID: own), in: subject.resultScope(at: grant.now), after: nil, limit: 1)
            people += latest.items.map(\.profileID)
            dashboard.latestResult = latest.items.first.map { ResultView($0, for: subject.role) }
        }
        if subject.may(.readNextTest) { dashboard.nextTestDue = try tx.nextTestDue(of: own) }
    }

    private mutating func alerts(
        _ filter: AlertFilter, in tx: borrowing ReadTransaction
    ) throws(DatabaseError) -> Part<NamedAlert> {
        let scope = subject.alertScope(at: grant.now)
        let alerts = try tx.alerts(filter, in: scope, after: nil, limit: Dashboard.shown).items
        open += alerts.filter(\.isOpenAndCritical).map(\.profileID)
        people += alerts.map(\.profileID)
        return Part(
            items: try Alerts.named(alerts, for: grant, in: tx),
            total: try tx.alertTotal(filter, in: scope, most: Dashboard.mostCounted)
        )
    }

    private mutating func results(
        _ filter: ResultFilter, in tx: borrowing ReadTransaction
    ) throws(DatabaseError) -> Part<ResultView> {
        let scope = subject.resultScope(at: grant.now)
        let page = try tx.results(filter, in: scope, after: nil, limit: Dashboard.shown)
        people += page.items.map(\.profileID)
        return Part(
            items: try Results.named(page.items.map { ResultView($0, for: subject.role) }, for: grant, in: tx),
            total: try tx.resultTotal(filter, in: scope, most: Dashboard.mostCounted))
    }

    /// The critically high ones are first: a list of five hides none behind results that can wait.
    private mutating func heldResults(in tx: borrowing ReadTransaction) throws(DatabaseError) -> Part<ResultView> {
        let critical = try results(ResultFilter(flag: .criticallyHigh, isHeld: true), in: tx).items
        let newest = try results(ResultFilter(isHeld: true), in: tx)
        let others = newest.items.filter { $0.current.interpretation.flag != .criticallyHigh }
        return Part(items: Array((critical + others).prefix(Dashboard.shown)), total: newest.total)
    }

    private mutating func kits(
        _ filter: KitFilter, in tx: borrowing ReadTransaction
    ) throws(DatabaseError) -> Part<KitView> {
        var filter = filter
        filter.today = grant.now.dayEverywhere
        let page = try Kits.page(of: filter, after: nil, limit: Dashboard.shown, counting: false, for: grant, in: tx)
        people += page.people
        return Part(
            items: page.items,
            total: try tx.kitTotal(filter, in: subject.kitScope(at: grant.now), most: Dashboard.mostCounted))
    }
}
