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
        // Test kits and results of a patient
        // One's own account
        // Patients of a clinician
        .page("/people", for: .findProfiles, PeoplePage.show),
        .form("/people", for: .findProfiles, PeoplePage.find),
        .page("/people/{id}", for: .findProfiles, PersonPage.show).of(.profile),
        .page("/emergency", for: .breakGlass, EmergencyPage.show),
        .form("/emergency", for: .breakGlass, EmergencyPage.take),
        .form("/people/{id}/emergency", for: .breakGlass, EmergencyPage.open).of(.profile),
        .form("/people/{id}/emergency/end", for: .breakGlass, EmergencyPage.end).of(.profile),
        .form("/results/{id}/verify", for: .releaseResult, VerifyForm.take).of(.result).atOnce,
        .form("/results/{id}/notes", for: .writeNotes, NoteForm.take).of(.result),
        // The first pages
        .page("/home", for: nil, HomePage.show),
        .page("/results", for: .readResults, ResultsPage.show),
        .page("/results/{id}", for: .readResults, ResultPage.show).of(.result),
        .page("/alerts", for: .acknowledgeAlert, AlertsPage.show).alertList.atOnce,
        .page("/alerts/{id}", for: .acknowledgeAlert, AlertPage.show).critical.of(.alert),
        .form("/alerts/{id}/acknowledge", for: .acknowledgeAlert, AlertPage.acknowledge).critical.of(.alert),
    ]
}
