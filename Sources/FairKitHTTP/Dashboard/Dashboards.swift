import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes

extension Route {
    /// Overviews: what waits for the caller.
    static let dashboards: [Route] = [.api(.get, "/dashboard", for: .readDashboard, Dashboards.show)]
}

/// All that waits for the caller, in one answer that is 304 while nothing has changed.
enum Dashboards {
    static func show(_ call: Call) async throws -> Answer<DashboardBody> {
        try call.noQuery()
        let dashboard = try await call.tenancy.dashboard(by: call.caller)
        var answer = Answer(DashboardBody(dashboard, at: call.tenancy.now()))
        answer.isTagged = true
        return answer
    }
}

extension DashboardBody {
    fileprivate init(_ dashboard: Dashboard, at now: Timestamp) {
        self.init()
        pendingKits = dashboard.pendingKits.map(DashboardBody.kits)
        latestResult = dashboard.latestResult.map { ResultBody($0) }
        nextTestDue = dashboard.nextTestDue?.description
        openCriticalAlerts = dashboard.openCriticalAlerts.map(DashboardBody.alerts)
        acknowledgedAlerts = dashboard.acknowledgedAlerts.map(DashboardBody.alerts)
        heldResults = dashboard.heldResults.map(DashboardBody.results)
        unmatchedResults = dashboard.unmatchedResults.map(DashboardBody.results)
        overdueKits = dashboard.overdueKits.map(DashboardBody.kits)
        kitsToReview = dashboard.kitsToReview.map(DashboardBody.kits)
        turnaround = dashboard.turnaround.map { all in
            Turnaround(
                results: all.results, medianSeconds: (all.median?.components.seconds).map { Int($0) },
                waiting: all.waiting.map {
                    Waiting(id: "\($0.id)", kitCode: "\($0.code)", arrivedAt: "\($0.arrivedAt)")
                })
        }
        invitationsToApprove = dashboard.invitationsToApprove.map { part in
            Part(part.items.map { InvitationBody($0, at: now) }, part.total)
        }
        setup = dashboard.setup.map { setup in
            Dictionary(uniqueKeysWithValues: ClinicSetup.Step.allCases.map { ($0.rawValue, setup.done.contains($0)) })
        }
    }

    private static func kits(_ part: Dashboard.Part<KitView>) -> Part<KitBody> {
        Part(part.items.map { KitBody($0) }, part.total)
    }

    private static func results(_ part: Dashboard.Part<ResultView>) -> Part<ResultBody> {
        Part(part.items.map { ResultBody($0) }, part.total)
    }

    private static func alerts(_ part: Dashboard.Part<NamedAlert>) -> Part<AlertBody> {
        Part(part.items.map { AlertBody($0.alert, patientName: $0.patientName) }, part.total)
    }
}
