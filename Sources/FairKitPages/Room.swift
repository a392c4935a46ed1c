import FairKitCore
package import FairKitFrame
import HTTPTypes

extension Route {
    /// All pages. A page is a file with its markup, its texts, its line here, and its test.
    package static let pages: [Route] = [
        .everyone(.get, "/assets/{name}", Assets.show).unlimited.only(.network),
        .open("/sign-in", SignInPage.show),
        .openForm("/sign-in", limit: .login, SignInPage.take),
        .open("/sign-in/code", CodePage.show),
        .openForm("/sign-in/code", limit: .secret, CodePage.take),
        .open("/sign-in/factor", FactorPage.show),
        .openForm("/sign-in/factor", limit: .secret, FactorPage.take),
        .open("/forgotten", ForgottenPage.show),
        .openForm("/forgotten", limit: .signIn, ForgottenPage.take),
        .form("/sign-out", for: nil, SignOut.take),
        // Sessions, help and keys
        // Alerts: work and time
        .part("/live", for: .acknowledgeAlert, LivePage.stream).critical,
        .part("/alerts/rows", for: .acknowledgeAlert, AlertRows.show).critical,
        .form("/alerts/{id}/resolve", for: .acknowledgeAlert, ResolveForm.take).critical.of(.alert),
        .page("/on-call", for: .readTeams, OnCallPage.show),
        .page("/on-call/{team}", for: .manageTeams, OverridePage.show),
        .form("/on-call/{team}", for: .manageTeams, OverridePage.add),
        .form("/on-call/{team}/remove", for: .manageTeams, OverridePage.remove),
        // Test kits and results of a patient
        // One's own account
        // Patients of a clinician
        // The first pages
        .page("/home", for: nil, HomePage.show),
        .page("/results", for: .readResults, ResultsPage.show),
        .page("/results/{id}", for: .readResults, ResultPage.show).of(.result),
        .page("/alerts", for: .acknowledgeAlert, AlertsPage.show).alertList.atOnce,
        .page("/alerts/{id}", for: .acknowledgeAlert, AlertPage.show).critical.of(.alert),
        .form("/alerts/{id}/acknowledge", for: .acknowledgeAlert, AlertPage.acknowledge).critical.of(.alert),
    ]
}
