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
        .page("/profile", for: nil, ProfilePage.show),
        .page("/profile/details", for: nil, DetailsPage.show),
        .form("/profile/details", for: nil, DetailsPage.take),
        .page("/profile/language", for: nil, LanguagePage.show),
        .form("/profile/language", for: nil, LanguagePage.take),
        .page("/profile/privacy", for: .exportRecord, PrivacyPage.show),
        .page("/profile/consents/{consent}", for: .changeConsents, ConsentPage.show),
        .form("/profile/consents/{consent}", for: .changeConsents, ConsentPage.take),
        .page("/profile/accesses", for: .readAccesses, AccessesPage.show),
        .page("/profile/erasure", for: .eraseRecord, ErasurePage.show),
        .form("/profile/erasure", for: .eraseRecord, ErasurePage.take),
        .page("/profile/security", for: nil, SecurityPage.show),
        .page("/profile/password", for: nil, PasswordPage.show),
        .form("/profile/password", for: nil, PasswordPage.take),
        .page("/profile/factor", for: nil, OwnFactorPage.show),
        .form("/profile/factor", for: nil, OwnFactorPage.take),
        .form("/profile/factor/code", for: nil, OwnFactorPage.confirm),
        .page("/profile/sessions", for: nil, SessionsPage.show),
        .form("/profile/sessions", for: nil, SessionsPage.take),
        .page("/profile/email", for: nil, EmailPage.show),
        .form("/profile/email", for: nil, EmailPage.take),
        .page("/profile/contacts", for: nil, ContactsPage.show),
        .form("/profile/contacts", for: nil, ContactsPage.take),
        .page("/profile/contacts/{id}", for: nil, ContactPage.show),
        .form("/profile/contacts/{id}", for: nil, ContactPage.take),
        .page("/profile/notices", for: nil, NoticeSettingsPage.show),
        .form("/profile/notices", for: nil, NoticeSettingsPage.take),
        .page("/profile/calendar", for: nil, CalendarPage.show),
        .form("/profile/calendar", for: nil, CalendarPage.take),
        .page("/notices", for: nil, NoticesPage.show),
        .form("/notices", for: nil, NoticesPage.take),
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
