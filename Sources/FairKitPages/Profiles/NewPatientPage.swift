import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// Staff register a patient who does not do it themselves. A second press confirms that it is not the same person again.
enum NewPatientPage {
    static func show(_ page: PageCall) -> Response { draw(page, TypedDetails(), Form(), []) }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, typed, profiles) = (page.reader, TypedDetails(form), page.tenancy.profiles)
        let email = form.text("email").flatMap { MailAddress(typed: $0) }
        let language = reader.languages.first { $0.rawValue == form["language"] }
        var wrong = typed.wrong(reader)
        if form.text("email") != nil, email == nil {
            wrong.append(Wrong(field: "email", text: reader[.wrongAddressForm]))
        }
        if language == nil { wrong.append(Wrong(field: "language", text: reader[.ownChooseOne])) }
        guard wrong.isEmpty, let language else { return draw(page, typed, form, wrong) }
        // A patient lives where the clinic is, until they say otherwise.
        let zone = reader.own?.zoneFile == nil ? "UTC" : reader.own?.zone ?? "UTC"
        let details = typed.applied(
            to: ProfileDetails(
                givenName: "", familyName: "", birthDate: page.tenancy.now().date(), sex: .unknown,
                email: email.map { "\($0)" }, phone: nil, language: language, timeZone: zone, knownGenotype: nil,
                identifiers: [], consents: Consents(clinicians: form["clinicians"] == "yes")))
        let found = try await alike(details, page)
        guard found.isEmpty || form["alike"] == ids(found) else {
            return draw(page, typed, form, [Wrong(field: "alike", text: reader[.patientAlike])], alike: found)
        }
        do {
            let made = try await profiles.create(details, by: page.caller)
            return .seeOther(reader["/people/\(made.value.id)?done=\(PageText.patientRegistered.rawValue)"])
        } catch {
            guard case .invalid(let invalid) = error else { throw error }
            return draw(page, typed, form, TypedDetails.wrong(invalid, reader))
        }
    }

    /// People of the same name and birth date whom the reader may find.
    private static func alike(_ details: ProfileDetails, _ page: PageCall) async throws -> [ProfileView] {
        // What is no name is refused when it is stored.
        guard details.familyName.isText(1...100), details.givenName.count <= 100 else { return [] }
        let person = ProfileSearch.Person(
            givenName: details.givenName.isEmpty ? nil : details.givenName, familyName: details.familyName,
            birthDate: details.birthDate)
        let search = try ProfileSearch(email: nil, phone: nil, person: person)
        return try await page.tenancy.profiles.search(search, by: page.caller)
    }

    private static func ids(_ people: [ProfileView]) -> String {
        people.map { "\($0.profile.id)" }.joined(separator: " ")
    }

    // MARK: - Markup

    private static func draw(
        _ page: PageCall, _ typed: TypedDetails, _ form: Form, _ wrong: [Wrong], alike: [ProfileView] = []
    ) -> Response {
        let reader = page.reader
        let languages = reader.languages.map { (value: $0.rawValue, text: $0.ownName) }
        let language = form.text("language") ?? reader.language.rawValue
        return ManagedPage(
            title: reader[.patientNew], tab: .people, back: ("/people", .patients), refused: .patientNotRegistered,
            wrong: wrong
        ).show(
            page,
            """
            <p class="lead">\(reader[.patientNewLead])</p>
            \(alike.isEmpty ? nil : list(alike, reader))
            <form class="card" method="post" action="\(to: reader["/people/new"])">
              \(Shell.token(reader))<input type="hidden" name="alike" value="\(ids(alike))">
              \(typed.html(for: reader, wrong, isOwn: false))
              \(reader.field("email", .emailAddress, wrong, hint: .patientEmailHint, with: """
                class="medium" type="email" value="\(form["email"])" autocomplete="off" autocapitalize="none" spellcheck="false"
                """))
              \(reader.select("language", .languages, languages, language))
              \(reader.tick("clinicians", reader[.patientConsent], isOn: form["clinicians"] == "yes"))\
              <p class="hint">\(reader[.patientConsentHint])</p>
              <div class="actions"><button>\(reader[alike.isEmpty ? .patientNew : .patientAnyway])</button></div>
            </form>
            """)
    }

    private static func list(_ people: [ProfileView], _ reader: Reader) -> HTML {
        let rows = people.map { person -> HTML in
            let details = person.profile.details
            return """
                <li><a href="\(to: reader["/people/\(person.profile.id)"])"><span class="name"><b>\(details.fullName)</b>\
                <span>\(reader.day(details.birthDate)), \(reader.language.report.sexes[details.sex])</span></span></a></li>

                """
        }
        return """
            <section class="card" id="alike" tabindex="-1"><h2>\(reader[.patientsAlike])</h2><ul class="list">\(rows)</ul></section>
            """
    }
}
