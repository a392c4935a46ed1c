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
        .page("/prove", for: nil, ProvePage.show),
        .form("/prove", for: nil, ProvePage.take).confirming,
        .form("/stay", for: nil, Lock.stay),
        .openForm("/unlock", limit: .secret, Lock.take),
        .page("/help", for: nil, HelpPage.show),
        .page("/help/keys", for: nil, KeysPage.show),
        .form("/help/keys", for: nil, KeysPage.take),
        // Alerts: work and time
        // Test kits and results of a patient
        .page("/kits", for: .readKits, KitsPage.show),
        .page("/kits/new", for: .registerKit, RegisterKitPage.show),
        .photoForm("/kits/new", for: .registerKit, RegisterKitPage.take),
        .form("/kits/register", for: .registerKit, RegisterKitPage.register),
        .page("/kits/{id}", for: .readKits, KitPage.show).of(.kit),
        .form("/kits/{id}/mailed", for: .reportKitStatus, KitPage.mailed).of(.kit),
        .page("/results/trend", for: .markResultsRead, TrendPage.show),
        .page("/results/shares", for: .shareResults, SharesPage.show),
        .form("/results/shares", for: .shareResults, SharesPage.make),
        .form("/results/shares/{id}/end", for: .shareResults, SharesPage.end),
        .page("/results/{id}/report.pdf", for: .readResults, ReportPage.show).of(.result),
        // One's own account
        // Patients of a clinician
        // The first pages
        .everyone(.get, "/", HomePage.front),
        .page("/home", for: nil, HomePage.show),
        .page("/results", for: .readResults, ResultsPage.show),
        .page("/results/{id}", for: .readResults, ResultPage.show).of(.result),
        .page("/alerts", for: .acknowledgeAlert, AlertsPage.show).alertList.atOnce,
        .page("/alerts/{id}", for: .acknowledgeAlert, AlertPage.show).critical.of(.alert),
        .form("/alerts/{id}/acknowledge", for: .acknowledgeAlert, AlertPage.acknowledge).critical.of(.alert),
    ]
}
